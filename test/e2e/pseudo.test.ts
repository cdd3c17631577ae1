import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = 'config/locales/en.yml';
const XA = 'config/locales/en-XA.yml';
const EN_TEXT =
  '# The shop.\r\nen:\r\n  hello:   "Hello %{name}" # greeting\r\n  items:\r\n    one: One item\r\n    other: "%{count} items"\r\n  html: <b>Bold</b> &amp; more\r\n  size: 12\r\n  order: [":year", \':month\']\r\n';

async function project() {
  const s = await Session.start();
  s.file(EN, EN_TEXT);
  return s;
}

/** What is no letter: it stays as it is. */
const bones = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{L}\p{M}]+/gu, 'x')
    .replaceAll('x-x', 'x');

describe('PS-02 pseudo writes a locale from the source texts', () => {
  it('in the format of the source file, and a second run changes nothing', async () => {
    const s = await project();
    (await s.run('pseudo --dry-run')).code(0).stdout(/^Would write 1 file\. They are never pushed\.$/m);
    expect(s.has(XA)).toBe(false);
    (await s.run('pseudo'))
      .code(0)
      .emptyStderr()
      .stdout(/en-XA\.yml: 6 texts/, /^Wrote 1 file\./m);
    expect(bones(s.text(XA))).toBe(bones(EN_TEXT));
    expect(s.text(XA)).toContain('%{name}');
    expect(s.text(XA)).toContain('<b>');
    expect(s.text(XA)).toContain('&amp;');
    s.reads(EN, EN_TEXT);
    const before = s.snapshot();
    (await s.run('pseudo')).code(0).stdout(/^Nothing to write/);
    s.unchanged(before);
    s.file(EN, EN_TEXT.replace('One item', 'A single item').replace('  size: 12\r\n', ''));
    (await s.run('pseudo')).code(0);
    expect(s.text(XA)).not.toContain('size');
  });

  it('PS-05 into the file that has another spelling of its code', async () => {
    const s = await project();
    (await s.run('pseudo')).code(0);
    s.file(EN, EN_TEXT.replace('One item', 'A single item'));
    (await s.run('pseudo --as en_XA')).code(0).stdout(/en-XA\.yml: 6 texts/);
    expect(s.has('config/locales/en_XA.yml')).toBe(false);
    (await s.run('pseudo')).code(0).stdout(/^Nothing to write/);
  });

  it('PS-03 with --bidi the forms that Arabic needs, from right to left', async () => {
    const s = await project();
    (await s.run('pseudo --bidi')).code(0);
    const text = s.text('config/locales/ar-XB.yml');
    for (const form of ['zero', 'one', 'two', 'few', 'many', 'other'])
      expect(text).toContain(`    ${form}: `);
    expect(text).toMatch(/\u202e.*\u202c|\\u202E.*\\u202C/);
    (await s.run('pseudo --as de')).code(2).stderr(/de is not the code of a pseudo-locale/);
  });
});

describe('PS-04 a pseudo-locale is never synced', () => {
  it.each([[['en', 'de']], [['en', 'de', 'en-XA']]])('with the languages %s', async (locales) => {
    const s = await Session.start({ service: { locales } });
    s.file(EN, EN_TEXT);
    (await s.run('push')).code(0);
    const status = (await s.run('status --json')).json;
    (await s.run('pseudo')).code(0);
    const after = (await s.run('status --json')).code(0);
    expect({ ...after.json, warnings: [] }).toEqual({ ...status, warnings: [] });
    after.never(/en-XA/);
    (await s.run('push --all')).code(0).never(/en-XA/);
    (await s.run('check')).code(0).never(/en-XA/);
    (await s.run('pull')).code(0).never(/en-XA/);
    (await s.run('status --check --missing')).code(0).never(/en-XA/);
    if (!locales.includes('en-XA')) return;
    expect(Object.values(await s.service.texts(EN, 'en-XA')).filter((text) => text !== '')).toEqual([]);
  });

  it.each([{ locales: ['en', 'de'] }, { locales: ['en', 'de', 'en-XA'] }])(
    'PS-05 in a file of all languages it is one more at the top, and does not go up: $locales',
    async (service) => {
      const s = await Session.start({ config: { files: ['languages.json'] }, service });
      const text =
        '{\n  "en": {\n    "a": "Hello",\n    "b": "World"\n  },\n  "de": {\n    "a": "Hallo"\n  }\n}\n';
      s.file('languages.json', text);
      (await s.run('push')).code(0);
      (await s.run('pseudo')).code(0);
      expect(s.text('languages.json').startsWith(text.slice(0, 30))).toBe(true);
      expect(s.text('languages.json')).toMatch(/"en-XA": \{\s+"a"/);
      (await s.run('status --check')).code(0).emptyStderr();
      (await s.run('push')).code(0).stdout('Nothing to push.');
      (await s.run('check')).code(0).never(/en-XA/);
      const before = s.snapshot();
      (await s.run('pseudo')).code(0).stdout(/^Nothing to write/);
      s.unchanged(before);
      s.file('languages.json', s.text('languages.json').replace('"World"', '"Earth"'));
      (await s.run('push')).code(0);
      expect(await s.service.texts('languages.json', 'en')).toMatchObject({ b: 'Earth' });
      expect(s.text('languages.json')).toContain('en-XA');
      if (!service.locales.includes('en-XA')) return;
      const texts = await s.service.texts('languages.json', 'en-XA');
      expect(Object.values(texts).filter((text) => text !== '')).toEqual([]);
    },
  );
});

it('a code in place of a path names the option for it', async () => {
  const s = await project();
  (await s.run('pseudo en-XB')).code(2).stderr('did you mean --as en-XB?');
  (await s.run('pseudo --as en-XB')).code(0).stdout(/^Wrote 1 file\./m);
});

describe('PS-06 pseudo writes over no language of the project', () => {
  it.each([
    ['a code of localeMap', { files: [{ path: 'l/{locale}.yml', localeMap: { de: 'qps' } }] }, 'l/qps.yml'],
    [
      'a language of a file of all languages',
      { files: [{ path: 'l/all.yml', localeMap: { de: 'qps' } }] },
      'l/all.yml',
    ],
  ])('%s is refused', async (_, config, path) => {
    const s = await Session.start({ config });
    const own = path === 'l/all.yml' ? 'en:\n  a: One\nqps:\n  a: Eins\n' : 'qps:\n  a: Eins\n';
    s.file('l/en.yml', 'en:\n  a: One\n').file(path, own);
    (await s.run('pseudo --as qps')).code(2).stderr('is a language of l/');
    s.reads(path, own);
  });

  it.each([
    { sourceLocale: 'qps' },
    { locales: ['en', 'en-XA'] },
    { pullOnly: ['ar-XB'] },
    { pushOnly: ['qps-ploc'] },
    { localeMap: { 'en-XA': 'fake' } },
  ])('PS-07 a setting that would sync a pseudo-locale is refused: %o', async (setting) => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'], ...setting } });
    s.file('l/en.yml', 'en:\n  a: One\n');
    for (const command of ['push', 'pull', 'pseudo'])
      (await s.run(command)).code(2).stderr('it is the code of a pseudo-locale, which is never synced');
  });

  it('PS-08 texts that it did not make stay, and are named', async () => {
    const s = await project();
    const own = 'en-XA:\n  hello: "Howdy %{name}"\n';
    s.file(XA, own);
    (await s.run('pseudo'))
      .code(5)
      .stderr(`${XA}:2:10: hello has a text that \`locsync pseudo\` did not make`);
    s.reads(XA, own);
    s.remove(XA);
    (await s.run('pseudo')).code(0);
    s.file(EN, EN_TEXT.replace('Hello %{name}', 'Good morning %{name}'));
    (await s.run('pseudo')).code(0).stdout(/^Wrote 1 file/m);
  });

  it('a locale that was synced is refused, although its code is no longer named', async () => {
    const s = await Session.start({
      config: { files: [{ path: 'l/{locale}.yml', localeMap: { de: 'qps' } }] },
    });
    s.file('l/en.yml', 'en:\n  a: One\n').file('l/qps.yml', 'qps:\n  a: Eins\n');
    (await s.run('push')).code(0);
    s.config({ files: ['l/{locale}.yml'] });
    (await s.run('pseudo --as qps')).code(2).stderr('is a language of l/{locale}.yml here');
    s.reads('l/qps.yml', 'qps:\n  a: Eins\n');
  });
});

it.each(['mv hello welcome', 'rm hello'])(
  'k2-2 after pseudo, %s misses nothing in the lock',
  async (command) => {
    const s = await project();
    (await s.run('push')).code(0);
    (await s.run('pseudo')).code(0);
    (await s.run(command)).code(1).stdout('Left to delete on the service:').never('does not have');
    expect(s.text(XA)).not.toContain('hello');
  },
);
