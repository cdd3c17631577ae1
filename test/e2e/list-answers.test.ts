import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

type Fields = Readonly<Record<string, unknown>>;

const EN = 'l/en.json';
const DE = 'l/de.json';
const file = (...items: readonly Fields[]): string => `${JSON.stringify(items, undefined, 2)}\n`;
const EN_TEXT = file(
  { id: 'home', description: 'In the menu', translation: 'Home' },
  { id: 'cats', translation: { one: 'One cat', other: '{{.Count}} cats' } },
);
const DE_TEXT = file(
  { id: 'home', translation: 'Start' },
  { id: 'cats', translation: { one: 'Eine Katze', other: '{{.Count}} Katzen' } },
);

/**
 * A service that keeps uploaded lists as they are, and answers each language in a shape of its own.
 */
async function start(shape: (items: readonly Fields[]) => unknown) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'], retries: 1 } });
  const held = new Map<string, readonly Fields[]>();
  let uploads = 0;
  const source = { api_id: 'fil_1', name: EN, keys: 3 };
  const { script } = s.service;
  script
    .on('locales', () => ({
      body: ['en', 'de'].map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
    }))
    .on('sourceFiles', () => ({ body: held.size === 0 ? [] : [source] }))
    .on('texts', ({ url }) => {
      const code = new URL(url, 'http://h').searchParams.get('locale_id')?.replace('loc_', '') ?? '';
      return { body: { ...source, content: { [code]: shape(held.get(code) ?? []) } } };
    })
    .on('upload', ({ body }) => {
      const { filename, content } = JSON.parse(body) as { filename: string; content: string };
      held.set(filename.slice(2, 4), JSON.parse(content) as readonly Fields[]);
      const last_version = { id: `fiv_${++uploads}`, number: uploads, upload: 'api' };
      return { body: { api_id: source.api_id, name: source.name, project_id: 'pro_1', last_version } };
    });
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  return { s, held, uploads: () => uploads };
}

const flatten = (value: unknown, path: string): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`))
    : [[path, value]];

describe('LI-06 answers of the service that are lists', () => {
  it.each<[string, (items: readonly Fields[]) => unknown]>([
    ['the list as it was uploaded', (items) => items],
    ['the list in another order', (items) => items.toReversed()],
    ['a map by number', (items) => Object.fromEntries(items.entries())],
    ['flat keys by number', (items) => Object.fromEntries(flatten(items, ''))],
    [
      'flat keys with numbers in brackets',
      (items) =>
        Object.fromEntries(flatten(items, '').map(([key, text]) => [key.replace(/^\d+/, '[$&]'), text])),
    ],
    [
      'a map by id',
      (items) => Object.fromEntries(items.map(({ id, translation }) => [String(id), translation])),
    ],
  ])('are matched by id: %s', async (_, shape) => {
    const { s, held, uploads } = await start(shape);
    (await s.run('push')).code(0).emptyStderr();
    expect(held.get('de')).toEqual(JSON.parse(DE_TEXT));
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(uploads()).toBe(2);
    held.set('de', [{ id: 'home', translation: 'Anfang' }, ...(held.get('de') ?? []).slice(1)]);
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(DE, DE_TEXT.replace('Start', 'Anfang')).reads(EN, EN_TEXT);
    (await s.run('status --check')).code(0);
  });

  it.each<[string, (items: readonly Fields[]) => unknown, number, string | RegExp]>([
    ['a list of texts', (items) => items.map(({ translation }) => translation), 4, 'an `id` each'],
    ['a list without ids', (items) => items.map(({ translation }) => ({ translation })), 4, 'an `id` each'],
    ['a list with one id twice', ([one = {}]) => [one, one], 4, 'an `id` each'],
    [
      'a map by number without ids',
      (items) => Object.fromEntries(items.map(({ translation }, i) => [i, translation])),
      4,
      /spell|known/,
    ],
  ])('are refused, and nothing is changed: %s', async (_, shape, code, reason) => {
    let own: (items: readonly Fields[]) => unknown = (items) => items;
    const { s, held, uploads } = await start((items) => own(items));
    (await s.run('push')).code(0);
    own = shape;
    held.set('de', [
      { id: 'home', translation: 'Anfang' },
      { id: 'cats', translation: 'Katzen' },
    ]);
    s.file(EN, EN_TEXT.replace('Home', 'Start page'));
    const before = [s.text(EN), s.text(DE), s.text('locsync.lock')];
    for (const command of ['pull', 'push', 'status'] as const)
      (await s.run(command)).code(code).stderr(reason, 'l/');
    expect([s.text(EN), s.text(DE), s.text('locsync.lock')]).toEqual(before);
    expect(uploads()).toBe(2);
  });
});

describe('LI-06 a service that has one text where the list has plural forms', () => {
  it('is told with both keys, and the text is left alone', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    const text = (other: string): string => file({ id: 'no', other }, { id: 'yes', other: 'Y' });
    s.file(EN, text('No')).file(DE, text('Nein'));
    (await s.run('push')).code(0);
    await s.service.put('de', EN, { no: 'Nö', 'yes.other': 'Ja' });
    const ran = await s.run('pull');
    expect(ran.err, ran.transcript).toMatch(/\bno\b/);
    expect(ran.err, ran.transcript).toContain('no.other');
    s.reads(DE, text('Nein').replace('"Y"', '"Ja"'));
  });
});
