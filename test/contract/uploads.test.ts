import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf, withService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { sized } from '../support/runs.js';

let service: TestService;
beforeAll(async () => (service = await withService()));
afterAll(() => service.close());

describe('many at once', () => {
  it('SV-18 gives 50 concurrent uploads of one name the versions 1 to 50', async () => {
    const event = await service.event();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => service.upload('same.json', { [`key${i}`]: `text ${i}` }, event)),
    );
    const numbers = answers.map(
      ({ json }) => (json as { last_version: { number: number } }).last_version.number,
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(Object.keys(await service.texts('same.json', 'en'))).toHaveLength(50);
  });

  const KEYS = sized(100_000, 20_000);
  it(`imports ${KEYS} keys and gives them back`, async () => {
    const content = Object.fromEntries(
      Array.from({ length: KEYS }, (_, i) => [`section.key${i}`, `Text number ${i}`]),
    );
    expect((await service.upload('large.json', content)).status).toBe(201);
    expect(await service.texts('large.json', 'en')).toEqual(content);
  });

  const UPLOADS = sized(1_000, 200);
  it(`takes ${UPLOADS} uploads of 100 keys, each a version`, async () => {
    const event = await service.event();
    const content = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, `t${i}`])),
    );
    for (let i = 0; i < UPLOADS; i += 1) await service.upload('often.json', content, event);
    expect((await service.upload('often.json', content, event)).json).toMatchObject({
      last_version: { number: UPLOADS + 1 },
    });
  });
});

describe('texts', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['a 4-byte emoji', '😀 👩‍👩‍👧'],
    ['CRLF', 'one\r\ntwo\r'],
    ['U+2028', 'a\u2028b'],
    ['a lone surrogate', '\ud83d!'],
    ['nothing', ''],
    ['quotes and backslashes', '"\\"'],
    ['5 MB', 'ä'.repeat(2_500_000)],
  ])('SV-23 keeps %s, in a text and in a key', async (name, text) => {
    const filename = `text-${name.replace(/\W/g, '')}.json`;
    const key = name === '5 MB' ? 'key' : `key ${text}`;
    expect((await service.upload(filename, { [key]: text })).status).toBe(201);
    expect(await service.texts(filename, 'en')).toEqual({ [key]: text });
  });

  it('imports list items by their number, numbers and booleans as they are spelt, and no nulls', async () => {
    await service.upload(
      'types.yml',
      'en:\n  days: [~, Mon, Tue]\n  n: 1.50\n  yes_: true\n  none:\n  empty: ""\n',
    );
    expect(await service.texts('types.yml', 'en')).toEqual({
      'days.1': 'Mon',
      'days.2': 'Tue',
      n: '1.50',
      yes_: 'true',
      empty: '',
    });
  });

  it('an upload sets what it names and keeps the rest, in every language', async () => {
    await service.put('en', 'merge.yml', { a: 'A', b: 'B' });
    await service.put('de', 'merge.yml', { a: 'Ä' });
    await service.put('en', 'merge.yml', { b: 'B2', c: 'C' });
    expect(await service.texts('merge.yml', 'en')).toEqual({ a: 'A', b: 'B2', c: 'C' });
    expect(await service.texts('merge.yml', 'de')).toEqual({ a: 'Ä' });
  });
});

describe('rule 4: texts go to the languages stored in the project', () => {
  it('a file with several languages gives each its part; unknown ones are left out', async () => {
    await service.upload('all.yml', 'EN:\n  a: A\nde:\n  a: Ä\npt_br:\n  a: Á\nfr:\n  a: À\n');
    expect(await service.texts('all.yml', 'en')).toEqual({ a: 'A' });
    expect(await service.texts('all.yml', 'de')).toEqual({ a: 'Ä' });
    expect(await service.texts('all.yml', 'pt-BR')).toEqual({ a: 'Á' });
  });

  it('a file without language keys goes to the language of its name', async () => {
    await service.upload('web/en/common.json', '{"a":"A"}');
    await service.upload('web/pt_BR/common.json', '{"a":"Á"}');
    expect(await service.texts('web/en/common.json', 'en')).toEqual({ a: 'A' });
    expect(await service.texts('web/en/common.json', 'pt-BR')).toEqual({ a: 'Á' });
  });

  it('a file without any language goes to the first one', async () => {
    await service.upload('plain.json', '{"a":"A"}');
    expect(await service.texts('plain.json', 'en')).toEqual({ a: 'A' });
  });

  it('texts directly under keys that look like languages are texts', async () => {
    await service.upload('languages.json', '{"en":"English","de":"German"}');
    expect(await service.texts('languages.json', 'en')).toEqual({ en: 'English', de: 'German' });
  });

  it.each([
    ['fr.yml', 'fr:\n  a: b\n'],
    ['app.pt-PT.json', '{"a":"b"}'],
    ['de_AT/app.json', '{"a":"b"}'],
    ['fr.json', '{"a":"b"}'],
    ['locales/fr.json', '{"a":"b"}'],
    ['fr/app.json', '{"a":"b"}'],
    ['messages.fr.json', '{"a":"b"}'],
    ['messages_fr.json', '{"a":"b"}'],
  ])('a file of a language that the project does not have is refused: %s', async (filename, content) => {
    const { status, json } = await service.upload(filename, content);
    expect([status, json]).toEqual([422, expect.objectContaining({ status: 422 })]);
    expect((await service.ask('/source_files')).text).not.toContain(`"${filename}"`);
  });

  it.each([
    ['fr/all.yml', 'en:\n  a: A\nde:\n  a: Ä\n'],
    ['it/en/app.json', '{"a":"A"}'],
    ['en/io.json', '{"a":"A"}'],
    ['sign-in.json', '{"a":"A"}'],
  ])('what only looks like another language is taken: %s', async (filename, content) => {
    expect((await service.upload(filename, content)).status).toBe(201);
    expect(await service.texts(filename, 'en')).toEqual({ a: 'A' });
  });

  it.each([
    ['empty.json', '{}'],
    ['empty.yml', ''],
    ['comment.yaml', '# nothing yet\n'],
    ['root.yml', 'en:\n'],
  ])('a file without texts is a version like any other: %s', async (filename, content) => {
    expect((await service.upload(filename, content)).status).toBe(201);
    expect(await service.texts(filename, 'en')).toEqual({});
  });
});

describe('pages of source files', () => {
  let paged: TestService;
  beforeAll(async () => {
    paged = await withService();
    const event = await paged.event();
    for (let i = 0; i < 7; i += 1) await paged.upload(`file${i}.json`, '{}', event);
  });
  afterAll(() => paged.close());

  it('without per_page everything comes at once and there is no Link', async () => {
    const { headers, json } = await paged.ask('/source_files');
    expect(headers['link']).toBeUndefined();
    expect(json).toHaveLength(7);
  });

  it.each([
    'per_page=0',
    'per_page=-1',
    'per_page=1e9',
    'per_page=abc',
    'per_page=1001',
    'per_page=',
    'after=fil_1',
    'per_page=2&after=7',
    'page=2',
  ])('SV-24 refuses %s with 422', async (query) => {
    expect((await paged.ask(`/source_files?${query}`)).status).toBe(422);
  });

  it('SV-24 a page after the end is empty and the last one', async () => {
    const { status, headers, json } = await paged.ask('/source_files?per_page=2&after=fil_999');
    expect([status, json, headers['link']]).toEqual([200, [], undefined]);
  });

  it('SV-25 files added between two pages neither hide nor repeat an older one', async () => {
    const names: string[] = [];
    let path: string | undefined = '/source_files?per_page=3';
    while (path !== undefined) {
      const answer = await paged.ask(path);
      for (const file of answer.json as unknown[]) names.push(textOf(file, 'name'));
      if (names.length < 6) await paged.upload(`added${names.length}.json`, '{}');
      const link = /<(?<next>[^>]+)>; rel="next"/.exec(String(answer.headers['link']))?.groups?.['next'];
      path = link?.slice(`/api/v1/projects/${paged.project.id}`.length);
    }
    expect(names.filter((name) => name.startsWith('file'))).toEqual(
      Array.from({ length: 7 }, (_, i) => `file${i}.json`),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
