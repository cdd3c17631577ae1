import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

async function acting(behave: readonly string[]) {
  const s = await Session.start({
    config: { files: ['l/{locale}.json'] },
    service: { locales: ['en', 'de'], behave },
  });
  return { s, uploads: (): number => posts(s.service).uploads };
}

describe('M4 a text that the service cuts, edited after the cut', () => {
  it.each([10, 4])('cut=%i: one upload settles it, and no run sends it again', async (cut) => {
    const { s, uploads } = await acting([`cut=${cut}`]);
    s.file('l/en.json', jsonText({ a: 'A', b: 'B' })).file(
      'l/de.json',
      jsonText({ a: '0123456789 one', b: 'Be' }),
    );
    (await s.run('push')).code(0);
    s.file('l/de.json', jsonText({ a: '0123456789 two', b: 'Be' }));
    const before = uploads();
    (await s.run('push')).code(0).stderr('in another form');
    expect(uploads()).toBe(before + 1);
    for (const command of ['push', 'push --force', 'pull']) (await s.run(command)).code(0);
    expect(uploads()).toBe(before + 1);
    s.reads('l/de.json', jsonText({ a: '0123456789 two', b: 'Be' }));
    (await s.run('status --check')).code(1);
    (await s.run('diff')).code(1).stdout('0123456789 two');
    // Another text there is a translator's.
    await s.service.put('de', 'l/en.json', { a: 'neu' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ a: 'neu', b: 'Be' }));
  });
});

describe('M1 push --force and texts that the service did not accept', () => {
  it.each(['cut=10', 'trim', 'escape-html'])('%s: they are not uploaded on every run', async (behave) => {
    const { s, uploads } = await acting([behave]);
    s.file('l/en.json', jsonText({ a: 'A' })).file(
      'l/de.json',
      jsonText({ a: ' Tom & Jerry und andere ', b: 'B' }),
    );
    (await s.run('push')).code(0);
    const before = uploads();
    for (let i = 0; i < 2; i++) (await s.run('push --force')).code(0).stdout('Nothing to push.');
    expect(uploads()).toBe(before);
    s.reads('l/de.json', jsonText({ a: ' Tom & Jerry und andere ', b: 'B' }));
  });
});

describe('A2-7 a service that cuts below 8 characters', () => {
  it.each([[['cut=8']], [['cut=3']], [['cut=6', 'trim']]])(
    '%s: no conflict, nothing overwritten',
    async (behave) => {
      const { s, uploads } = await acting(behave);
      const de = { a: ' hallo & welt ', b: 'ok de und mehr', c: 'ok' };
      s.file('l/en.json', jsonText({ a: ' hello & world ', b: 'okay then', c: 'ok' })).file(
        'l/de.json',
        jsonText(de),
      );
      (await s.run('push')).code(0).stderr('in another form');
      const before = uploads();
      for (const command of ['push', 'pull', 'push', 'pull']) (await s.run(command)).code(0);
      expect(uploads()).toBe(before);
      s.file('l/de.json', jsonText({ ...de, c: 'gut' }));
      (await s.run('push')).code(0);
      (await s.run('pull')).code(0);
      s.reads('l/de.json', jsonText({ ...de, c: 'gut' }));
      await s.service.put('de', 'l/en.json', { a: 'T1' });
      (await s.run('pull')).code(0);
      s.reads('l/de.json', jsonText({ ...de, a: 'T1', c: 'gut' }));
    },
  );
});

describe('N1 a service where uploads replace the language', () => {
  it('names texts that only the service had and that an upload dropped, exit 1', async () => {
    const { s } = await acting(['replace']);
    s.file('l/en.json', jsonText({ a: 'A', t: 'T' })).file('l/de.json', jsonText({ a: 'Ä' }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { a: 'Ä', title: 'Titel' });
    s.file('l/de.json', jsonText({ a: 'Ä2' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_DROPPED']);
    expect(ran.json.errors[0]?.message).toContain(
      '1 text that the upload lacked, and has lost it with it: in de title = "Titel";',
    );
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('says nothing if the service merges', async () => {
    const { s } = await acting([]);
    s.file('l/en.json', jsonText({ a: 'A' })).file('l/de.json', jsonText({ a: 'Ä' }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { title: 'Titel' });
    s.file('l/de.json', jsonText({ a: 'Ä2' }));
    (await s.run('push')).code(0).emptyStderr();
  });

  it('a file of several languages: also in the language that no one edited', async () => {
    const s = await Session.start({
      config: { files: ['m.json'] },
      service: { locales: ['en', 'de'], behave: ['replace'] },
    });
    s.file('m.json', jsonText({ en: { a: 'A' }, de: { a: 'Ä' } }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'm.json', { a: 'Ä', title: 'Titel' });
    s.file('m.json', jsonText({ en: { a: 'A2' }, de: { a: 'Ä' } }));
    (await s.run('push')).code(1).stderr('has lost it with it: in de title = "Titel"');
  });
});

describe('a conflict with a text that the service cleared', () => {
  const conflict = async () => {
    const { s } = await acting([]);
    s.file('l/en.json', jsonText({ a: 'A', b: 'B' })).file('l/de.json', jsonText({ a: 'Ä', b: 'Be' }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { a: '' });
    s.file('l/de.json', jsonText({ a: 'Ä2', b: 'Be' }));
    return s;
  };
  const remedy = (text: string, command: string): string =>
    new RegExp(`\`locsync (${command} [^\`]*)\``).exec(text)?.[1] ?? '';

  it.each([
    ['pull --force --empty', ''],
    ['push --force', 'Ä2'],
  ])('push and pull report it, and `%s` of the hint ends it', async (command, text) => {
    const s = await conflict();
    for (const one of ['push', 'pull']) {
      const ran = (await s.run(one)).code(1).stderr('1 key was changed on both sides: a');
      expect(remedy(ran.err, command)).toBe(`${command} --locale de l/de.json`);
    }
    (await s.run(`${command} --locale de l/de.json`)).code(0);
    s.reads('l/de.json', jsonText({ a: text, b: 'Be' }));
    for (const one of ['push', 'pull']) (await s.run(one)).code(0);
    expect((await s.service.texts('l/en.json', 'de'))['a'] ?? '').toBe(text);
  });
});

describe('b1-7 a service that cuts, and nothing else arrives with the text', () => {
  it('a text that is synced at the cut and grows beyond it is sent twice at most', async () => {
    const { s, uploads } = await acting(['cut=5']);
    s.file('l/en.json', jsonText({ a: 'Hello', b: 'B' })).file(
      'l/de.json',
      jsonText({ a: 'Hallo', b: 'Be' }),
    );
    (await s.run('push')).code(0);
    s.file('l/de.json', jsonText({ a: 'Hallo Neu', b: 'Be' }));
    const before = uploads();
    // Once it may also be an import that takes its time.
    (await s.run('push')).code(1).stderr('holds nothing of it: 1 key, a');
    (await s.run('push')).code(0).stderr('in another form than it was sent: a');
    for (const command of ['push', 'pull', 'push --force']) (await s.run(command)).code(0).emptyStderr();
    expect(uploads()).toBe(before + 2);
    (await s.run('status --check')).code(1);
    s.reads('l/de.json', jsonText({ a: 'Hallo Neu', b: 'Be' }));
  });

  it('a first push to a service that holds the cut form already settles it, and says so once', async () => {
    const { s, uploads } = await acting(['cut=20']);
    const long = 'A source text that is longer than twenty';
    s.file('l/en.json', jsonText({ a: long, b: 'B' })).file('l/de.json', jsonText({ a: 'Ä', b: 'Be' }));
    (await s.run('push')).code(0);
    s.remove('locsync.lock').remove('.locsync');
    const before = uploads();
    (await s.run('push')).code(0).stderr('in another form').never('replaced on the service');
    expect(uploads()).toBe(before + 1);
    for (const command of ['push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    s.reads('l/en.json', jsonText({ a: long, b: 'B' }));
  });

  it('a first pull of a second clone takes no text that is cut at five characters', async () => {
    const { s } = await acting(['cut=5']);
    const de = { a: 'Hallo Welt', b: 'Guten Tag', c: 'Ja' };
    s.file('l/en.json', jsonText({ a: 'Hello world', b: 'Good day', c: 'Yes' })).file(
      'l/de.json',
      jsonText(de),
    );
    (await s.run('push')).code(0);
    s.remove('locsync.lock').remove('.locsync');
    (await s.run('pull')).code(1).stderr('a, b');
    s.reads('l/de.json', jsonText(de));
  });
});

describe('b1-7 a service that refuses one text', () => {
  it('edited away and back: the refusal is known, and no run ends with 1 for it', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    const de = { a: 'dA', b: 'dB' };
    for (const code of ['en', 'de']) {
      fakeService.set(code, de);
      s.file(`l/${code}.json`, jsonText(de));
    }
    (await s.run('push')).code(0);
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      fakeService.set('de', { ...fakeService.texts('de'), a: 'dA' });
      return step;
    });
    const mine = { a: 'ganz anders', b: 'dB dev' };
    s.file('l/de.json', jsonText(mine));
    (await s.run('push')).code(0).stderr('does not hold 1 key of it: a');
    // It could as well be another machine's stale upload: the remedy of the conflict ends it.
    (await s.run('push')).code(1).stderr('push --force --locale de');
    (await s.run('push --force --locale de l/de.json')).code(0).stderr('does not hold 1 key of it: a');
    for (const command of ['push', 'pull']) (await s.run(command)).code(0).emptyStderr();

    s.file('l/de.json', jsonText({ ...mine, a: 'dA' }));
    for (const command of ['push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    s.file('l/de.json', jsonText(mine));
    (await s.run('push')).code(0).stderr('does not hold 1 key of it: a');
    for (const command of ['push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    (await s.run('status --check')).code(1);
    // A text that appears there later is a conflict.
    fakeService.set('de', { ...fakeService.texts('de'), a: 'dA tr' });
    (await s.run('pull')).code(1).stderr('changed on both sides: a');
  });
});

describe('k1-1 a text that is the source text in another language, too, on a service that alters it', () => {
  it.each(['escape-html', 'untranslated=source,escape-html'])(
    '%s: the service has it in another form, and later runs have nothing to do',
    async (behave) => {
      const { s, uploads } = await acting(behave.split(','));
      s.file('l/en.json', jsonText({ a: 'Hello', name: 'Tom & Jerry' })).file(
        'l/de.json',
        jsonText({ a: 'Hallo', name: 'Tom & Jerry' }),
      );
      (await s.run('push')).code(0).never('does not hold');
      expect(uploads()).toBe(2);
      for (const command of ['push', 'pull', 'push']) (await s.run(command)).code(0).never('both sides');
      expect(uploads()).toBe(2);
      s.reads('l/de.json', jsonText({ a: 'Hallo', name: 'Tom & Jerry' }));
    },
  );
});

describe('UP-51 first contact with a service that makes one text of the source text and its translation', () => {
  const EN = "It's warm and sunny here";
  const DE = "It's warm and sunny im Süden";

  it.each([
    ['cut=14', 'l/{locale}.json'],
    ['cut=14', 'l/{locale}.yml'],
    ['cut=14', 'all.json'],
    ['cut=14,untranslated=source', 'l/{locale}.json'],
    ['cut=14,text-case=lower', 'l/{locale}.json'],
  ])('%s, %s: one push settles it, and no run sends it again', async (behave, pattern) => {
    const s = await Session.start({
      config: { files: [pattern] },
      service: { locales: ['en', 'de'], behave: behave.split(',') },
    });
    const texts = { en: { a: EN, b: 'two' }, de: { a: DE, b: 'zwei' } };
    // JSON is YAML, too.
    if (pattern === 'all.json') s.file(pattern, jsonText(texts));
    else
      for (const code of ['en', 'de'] as const)
        s.file(
          pattern.replace('{locale}', code),
          pattern.endsWith('yml') ? block(texts[code]) : jsonText(texts[code]),
        );
    (await s.run('push')).code(0).stderr('in another form');
    s.remove('locsync.lock').remove('.locsync');
    (await s.run('push')).code(0).stderr('in another form');
    const { uploads } = posts(s.service);
    for (const command of ['push', 'pull', 'push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    expect(posts(s.service).uploads).toBe(uploads);
    (await s.run('status --check')).code(1);
    (await s.run('diff')).code(1).stdout(DE);
  });

  const block = (texts: Readonly<Record<string, string>>): string =>
    Object.entries(texts)
      .map(([key, text]) => `${key}: ${JSON.stringify(text)}\n`)
      .join('');

  it('a service that answers the source text for a text that it did not store has not stored it', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.set('en', { a: 'A page', b: 'two' });
    fakeService.set('de', { a: 'A page', b: 'zwei' });
    s.file('l/en.json', jsonText({ a: 'A page', b: 'two' }));
    s.file('l/de.json', jsonText({ a: 'A page, auf Deutsch', b: 'zwei' }));
    fakeService.filter = (text) => (text.startsWith('A page,') ? 'A page' : text);
    (await s.run('push')).code(1).stderr('holds nothing of it: 1 key, a');
  });
});
