import { describe, expect, it } from 'vitest';
import {
  allLanguages,
  contentStep,
  LanguagesService,
  textsOf,
  type WithoutLanguage,
} from '../support/languages-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const CODES = ['en', 'de', 'fr', 'es', 'it'];
const SETS = [4, 6, 5, 4];
const FILES = SETS.length * CODES.length;

/** A service of four source files in five languages. */
async function started(withoutLanguage: WithoutLanguage = allLanguages) {
  const s = await Session.scripted({ config: { files: ['*/{locale}.json'] } });
  const service = new LanguagesService(s.service.script, CODES, SETS);
  service.withoutLanguage = withoutLanguage;
  return { s, service };
}

/** Every locale file holds what the service's single answers hold. */
function readsAll(s: Session, service: LanguagesService): void {
  for (const [set, { texts }] of service.files.entries())
    for (const code of CODES) expect(JSON.parse(s.text(`set-${set}/${code}.json`))).toEqual(texts.get(code));
}

describe('a service that answers all languages at once', () => {
  it('is asked once for each source file, after the first answer was compared', async () => {
    const { s, service } = await started();
    const first = await service.counted(() => s.run('pull').then((ran) => ran.code(0).emptyStderr()));
    expect(first.all).toBe(SETS.length);
    // What they show of new texts is not asked for once more.
    expect(first.single).toBeLessThanOrEqual(3);
    readsAll(s, service);
    for (const command of ['pull', 'status --check', 'push', 'diff', 'pull --dry-run']) {
      const again = await service.counted(() => s.run(command).then((ran) => ran.code(0)));
      expect(again, command).toEqual({ all: SETS.length, single: 0 });
    }
  });

  it('is believed in whatever order it answers languages and keys', async () => {
    const { s, service } = await started((file) => {
      const reversed = [...file.texts].reverse();
      return contentStep(
        file,
        Object.fromEntries(
          reversed.map(([code, texts]) => [code, Object.fromEntries(Object.entries(texts).reverse())]),
        ),
      );
    });
    (await s.run('pull')).code(0);
    readsAll(s, service);
    const again = await service.counted(() => s.run('pull').then((ran) => ran.code(0)));
    expect(again).toEqual({ all: SETS.length, single: 0 });
  });

  it('is asked once more before a text of the disk changes', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    service.set(1, 'de', 'key_2', 'neu');
    const asked = await service.counted(() => s.run('pull').then((ran) => ran.code(0)));
    expect(asked).toEqual({ all: SETS.length, single: 1 });
    readsAll(s, service);
  });

  it('is asked for one language right before each upload, and once for all after them', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    for (const code of CODES)
      s.file(`set-0/${code}.json`, jsonText({ ...textsOf(0, 4, code), key_0: `${code} mine` }));
    const before = s.service.script.requests.length;
    (await s.run('push')).code(0);
    const asked = s.service.script.requests.slice(before).map(({ method, url }) => {
      const code = /locale_id=loc_(\w+)/.exec(url)?.[1];
      return url.includes('/fil_0') ? `read ${code ?? 'all'}` : method === 'POST' ? 'post' : '';
    });
    expect(asked.filter((one) => one !== '')).toEqual([
      'read all',
      'post',
      ...CODES.flatMap((code) => [`read ${code}`, 'post']),
      'read all',
    ]);
    for (const code of CODES)
      expect(service.files[0]?.texts.get(code)).toMatchObject({ key_0: `${code} mine` });
  });

  it('is not asked so for a part of its languages, or for few files', async () => {
    const { s, service } = await started();
    const asked = await service.counted(() => s.run('pull --locale de').then((ran) => ran.code(0)));
    expect(asked).toEqual({ all: 0, single: SETS.length });
    const few = await service.counted(() => s.run('pull set-0').then((ran) => ran.code(0)));
    expect(few.all).toBe(0);
  });
});

describe('a source file that is asked for while the first answer is compared', () => {
  it('is asked for once more if that has failed', async () => {
    let failures = 1;
    const { s, service } = await started((file) =>
      file.api_id !== 'fil_1' && failures-- > 0 ? { status: 500, body: {} } : allLanguages(file),
    );
    const first = await service.counted(() => s.run('pull').then((ran) => ran.code(0).emptyStderr()));
    expect(failures).toBeLessThan(1);
    expect(first.all).toBe(SETS.length + 1);
    expect(first.single).toBeLessThanOrEqual(3);
    readsAll(s, service);
    const again = await service.counted(() => s.run('pull').then((ran) => ran.code(0)));
    expect(again).toEqual({ all: SETS.length, single: 0 });
  });
});

describe('a service that does not answer all languages at once', () => {
  const refusing: readonly (readonly [string, WithoutLanguage])[] = [
    ['one default language', (file) => contentStep(file, { en: file.texts.get('en') })],
    ['an empty content', (file) => contentStep(file, {})],
    ['no content', ({ api_id, name }) => ({ body: { api_id, name } })],
    ['another source file', (file) => allLanguages({ ...file, api_id: 'fil_99' })],
    [
      'the source text in every language',
      (file) => contentStep(file, Object.fromEntries(CODES.map((code) => [code, file.texts.get('en')]))),
    ],
    [
      'empty languages beside the first',
      (file) =>
        contentStep(
          file,
          Object.fromEntries(CODES.map((code) => [code, code === 'en' ? file.texts.get('en') : {}])),
        ),
    ],
    [
      'languages that are swapped',
      (file) =>
        contentStep(
          file,
          Object.fromEntries(CODES.map((code, i) => [code, file.texts.get(CODES.at(i - 1) ?? '')])),
        ),
    ],
    [
      'fewer keys than it has',
      (file) =>
        contentStep(
          file,
          Object.fromEntries(
            [...file.texts].map(([code, texts]) => [
              code,
              Object.fromEntries(Object.entries(texts).slice(0, 2)),
            ]),
          ),
        ),
    ],
    [
      'so many texts and no more',
      (file) => {
        let room = 20;
        const cut = [...file.texts].map(([code, texts]) => {
          const some = Object.entries(texts).slice(0, room);
          room -= some.length;
          return [code, Object.fromEntries(some)] as const;
        });
        return contentStep(file, Object.fromEntries(cut));
      },
    ],
    ['status 400', () => ({ status: 400, body: { error: 'locale_id is missing' } })],
    ['status 401', () => ({ status: 401, body: {} })],
    ['status 403', () => ({ status: 403, body: {} })],
    ['status 404', () => ({ status: 404, body: {} })],
    ['status 422', () => ({ status: 422, body: {} })],
    ['status 500', () => ({ status: 500, body: {} })],
    ['a redirect', () => ({ status: 302, headers: { location: '/login' }, body: '' })],
    [
      'an HTML page',
      () => ({ headers: { 'content-type': 'text/html' }, body: '<html><title>Hi</title></html>' }),
    ],
    ['no JSON', () => ({ body: '{"api_id":' })],
    [
      'more than 8 MiB',
      (file) =>
        contentStep(file, { ...Object.fromEntries(file.texts), xx: { big: 'x'.repeat(9 * 1024 * 1024) } }),
    ],
  ];

  it.each(refusing)(
    'BD-28, BD-30: but %s is asked for each language, and not tried again in each run',
    async (_, answers) => {
      const { s, service } = await started(answers);
      const first = await service.counted(() => s.run('pull').then((ran) => ran.code(0).emptyStderr()));
      // The first one, and as many as half of the languages while it is compared.
      expect(first.all).toBeLessThanOrEqual(1 + Math.ceil(CODES.length / 2));
      expect(first.single).toBeGreaterThanOrEqual(FILES);
      expect(first.single).toBeLessThanOrEqual(FILES + 4);
      readsAll(s, service);
      const again = await service.counted(() => s.run('status --check').then((ran) => ran.code(0)));
      expect(again).toEqual({ all: 0, single: FILES });
    },
  );

  it('BD-28: but only some of them is asked for the rest', async () => {
    const { s, service } = await started((file) =>
      contentStep(file, Object.fromEntries([...file.texts].filter(([code]) => code !== 'fr'))),
    );
    (await s.run('pull')).code(0).emptyStderr();
    readsAll(s, service);
    const again = await service.counted(() => s.run('pull').then((ran) => ran.code(0)));
    expect(again).toEqual({ all: SETS.length, single: SETS.length });
  });
});

describe('a service whose answers for all languages become wrong later', () => {
  const wrong: readonly (readonly [string, WithoutLanguage])[] = [
    [
      'hold old texts',
      (file) =>
        contentStep(
          file,
          Object.fromEntries([...file.texts].map(([code, texts]) => [code, { ...texts, key_0: 'old' }])),
        ),
    ],
    [
      'hold the source text everywhere',
      (file) => contentStep(file, Object.fromEntries(CODES.map((code) => [code, file.texts.get('en')]))),
    ],
    [
      'hold no text',
      (file) =>
        contentStep(
          file,
          Object.fromEntries(
            [...file.texts].map(([code, texts]) => [
              code,
              Object.fromEntries(Object.keys(texts).map((key) => [key, ''])),
            ]),
          ),
        ),
    ],
    [
      'lack keys',
      (file) =>
        contentStep(
          file,
          Object.fromEntries([...file.texts].map(([code, texts]) => [code, { key_0: texts['key_0'] }])),
        ),
    ],
    [
      'lack keys of one language',
      (file) =>
        contentStep(file, {
          ...Object.fromEntries(file.texts),
          fr: { key_0: file.texts.get('fr')?.['key_0'] },
        }),
    ],
    ['are one language', (file) => contentStep(file, { en: file.texts.get('en') })],
    [
      'swap languages',
      (file) =>
        contentStep(file, {
          ...Object.fromEntries(file.texts),
          fr: file.texts.get('it'),
          it: file.texts.get('fr'),
        }),
    ],
    ['are errors', () => ({ status: 500, body: {} })],
  ];

  it.each(wrong)('BD-29: changes no file if they %s', async (_, answers) => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    const before = s.snapshot();
    service.withoutLanguage = answers;
    for (const command of ['pull --force --prune --empty --allow-shrink', 'push', 'status --check'])
      (await s.run(command)).code(0);
    const { all } = service.counts;
    expect(all).toBeGreaterThan(SETS.length);
    s.unchanged(before);
    expect(s.service.script.of('upload')).toEqual([]);
  });

  it('BD-29: writes the new text of the single answer and not that of the other', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    for (const set of SETS.keys()) for (const code of CODES) service.set(set, code, 'new_key', `${code} new`);
    service.withoutLanguage = (file) =>
      contentStep(
        file,
        Object.fromEntries([...file.texts].map(([code, texts]) => [code, { ...texts, new_key: 'en new' }])),
      );
    (await s.run('pull')).code(0);
    readsAll(s, service);
  });

  it('BD-29: does not take an upload for arrived or lost by them', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    for (const code of CODES)
      s.file(`set-0/${code}.json`, jsonText({ ...textsOf(0, 4, code), key_0: `${code} mine` }));
    const old = textsOf(0, 4, 'de');
    service.withoutLanguage = (file) => contentStep(file, { ...Object.fromEntries(file.texts), de: old });
    (await s.run('push')).code(0).emptyStderr();
    expect(s.service.script.of('upload')).toHaveLength(CODES.length);
    (await s.run('status --check')).code(0);
  });

  it('BD-29: does not take a text that only the service has for dropped by them', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    const old = service.files[0]?.texts.get('de') ?? {};
    service.set(0, 'de', 'only_there', 'de new');
    for (const code of CODES)
      s.file(`set-0/${code}.json`, jsonText({ ...textsOf(0, 4, code), key_0: `${code} mine` }));
    service.withoutLanguage = (file) =>
      contentStep(file, {
        ...Object.fromEntries(file.texts),
        ...(file.api_id === 'fil_0' ? { de: { ...old, key_0: file.texts.get('de')?.['key_0'] } } : {}),
      });
    (await s.run('push')).code(0).emptyStderr();
  });
});

describe('d1-2 answers with all languages that are old', () => {
  it.each([
    ['one language', ['en']],
    ['several languages', CODES],
  ])('a push of %s notices it: later runs ask for each language', async (_, codes) => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    const old = service.files.map((file) => new Map(file.texts));
    service.withoutLanguage = (file) =>
      contentStep(file, Object.fromEntries(old[Number(file.api_id.replace('fil_', ''))] ?? []));
    for (const code of codes)
      s.file(`set-0/${code}.json`, jsonText({ ...textsOf(0, 4, code), key_0: `${code} mine` }));
    (await s.run('push')).code(0).emptyStderr();
    const asked = await service.counted(() => s.run('status --check').then((ran) => ran.code(0)));
    expect(asked).toEqual({ all: 0, single: FILES });
    service.set(2, 'de', 'key_1', 'neu');
    (await s.run('pull')).code(0);
    readsAll(s, service);
  });

  it('a push of one language to a service whose answers are new: two requests more', async () => {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    s.file('set-0/en.json', jsonText({ ...textsOf(0, 4, 'en'), key_0: 'en mine' }));
    (await s.run('push')).code(0).emptyStderr();
    const asked = await service.counted(() => s.run('status --check').then((ran) => ran.code(0)));
    expect(asked).toEqual({ all: SETS.length, single: 0 });
  });
});

describe('BD-34 a service that answers source texts for what is not translated, if it answers all languages', () => {
  /** Every text of the source locale that a language lacks is answered in its place. */
  const withFallback: WithoutLanguage = (file) =>
    contentStep(
      file,
      Object.fromEntries(
        CODES.map((code) => [code, { ...file.texts.get('en'), ...(file.texts.get(code) ?? {}) }]),
      ),
    );

  it('a first pull writes none of them, although all samples are translated', async () => {
    const { s, service } = await started(withFallback);
    const translated = textsOf(3, 4, 'fr');
    service.replace(3, 'fr', { key_0: translated['key_0'] ?? '', key_1: translated['key_1'] ?? '' });
    (await s.run('pull')).code(0);
    readsAll(s, service);
  });

  it('a first pull writes none of them, although each language has texts that equal their source texts', async () => {
    const { s, service } = await started(withFallback);
    const equal = { ok: 'OK', url: 'URL' };
    for (const set of SETS.keys())
      for (const code of CODES)
        for (const [key, text] of Object.entries(equal)) service.set(set, code, key, text);
    const { key_1, ...translated }: Record<string, string> = { ...textsOf(3, 4, 'fr'), ...equal };
    expect(key_1).toBeDefined();
    service.replace(3, 'fr', translated);
    (await s.run('pull')).code(0);
    readsAll(s, service);
  });

  it('a pull of new keys writes none of them', async () => {
    const { s, service } = await started(withFallback);
    (await s.run('pull')).code(0);
    for (const [set] of SETS.entries())
      for (const code of set === 2 ? CODES : ['en', 'de'])
        service.set(set, code, 'new', `${code} new ${set}`);
    (await s.run('pull')).code(0);
    readsAll(s, service);
  });
});

describe('the embedded service', () => {
  const embedded = async (behave: readonly string[] = []) => {
    const s = await Session.start({
      config: { files: ['*/{locale}.json'] },
      service: { locales: CODES, behave },
    });
    for (const set of SETS.keys())
      for (const code of CODES) s.file(`set-${set}/${code}.json`, jsonText(textsOf(set, 4, code)));
    (await s.run('push')).code(0).emptyStderr();
    return s;
  };
  const reads = (s: Awaited<ReturnType<typeof embedded>>): number =>
    s.service.lines.filter((line) => line.includes('/source_files/')).length;

  it('is asked once for each source file by every command', async () => {
    const s = await embedded();
    for (const set of SETS.keys()) for (const code of CODES) s.remove(`set-${set}/${code}.json`);
    for (const command of ['pull', 'pull', 'status --check', 'push']) {
      const before = reads(s);
      (await s.run(command)).code(0).emptyStderr();
      // A language whose texts are new here is compared once in a run.
      expect(reads(s) - before, command).toBeGreaterThanOrEqual(SETS.length);
      expect(reads(s) - before, command).toBeLessThanOrEqual(SETS.length + 2);
    }
    for (const set of SETS.keys())
      for (const code of CODES)
        expect(JSON.parse(s.text(`set-${set}/${code}.json`))).toEqual(textsOf(set, 4, code));
  });

  it.each([
    ['locale-id=required', FILES],
    ['untranslated=null', SETS.length],
    ['content-code=upper', SETS.length],
  ])('is read rightly with --behave %s', async (behaviour, requests) => {
    const s = await embedded([behaviour]);
    const before = s.snapshot();
    for (const command of ['status --check', 'pull']) {
      const count = reads(s);
      (await s.run(command)).code(0).emptyStderr();
      expect(reads(s) - count, command).toBe(requests);
    }
    s.unchanged(before);
  });
});

describe('BD-32 an answer with all languages that has a text which single answers lack', () => {
  const NEWER = 'ein neuer Text der Übersetzerin';
  /** In step; from now on only the answer with all languages has `texts` of German. */
  async function shown(texts: Readonly<Record<string, string>>, keys = 6) {
    const { s, service } = await started();
    (await s.run('pull')).code(0);
    service.files.splice(1, 1, ...service.files.slice(1, 2).map((file) => ({ ...file, keys })));
    service.withoutLanguage = (file) =>
      contentStep(file, {
        ...Object.fromEntries(file.texts),
        ...(file.api_id === 'fil_1' && { de: { ...file.texts.get('de'), ...texts } }),
      });
    return s;
  }
  const edited = (key: string): string => jsonText({ ...textsOf(1, 6, 'de'), [key]: 'edited here' });

  it.each([
    ['another key is edited here', 'key_0'],
    ['the key is edited here', 'key_2'],
    ['the key is added here', 'key_new'],
  ])('is named whole by push, in quiet runs too: %s', async (_, key) => {
    const newer = key === 'key_0' ? 'key_2' : key;
    for (const options of ['--dry-run', '--quiet']) {
      const s = await shown({ [newer]: NEWER });
      s.file('set-1/de.json', edited(key));
      (await s.run(`push ${options}`)).code(0).stderr(`${newer} = "${NEWER}"`);
    }
  });

  it('is named if the source file has more keys than any before, so that single answers check it', async () => {
    const s = await shown({ key_new: NEWER }, 7);
    s.file('set-1/de.json', edited('key_new'));
    (await s.run('push')).code(0).stderr(`key_new = "${NEWER}"`);
  });

  it('is not named if it is the source text, or if most of the texts differ', async () => {
    const sourceTexts = textsOf(1, 6, 'en');
    for (const texts of [{ key_2: sourceTexts['key_2'] ?? '' }, textsOf(1, 6, 'it')]) {
      const s = await shown(texts);
      s.file('set-1/de.json', edited('key_0'));
      expect((await s.run('push')).code(0).err).not.toContain('ANSWERS_DIFFER');
    }
  });

  it('is not named for a file that is not uploaded', async () => {
    const s = await shown({ key_2: NEWER });
    s.file('set-0/de.json', jsonText({ ...textsOf(0, 4, 'de'), key_0: 'edited here' }));
    expect((await s.run('push')).code(0).err).not.toContain('ANSWERS_DIFFER');
  });
});
