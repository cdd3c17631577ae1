import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const LOCALES = ['en', 'de', 'ru'];
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Each kind of file whose comparison finds more than equal texts under equal keys. */
const KINDS: Readonly<Record<string, (locale: string) => unknown>> = {
  plain: (locale) => ({
    title: `${locale} title`,
    menu: { open: `${locale} open`, close: `${locale} close` },
  }),
  flat: (locale) => ({ one: `${locale} one`, two: `${locale} two` }),
  'a key less': (locale) => ({ a: `${locale} a`, ...(locale === 'de' ? {} : { b: `${locale} b` }) }),
  'a key more': (locale) => ({ a: `${locale} a`, ...(locale === 'de' ? { b: `${locale} b` } : {}) }),
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
};
const FILES = Object.entries(KINDS).flatMap(([, texts], set) =>
  LOCALES.map((locale) => [`l/${set}/${locale}.json`, json(texts(locale))] as const),
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

async function start(config: object = {}): Promise<Session> {
  const s = await Session.start({
    config: { files: ['l/*/{locale}.json'], ...config },
    service: { locales: LOCALES },
  });
  for (const [path, text] of FILES) s.file(path, text);
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

  it('after a first push', async () => {
    const s = await start();
    await s.launch('push');
    await notesAlike(s, 20);
  });
});
