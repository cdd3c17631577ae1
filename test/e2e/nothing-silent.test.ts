import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts)}\n`;
const FILES = ['locales/{locale}.json'];

describe('nothing is left out silently (issue 15, item 4)', () => {
  it.each(['status', 'push', 'pull', 'check'])(
    '%s: a pattern without {locale} for files of one language each is an error that names the pattern meant',
    async (command) => {
      const s = await Session.start({ config: { files: ['locales/*.json'] } });
      s.file('locales/en.json', json({ a: 'A' })).file('locales/de.json', json({ a: 'Ä' }));
      (await s.run(command)).code(2).stderr('such as locales/{locale}.json');
    },
  );

  it.each(['status --check', 'push --dry-run', 'pull --dry-run', 'check', 'diff'])(
    '%s that finds no file is a mistake of the configuration or of the path',
    async (command) => {
      const s = await Session.start({ config: { files: FILES } });
      (await s.run(command)).code(2).stderr('locales/{locale}.json matched no file');
      s.file('locales/en.json', json({ a: 'A' }));
      (await s.run(`${command} other/`)).code(2).stderr('other/ is not part of any file set');
    },
  );

  it.each([
    ['human', 'Compared 0 texts in 0 files: nothing is known of them.'],
    ['markdown', 'Compared 0 texts in 0 files: nothing is known of them.'],
  ])('check of nothing does not say that nothing is wrong: %s', async (reporter, said) => {
    const s = await Session.start({ config: { files: FILES } });
    s.file('locales/de.json', json({ a: 'Ä' }));
    const ran = (await s.run(['check', '--reporter', reporter])).stdout(said);
    ran.never('nothing is wrong');
  });
});

describe('files of locales that the project lacks (issue 15, item 6)', () => {
  const files = ['locales/{locale}.json', 'web/{locale}.json'];
  const strangers = async () => {
    const s = await Session.start({ config: { files } });
    for (const code of ['en', 'de', 'fr'])
      s.file(`locales/${code}.json`, json({ a: 'A' })).file(`web/${code}.json`, json({ a: 'A' }));
    return s.file('web/nl.json', json({ a: 'A' }));
  };

  it('are reported once, grouped by locale, and are one annotation', async () => {
    const s = await strangers();
    const ran = await s.run('status --json');
    expect(ran.warnings).toEqual(['LOCALE_STRANGER']);
    expect(ran.json.warnings[0]?.message).toContain('has no locale fr (2 files), nl (1 file)');
    expect(ran.json.warnings[0]?.hint).toContain('`locales: [en, de, pt-BR]`');
    const annotated = await s.run('status --reporter github');
    expect(annotated.out.match(/^::warning/gm)).toHaveLength(1);
  });

  it('are of this run only', async () => {
    const s = await strangers();
    const ran = await s.run('status --json locales');
    expect(ran.json.warnings.map(({ message }) => message)).toEqual([
      'not synced: the project has no locale fr',
    ]);
  });

  it('are silenced for good by `locales`', async () => {
    const s = await strangers();
    s.config({ files, locales: ['en', 'de', 'pt-BR'] });
    for (const command of ['status', 'push --dry-run', 'pull --dry-run'])
      expect((await s.run(`${command} --json`)).warnings).toEqual([]);
  });
});

describe('what counts as untranslated (issue 15, item 6)', () => {
  const counts = async (s: Session) =>
    (await s.run('status --json')).json.files.map(({ locale, keys }) => [
      locale,
      keys.translated,
      keys.total,
    ]);

  it('a source text that is empty on purpose does not', async () => {
    const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de'] } });
    s.file('locales/en.json', json({ a: 'A', b: 'B', empty: '' }));
    s.file('locales/de.json', json({ a: 'Ä', b: 'Be' }));
    expect(await counts(s)).toEqual([
      ['en', 2, 2],
      ['de', 2, 2],
    ]);
    (await s.run('push')).code(0);
    (await s.run('status --check=missing')).code(0).never('empty', 'not translated');
    // The same from the index, and beside one that really lacks.
    (await s.run('status --check=missing')).code(0);
    s.file('locales/de.json', json({ a: 'Ä', b: '' }));
    (await s.run('status --check=missing --missing')).code(1).stdout(/lacks\n {2}b\n/);
  });

  it('a key that was deleted here on purpose does not', async () => {
    const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de'] } });
    s.file('locales/en.json', json({ a: 'A', b: 'B' })).file('locales/de.json', json({ a: 'Ä', b: 'Be' }));
    (await s.run('push')).code(0);
    s.file('locales/de.json', json({ a: 'Ä' }));
    (await s.run('status --check=missing')).code(0).stdout('1 key deleted here');
    expect(await counts(s)).toContainEqual(['de', 1, 1]);
    s.file('locales/en.json', json({ a: 'A' }));
    expect(await counts(s)).toEqual([
      ['en', 1, 1],
      ['de', 1, 1],
    ]);
  });

  it('so many deletions that they may be a bad merge all count', async () => {
    const texts = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, `Text ${i}`]));
    const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de'] } });
    s.file('locales/en.json', json(texts)).file('locales/de.json', json(texts));
    (await s.run('push')).code(0);
    s.file('locales/de.json', json({ key0: 'Text 0' }));
    expect(await counts(s)).toContainEqual(['de', 1, 40]);
  });
});
