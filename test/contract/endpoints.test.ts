import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withService } from '../support/service.js';
import type { TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await withService({
    project: 'pro_4711',
    name: 'Shop',
    technology: 'ruby',
    framework: 'rails',
    format: 'yaml',
  });
});
afterAll(() => service.close());

describe('endpoint 1, Get project', () => {
  it('answers 200 with the five fields', async () => {
    const { status, headers, json } = await service.ask('');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(json).toEqual({
      api_id: 'pro_4711',
      name: 'Shop',
      technology: 'ruby',
      framework: 'rails',
      format: 'yaml',
    });
  });
});

describe('endpoint 2, List locales', () => {
  it('answers every language with api_id, name, code and country', async () => {
    const { status, json } = await service.ask('/locales');
    expect(status).toBe(200);
    expect(json).toEqual([
      { api_id: 'loc_1', name: 'English', code: 'en', country: '' },
      { api_id: 'loc_2', name: 'German', code: 'de', country: '' },
      { api_id: 'loc_3', name: 'Portuguese (Brazil)', code: 'pt-BR', country: 'BR' },
    ]);
  });
});

describe('endpoint 3, Create event', () => {
  it.each(['api_upload', 'language_addition'])(
    'creates a %s event and answers 200 with api_id and kind',
    async (kind) => {
      const { status, json } = await service.ask('/events', { body: { kind } });
      expect(status).toBe(200);
      expect(json).toEqual({ api_id: expect.stringMatching(/^evt_[0-9]+$/) as string, kind });
      expect(service.events().at(-1)).toEqual({ id: (json as { api_id: string }).api_id, kind });
    },
  );

  it.each([['{}'], ['']])('takes api_upload if the body %j has no kind', async (body) => {
    const { status, json } = await service.ask('/events', { method: 'POST', body });
    expect(status).toBe(200);
    expect(json).toMatchObject({ kind: 'api_upload' });
  });

  it.each([{ kind: 'other' }, { kind: 1 }, { kind: null }])('refuses %j with 422', async (body) => {
    const before = service.events().length;
    expect((await service.ask('/events', { body })).status).toBe(422);
    expect(service.events()).toHaveLength(before);
  });
});

describe('endpoints 4, 5 and 6: source files', () => {
  let shop: TestService;
  beforeAll(async () => (shop = await withService()));
  afterAll(() => shop.close());

  it('an upload of an unknown name makes a source file: 201, version 1', async () => {
    const { status, json } = await shop.upload(
      'config/locales/en.yml',
      'en:\n  hello: Hello\n  nav:\n    home: Home\n',
    );
    expect(status).toBe(201);
    expect(json).toEqual({
      api_id: 'fil_1',
      name: 'config/locales/en.yml',
      project_id: shop.project.id,
      last_version: { id: 'fiv_1', number: 1, upload: 'api' },
    });
  });

  it('an upload of the same name makes a new version: 200, version 2', async () => {
    const { status, json } = await shop.upload('config/locales/en.yml', 'en:\n  hello: Hello!\n');
    expect(status).toBe(200);
    expect(json).toMatchObject({ api_id: 'fil_1', last_version: { id: 'fiv_2', number: 2, upload: 'api' } });
  });

  it('a name that differs only in the language code is merged, and the first name stays', async () => {
    const { status, json } = await shop.upload(
      'config/locales/pt_BR.yml',
      'pt-BR:\n  hello: Olá\n  new: Novo\n',
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      api_id: 'fil_1',
      name: 'config/locales/en.yml',
      last_version: { number: 3 },
    });
  });

  it('the list counts the different keys of all languages', async () => {
    await shop.upload('a.json', {});
    const { status, json } = await shop.ask('/source_files');
    expect(status).toBe(200);
    expect(json).toEqual([
      { api_id: 'fil_1', name: 'config/locales/en.yml', keys: 3 },
      { api_id: 'fil_2', name: 'a.json', keys: 0 },
    ]);
  });

  it('one source file for a locale has the content of that language; keys that an upload does not name stay', async () => {
    const { status, json } = await shop.ask('/source_files/fil_1?locale_id=loc_1');
    expect(status).toBe(200);
    expect(json).toEqual({
      api_id: 'fil_1',
      name: 'config/locales/en.yml',
      keys: 3,
      content: { en: { hello: 'Hello!', 'nav.home': 'Home' } },
    });
  });

  it('a language without texts is there, and empty', async () => {
    expect((await shop.ask('/source_files/fil_1?locale_id=loc_2')).json).toMatchObject({
      content: { de: {} },
    });
  });

  it('without locale_id the content has every language', async () => {
    expect((await shop.ask('/source_files/fil_1')).json).toMatchObject({
      content: { en: { hello: 'Hello!' }, de: {}, 'pt-BR': { hello: 'Olá', new: 'Novo' } },
    });
  });

  it('an upload shows in the next answer, for its language and for all', async () => {
    await shop.upload('seen.json', { en: { a: 'A' }, de: { a: 'Ä' } });
    const id = (await idOf(shop, 'seen.json')) ?? '';
    const all = { en: { a: 'A' }, de: { a: 'Ä' }, 'pt-BR': {} };
    const read = async (query = '') => (await shop.ask(`/source_files/${id}${query}`)).json;
    expect(await read()).toMatchObject({ content: all });
    expect(await read('?locale_id=loc_2')).toMatchObject({ content: { de: { a: 'Ä' } } });
    await shop.upload('seen.json', { de: { a: 'Ö', b: '"\\u0000' } });
    expect(await read('?locale_id=loc_2')).toMatchObject({ content: { de: { a: 'Ö', b: '"\\u0000' } } });
    expect(await read()).toMatchObject({ keys: 2, content: { ...all, de: { a: 'Ö', b: '"\\u0000' } } });
  });

  it.each([
    ['the integer', (id: string) => Number(id.slice(4))],
    ['its digits', (id: string) => id.slice(4)],
    ['the api_id', (id: string) => id],
  ])('takes event_id as %s', async (_, form) => {
    expect((await shop.upload('ids.json', '{"a":"b"}', form(await shop.event()))).status).toBeLessThan(300);
  });

  it('an event serves several uploads', async () => {
    const event = await shop.event();
    expect((await shop.upload('one.json', '{"a":"b"}', event)).status).toBe(201);
    expect((await shop.upload('two.json', '{"a":"b"}', event)).status).toBe(201);
  });

  it('keeps the order of the file and keys that JavaScript would move or lose', async () => {
    await shop.upload('order.json', '{"z":"1","10":"2","a":{"2":"3","__proto__":"4"},"1":"5"}');
    const { text } = await shop.ask(
      '/source_files/' + ((await idOf(shop, 'order.json')) ?? '') + '?locale_id=loc_1',
    );
    expect(text).toContain('"content":{"en":{"z":"1","10":"2","a.2":"3","a.__proto__":"4","1":"5"}}');
  });
});

async function idOf(from: TestService, name: string): Promise<string | undefined> {
  const list = (await from.ask('/source_files')).json as { api_id: string; name: string }[];
  return list.find((file) => file.name === name)?.api_id;
}
