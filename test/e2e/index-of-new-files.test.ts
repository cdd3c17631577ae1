import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const LOCALES = ['en', 'de', 'ru'];
/** Each kind of file whose comparison finds more than equal texts under equal keys. */
const KINDS: Readonly<Record<string, (locale: string) => unknown>> = {
  plain: (locale) => ({
    title: `${locale} title`,
    menu: { open: `${locale} open`, close: `${locale} close` },
  }),
  flat: (locale) => ({ one: `${locale} one`, two: `${locale} two` }),
  'a key less': (locale) => ({ a: `${locale} a`, ...(locale === 'de' ? {} : { b: `${locale} b` }) }),
  'a key more': (locale) => ({ a: `${locale} a`, ...(locale === 'de' ? { b: `${locale} b` } : {}) }),
  'another key': (locale) => ({ a: `${locale} a`, [locale === 'de' ? 'c' : 'b']: `${locale} b` }),
  'another order': (locale) =>
    locale === 'de' ? { b: 'de b', a: 'de a' } : { a: `${locale} a`, b: `${locale} b` },
  'an empty text': (locale) => ({ a: `${locale} a`, b: locale === 'de' ? '' : `${locale} b` }),
  'an empty source text': (locale) => ({ a: `${locale} a`, b: locale === 'en' ? '' : `${locale} b` }),
  'plural forms': (locale) => ({
    n_one: `${locale} one`,
    ...(locale === 'ru' ? { n_few: 'ru few', n_many: 'ru many' } : {}),
    n_other: `${locale} other`,
  }),
  'a list': (locale) => ({ days: [`${locale} Mo`, `${locale} Tu`], a: `${locale} a` }),
  'numbers and words': (locale) => ({ a: '5', b: 'true', c: 'null', d: `${locale} d` }),
  'a group named as a language': (locale) => ({ a: `${locale} a`, de: { x: `${locale} x` } }),
  'the same texts': () => ({ a: 'OK', b: 'PDF' }),
  'names with dots': (locale) => ({ 'a.b': `${locale} ab`, c: { 'd.e': `${locale} de` } }),
  'names that are numbers': (locale) => ({ 2: `${locale} two`, 1: `${locale} one`, a: { 3: `${locale} 3` } }),
  'a null': (locale) => ({ a: `${locale} a`, b: locale === 'de' ? null : `${locale} b` }),
  'lists with gaps': (locale) => ({ months: [null, `${locale} January`], a: `${locale} a` }),
};
const FILES = Object.entries(KINDS).flatMap(([, texts], set) =>
  LOCALES.map((locale) => [`l/${set}/${locale}.json`, jsonText(texts(locale))] as const),
);

interface Index {
  readonly answers: readonly string[];
  readonly files: readonly (readonly [string, string, readonly (readonly [number, ...unknown[]])[]])[];
}

/** The entries of the index by path, each with its answers. */
function entriesOf(s: Session): ReadonlyMap<string, unknown> {
  const lines = s.text('.locsync/index').split('\n');
  const line = lines.find((one) => one.startsWith('{')) ?? '{}';
  const { answers, files } = JSON.parse(line) as Index;
  return new Map(
    files.map(([path, digest, locales]) => [
      path,
      [digest, locales.map(([answer, ...rest]) => [answers[answer], ...rest])],
    ]),
  );
}

// JSON is YAML, too.
const asYaml = (path: string): string => path.replace(/json$/, 'yml');

async function start(config: object = {}, pathOf = (path: string): string => path): Promise<Session> {
  const s = await Session.start({
    config: { files: [pathOf('l/*/{locale}.json')], ...config },
    service: { locales: LOCALES },
  });
  for (const [path, text] of FILES) s.file(pathOf(path), text);
  return s;
}

/** What the run has noted is what a run finds that knows nothing. */
async function notesAlike(s: Session, least: number): Promise<void> {
  const noted = entriesOf(s);
  s.remove('.locsync/index');
  await s.launch('pull');
  const found = entriesOf(s);
  expect(noted.size).toBeGreaterThanOrEqual(least);
  for (const [path, entry] of noted) expect(entry, path).toEqual(found.get(path));
}

describe('IX-04 the index says of new files what a comparison would say', () => {
  it.each([
    ['', {}],
    [' with ignored keys', { ignoreKeys: ['a'] }],
  ])('after a first pull%s', async (_, config) => {
    const s = await start(config);
    await s.launch('push');
    for (const path of [...FILES.map(([file]) => file), 'locsync.lock', '.locsync']) s.remove(path);
    await s.launch('pull');
    await notesAlike(s, 20);
  });

  it('after a first pull of YAML files', async () => {
    const s = await start({}, asYaml);
    await s.launch('push');
    for (const path of [...FILES.map(([file]) => asYaml(file)), 'locsync.lock', '.locsync']) s.remove(path);
    await s.launch('pull');
    await notesAlike(s, 20);
  });

  it('after a first pull of translations of files that are here', async () => {
    const s = await start();
    await s.launch('push');
    const translations = FILES.map(([file]) => file).filter((file) => !file.endsWith('en.json'));
    for (const path of [...translations, 'locsync.lock', '.locsync']) s.remove(path);
    await s.launch('pull');
    await notesAlike(s, 20);
  });

  it('after a first pull of more texts than are compared again', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    for (const locale of ['en', 'de']) {
      const texts = Array.from({ length: 55_000 }, (_, n) => [`key${n}`, `${locale} ${n}`]);
      await s.service.upload(`l/${locale}.json`, jsonText(Object.fromEntries(texts)));
    }
    await s.launch('pull');
    expect([...entriesOf(s).keys()].sort()).toEqual(['l/de.json', 'l/en.json']);
    await notesAlike(s, 2);
  });

  it('not of a file that is edited after it was written', async () => {
    const s = await start();
    await s.launch('push');
    for (const path of [...FILES.map(([file]) => file), 'locsync.lock', '.locsync']) s.remove(path);
    await s.launch('pull');
    s.file('l/0/de.json', s.text('l/0/de.json').replace('de title', 'de Titel'));
    const { out } = await s.launch('status');
    expect(out).toContain('l/0/de.json');
  });

  it('after a first push', async () => {
    const s = await start();
    await s.launch('push');
    await notesAlike(s, 20);
  });
});
