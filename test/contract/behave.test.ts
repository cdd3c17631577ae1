import { describe, expect, it, onTestFinished } from 'vitest';
import { BEHAVIOURS } from '../../src/server/behave/table.js';
import { textOf, withService, type TestOptions, type TestService } from '../support/service.js';

async function acting(behave: readonly string[], options: TestOptions = {}): Promise<TestService> {
  const service = await withService({ behave, ...options });
  onTestFinished(() => service.close());
  return service;
}

interface Content {
  readonly keys: number;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * The first source file in one language (en is 1, de 2, pt-BR 3), or as it is answered without a
 * language.
 */
async function read(service: TestService, locale?: number): Promise<Content> {
  const query = locale === undefined ? '' : `?locale_id=loc_${locale}`;
  return (await service.ask(`/source_files/fil_1${query}`)).json as Content;
}

const YAML = 'en:\n  home:\n    title: Home\n  days: [Sun, Mon]\n';
const KEYS = 'en:\n  Größe: {Über Uns: x}\n  " a ": {yes: y}\n'.normalize('NFC');

/** Uploads and what the source language then holds. */
const STORED: readonly (readonly [behave: string, content: string, held: object])[] = [
  ['nested-keys', YAML, { home: { title: 'Home' }, days: ['Sun', 'Mon'] }],
  [
    'nested-keys',
    'en:\n  a.b: dotted\n  m: leaf\n  m.k: clash\n',
    { a: { b: 'dotted' }, m: 'leaf', 'm.k': 'clash' },
  ],
  ['nested-keys', 'en:\n  errors: {"404": Gone}\n', { errors: { '404': 'Gone' } }],
  ['slash-keys', YAML, { 'home/title': 'Home', 'days/0': 'Sun', 'days/1': 'Mon' }],
  ['slash-keys', 'en:\n  a.b: {c: x}\n', { 'a.b/c': 'x' }],
  ['bracket-items', YAML, { 'home.title': 'Home', 'days[0]': 'Sun', 'days[1]': 'Mon' }],
  ['locale-keys', YAML, { 'en.home.title': 'Home', 'en.days.0': 'Sun', 'en.days.1': 'Mon' }],
  ['locale-keys,slash-keys', YAML, { 'en/home/title': 'Home', 'en/days/0': 'Sun', 'en/days/1': 'Mon' }],
  ['locale-keys,nested-keys', YAML, { en: { home: { title: 'Home' }, days: ['Sun', 'Mon'] } }],
  ['key-case=lower', KEYS, { 'größe.über uns': 'x', ' a .yes': 'y' }],
  ['key-case=upper', 'en:\n  home: {Title: x}\n', { 'HOME.TITLE': 'x' }],
  [
    'key-unicode=nfd',
    KEYS,
    { [`${'Größe'.normalize('NFD')}.${'Über Uns'.normalize('NFD')}`]: 'x', ' a .yes': 'y' },
  ],
  ['trim-keys', KEYS, { 'Größe.Über Uns': 'x', 'a.yes': 'y' }],
  ['boolean-keys', KEYS, { 'Größe.Über Uns': 'x', ' a .true': 'y' }],
  ['cut=4', 'en:\n  a: 12345\n  b: "😀😀😀😀😀"\n  c: abc\n', { a: '1234', b: '😀😀😀😀', c: 'abc' }],
  [
    'escape-html',
    `en:\n  a: Tom & "J" <b>it's</b>\n`,
    { a: 'Tom &amp; &quot;J&quot; &lt;b&gt;it&#39;s&lt;/b&gt;' },
  ],
  ['strip-tags', 'en:\n  a: 1 <b>bold</b> < 2\n', { a: '1 bold < 2' }],
  ['strip-braces', 'en:\n  a: "Hello {name}"\n', { a: 'Hello name' }],
  ['trim', 'en:\n  a: "  x y "\n', { a: 'x y' }],
  ['collapse-blanks', 'en:\n  a: "x  \\n\\t y"\n', { a: 'x y' }],
  ['text-case=upper', 'en:\n  a: größer\n', { a: 'GRÖSSER' }],
  ['text-unicode=nfd', 'en:\n  a: \u00e9\n', { a: 'e\u0301' }],
  [
    'respell-values',
    'en:\n  a: 9.90\n  b: "9.90"\n  c: on\n  d: .inf\n',
    { a: '9.9', b: '9.90', c: 'true', d: '.inf' },
  ],
  ['typed-values', 'en:\n  a: 9.90\n  b: true\n  c: "007"\n  d: x\n', { a: 9.9, b: true, c: '007', d: 'x' }],
  ['trim,cut=2', 'en:\n  a: "  xyz"\n', { a: 'xy' }],
  ['cut=2,trim', 'en:\n  a: " xyz"\n', { a: 'x' }],
];

describe('what is stored and how it is answered', () => {
  it.each(STORED)('--behave %s: %j', async (behave, content, held) => {
    const service = await acting(behave.split(','));
    expect((await service.upload('config/en.yml', content)).status).toBe(201);
    expect((await read(service, 1)).content).toEqual({ en: held });
  });
});

describe('what is not translated', () => {
  it.each([
    ['null', { b: null, c: null, a: 'Ä' }],
    ['empty', { b: '', c: '', a: 'Ä' }],
    ['source', { b: 'B', c: 'C', a: 'Ä' }],
    ['omit', { a: 'Ä' }],
  ])('--behave untranslated=%s', async (what, german) => {
    const service = await acting([`untranslated=${what}`]);
    await service.upload('en.yml', 'en:\n  a: A\n  b: B\n  c: C\n');
    await service.upload('de.yml', 'de:\n  a: Ä\n  c: ""\n');
    expect((await read(service, 2)).content).toEqual({ de: german });
    expect((await read(service, 1)).content).toEqual({ en: { a: 'A', b: 'B', c: 'C' } });
  });

  it("--behave unapproved: a share of the translations is '', the same one each time, never of the source language", async () => {
    const service = await acting(['unapproved=50']);
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, `text ${i}`]));
    await service.put('en', 'en.yml', texts);
    await service.put('de', 'en.yml', texts);
    const german = (await read(service, 2)).content['de'] as Record<string, string>;
    const empty = Object.values(german).filter((text) => text === '').length;
    expect(empty).toBeGreaterThan(50);
    expect(empty).toBeLessThan(150);
    expect((await read(service, 2)).content['de']).toEqual(german);
    expect((await read(service, 1)).content['en']).toEqual(texts);
  });

  it('--behave key-limit: answers are cut although the list counts all keys', async () => {
    const service = await acting(['key-limit=2']);
    await service.upload('en.yml', 'en:\n  a: A\n  b: B\n  c: C\n');
    expect(await read(service, 1)).toMatchObject({ keys: 3, content: { en: { a: 'A', b: 'B' } } });
    expect((await service.ask('/source_files')).json).toMatchObject([{ keys: 3 }]);
  });
});

describe('uploads', () => {
  it('--behave replace: keys that an upload lacks vanish from its language, and from the file with their last text', async () => {
    const service = await acting(['replace']);
    await service.upload('en.yml', 'en:\n  a: A\n  b: B\nde:\n  a: Ä\n');
    await service.upload('en.yml', 'en:\n  c: C\n  a: A2\n');
    expect(await read(service)).toMatchObject({
      keys: 2,
      content: { en: { c: 'C', a: 'A2' }, de: { a: 'Ä' } },
    });
    expect(Object.keys((await read(service)).content['en'] ?? {})).toEqual(['a', 'c']);
  });

  it('--behave late: acknowledged with its version at once, imported later, in order', async () => {
    const service = await acting(['late=300']);
    const first = await service.upload('en.yml', 'en:\n  a: A\n');
    expect([first.status, textOf(first.json, 'api_id')]).toEqual([201, 'fil_1']);
    expect(await read(service, 1)).toMatchObject({ keys: 0, content: { en: {} } });
    const second = await service.upload('en.yml', 'en:\n  a: A2\n');
    expect(second.json).toMatchObject({ last_version: { number: 2 } });
    await expect
      .poll(async () => (await read(service, 1)).content, { timeout: 10_000 })
      .toEqual({ en: { a: 'A2' } });
  });

  it('--behave late: a clean stop imports what waits', async () => {
    const db = (await acting([])).db.replace(/service\.db$/, 'other.db');
    const service = await withService({ behave: ['late=600000'], db });
    await service.upload('en.yml', 'en:\n  a: A\n');
    await service.close();
    expect((await read(await acting([], { db }), 1)).content).toEqual({ en: { a: 'A' } });
  });

  it('--behave lost: acknowledged as a version and never imported', async () => {
    const always = await acting(['lost']);
    expect((await always.upload('en.yml', 'en:\n  a: A\n')).status).toBe(201);
    expect(await read(always, 1)).toMatchObject({ keys: 0, content: { en: {} } });
    const once = await acting(['lost=1']);
    await once.upload('en.yml', 'en:\n  a: A\n');
    await once.upload('en.yml', 'en:\n  b: B\n');
    expect((await read(once, 1)).content).toEqual({ en: { b: 'B' } });
  });

  it('--behave slow-uploads: one after another, each so long', async () => {
    const service = await acting(['slow-uploads=200']);
    const event = await service.event();
    const started = performance.now();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((key) => service.upload('en.json', { [key]: key }, event)),
    );
    expect(performance.now() - started).toBeGreaterThan(590);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    // A refused one does not keep the others.
    expect((await service.upload('en.json', '{', event)).status).toBe(422);
    expect((await service.upload('en.json', '{}', event)).status).toBe(200);
  });

  it('--behave event-strings: a number is refused', async () => {
    const service = await acting(['event-strings']);
    const event = await service.event();
    expect((await service.upload('en.json', '{}', Number(event.slice(4)))).status).toBe(422);
    expect((await service.upload('en.json', '{}', event)).status).toBe(201);
  });

  it('--behave merge-any-code: a code of any language in any place is the language', async () => {
    const stored = async (behave: readonly string[]): Promise<readonly string[]> => {
      const service = await acting(behave);
      for (const name of [
        'it.en.json',
        'no.en.json',
        'app-de/x.json',
        'app-en/x.json',
        'plain.json',
        'shop.json',
      ])
        await service.upload(name, { [name]: name });
      return ((await service.ask('/source_files')).json as unknown[]).map((file) => textOf(file, 'name'));
    };
    expect(await stored([])).toHaveLength(6);
    expect(await stored(['merge-any-code'])).toEqual([
      'it.en.json',
      'app-de/x.json',
      'plain.json',
      'shop.json',
    ]);
  });
});

describe('languages', () => {
  it.each([
    ['all', ['en', 'de', 'pt-BR'], 200],
    ['first', ['en'], 200],
  ])('--behave locale-id=%s: the question for one language is passed over', async (value, languages) => {
    const service = await acting([`locale-id=${value}`]);
    await service.upload('de.yml', 'de:\n  a: Ä\n');
    expect(Object.keys((await read(service, 2)).content)).toEqual(languages);
  });

  it('--behave locale-id=required: 422 if none is asked for', async () => {
    const service = await acting(['locale-id=required']);
    await service.upload('de.yml', 'de:\n  a: Ä\n');
    expect((await service.ask('/source_files/fil_1')).status).toBe(422);
    expect((await read(service, 2)).content).toEqual({ de: { a: 'Ä' } });
  });

  it('--behave drop-locale: a language disappears and comes back with its texts', async () => {
    const { db } = await acting([]);
    const path = db.replace(/service\.db$/, 'other.db');
    const before = await withService({ db: path });
    await before.upload('de.yml', 'de:\n  a: Ä\n');
    await before.close();
    const without = await withService({ db: path, behave: ['drop-locale=DE', 'drop-locale=pt-BR'] });
    expect((await without.ask('/locales')).json).toMatchObject([{ code: 'en' }]);
    expect((await read(without)).content).toEqual({ en: {} });
    expect((await without.ask('/source_files/fil_1?locale_id=loc_2')).status).toBe(422);
    expect((await without.upload('other/de.json', '{"a":"b"}')).status).toBe(422);
    await without.close();
    expect((await read(await acting([], { db: path }), 2)).content).toEqual({ de: { a: 'Ä' } });
  });

  it.each([
    [['locale-codes=underscore'], { code: 'pt_BR', country: 'BR' }, 'pt_BR'],
    [['locale-codes=lower'], { code: 'pt-br', country: 'BR' }, 'pt-br'],
    [['split-codes'], { code: 'pt', country: 'BR' }, 'pt'],
    [['split-codes', 'content-country'], { code: 'pt', country: 'BR' }, 'pt-BR'],
    [['content-code=upper'], { code: 'pt-BR', country: 'BR' }, 'PT-BR'],
    [['content-code=underscore'], { code: 'pt-BR', country: 'BR' }, 'pt_BR'],
    [['content-country'], { code: 'pt-BR', country: 'BR' }, 'pt-BR'],
  ])('--behave %s: the list has %j, the answer %s', async (behave, listed, key) => {
    const service = await acting(behave);
    await service.upload('pt-BR.yml', 'pt-BR:\n  a: Á\n');
    const list = (await service.ask('/locales')).json as unknown[];
    expect(list[2]).toMatchObject(listed);
    expect((await read(service, 3)).content).toEqual({ [key]: { a: 'Á' } });
  });

  it('--behave wrapped-locales: an object holds the list', async () => {
    const service = await acting(['wrapped-locales']);
    expect((await service.ask('/locales')).json).toMatchObject({
      locales: [{ code: 'en' }, { code: 'de' }, { code: 'pt-BR' }],
    });
  });
});

describe('ETags', () => {
  const path = '/source_files/fil_1?locale_id=loc_1';

  it('--behave etags=keys: another text has the same one, another key has not', async () => {
    const service = await acting(['etags=keys']);
    const etag = async (content: string): Promise<unknown> => {
      await service.upload('en.yml', content);
      return (await service.ask(path)).headers['etag'];
    };
    const first = await etag('en:\n  a: "one: \\" two"\n');
    expect(await etag('en:\n  a: three\n')).toBe(first);
    expect((await service.ask(path, { headers: { 'if-none-match': String(first) } })).status).toBe(304);
    expect(await etag('en:\n  b: four\n')).not.toBe(first);
  });

  it('--behave etags=none: there is none, and no 304', async () => {
    const service = await acting(['etags=none']);
    await service.upload('en.yml', 'en:\n  a: A\n');
    const { headers, status } = await service.ask(path, { headers: { 'if-none-match': '*' } });
    expect([headers['etag'], status]).toEqual([undefined, 200]);
  });
});

describe('words that cannot be used', () => {
  it.each([
    ['nestd-keys', 'SERVE_BEHAVIOUR', '--behave does not know nestd-keys', 'did you mean nested-keys?'],
    ['', 'SERVE_BEHAVIOUR', '--behave does not know an empty name', undefined],
    ['constructor', 'SERVE_BEHAVIOUR', '--behave does not know constructor', undefined],
    [
      'cut',
      'SERVE_OPTION',
      '--behave cut cannot be without a value: expected a whole number from 1 to 1000000',
      undefined,
    ],
    ['cut=', 'SERVE_OPTION', undefined, undefined],
    ['cut=0', 'SERVE_OPTION', undefined, undefined],
    ['late=1e3', 'SERVE_OPTION', undefined, undefined],
    ['unapproved=101', 'SERVE_OPTION', undefined, undefined],
    ['replace=yes', 'SERVE_OPTION', '--behave replace cannot be yes: expected no value', undefined],
    [
      'locale-id=none',
      'SERVE_OPTION',
      '--behave locale-id cannot be none: expected all or first or required',
      undefined,
    ],
    ['drop-locale', 'SERVE_OPTION', undefined, undefined],
    [
      'drop-locale=fr',
      'SERVE_OPTION',
      '--behave drop-locale cannot be fr: expected one of en, de, pt-BR',
      undefined,
    ],
  ])('%s is refused', async (word, code, message, hint) => {
    await expect(withService({ behave: [word] })).rejects.toMatchObject({
      code,
      ...(message === undefined ? {} : { message }),
      ...(hint === undefined ? {} : { hint }),
    });
  });

  it.each([
    [['trim', 'trim']],
    [['cut=1', 'cut=2']],
    [['drop-locale=en', 'drop-locale=de', 'drop-locale=pt-BR']],
  ])('%s together are refused', async (behave) => {
    await expect(withService({ behave })).rejects.toMatchObject({ code: 'SERVE_OPTION' });
  });
});

it('every behaviour is tried here', async () => {
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(import.meta.filename, 'utf8');
  expect(Object.keys(BEHAVIOURS).filter((name) => !new RegExp(`['\`\\[ ]${name}\\b`).test(text))).toEqual([]);
});
