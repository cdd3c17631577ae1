import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageDetail } from '../../src/core/page/wire.js';
import { PageClient } from '../support/page-client.js';
import { withService, type TestService } from '../support/service.js';

let service: TestService;
let page: PageClient;
beforeAll(async () => {
  service = await withService({
    locales: ['en', 'de', 'ar'],
    name: 'Shop',
    technology: 'ruby',
    framework: 'rails',
  });
  page = await PageClient.open(service.page);
  await service.upload('config/locales/en.yml', EN);
  await service.upload('config/locales/de.yml', DE);
  await service.upload(
    'config/locales/ar.yml',
    'ar:\n  items:\n    one: واحد\n    other: "%{count} أشياء"\n',
  );
  await service.put('en', 'app.json', { title: 'Title', 'odd "key"': 'Odd' });
});
afterAll(() => service.close());

const EN =
  'en:\n  hello: Hello, %{name}!\n  bye: Good bye\n  empty: ""\n  items:\n    one: One item\n    other: "%{count} items"\n';
const DE = 'de:\n  hello: Hallo, %{nme}!\n  items:\n    one: Ein Ding\n    other: "%{count} Dinge"\n';

const names = async (code: string, more: string): Promise<string[]> => [
  ...(await page.keys(code, more)).keys(),
];

describe('what the page shows', () => {
  it('PG-20 the project, its languages and how far each is', async () => {
    const project = await page.project();
    expect(project).toMatchObject({
      name: 'Shop',
      technology: 'ruby',
      framework: 'rails',
      files: 2,
      keys: 7,
    });
    expect(project.languages.map(({ code, translated, total }) => [code, translated, total])).toEqual([
      ['en', 6, 6],
      ['de', 3, 6],
      ['ar', 2, 6],
    ]);
  });

  it('PG-20 the source files with their versions, and events with what they touched', async () => {
    expect(await page.files()).toMatchObject([
      {
        name: 'config/locales/en.yml',
        keys: 5,
        last: { number: 3, upload: 'api', changes: 2, locales: ['ar'] },
      },
      { name: 'app.json', keys: 2, last: { number: 1, changes: 2, locales: ['en'] } },
    ]);
    const [latest] = await page.events();
    expect(latest).toMatchObject({
      kind: 'api_upload',
      more: 0,
      versions: [{ fileName: 'app.json', number: 1 }],
    });
    expect(Math.abs((latest?.created ?? 0) - Date.now())).toBeLessThan(600_000);
  });

  it.each([
    ['', ['hello', 'bye', 'empty', 'items.one', 'items.other', 'title', 'odd "key"']],
    ['&filter=missing', ['bye', 'title', 'odd "key"']],
    ['&filter=findings', ['hello']],
    ['&filter=stale', []],
    ['&search=DING', ['items.one', 'items.other']],
    ['&search=odd%20%22', ['odd "key"']],
    ['&search=bye&filter=missing', ['bye']],
    ['&file=2', ['title', 'odd "key"']],
    ['&filter=recent', ['hello', 'items.one', 'items.other']],
  ])('PG-21 the keys of German with %j', async (more, wanted) => {
    expect(await names('de', more)).toEqual(wanted);
  });

  it('PG-21 finds missing plural forms of a language by the rules of check', async () => {
    expect(await names('ar', '&filter=findings')).toEqual(['items.other']);
    const { plural } = await page.detail('ar', 'items.other');
    expect(plural?.forms.map(({ form, text }) => [form, text])).toEqual([
      ['zero', null],
      ['one', 'واحد'],
      ['two', null],
      ['few', null],
      ['many', null],
      ['other', '%{count} أشياء'],
    ]);
    expect((await page.detail('de', 'items.other')).plural?.forms.map(({ form }) => form)).toEqual([
      'one',
      'other',
    ]);
    expect((await page.detail('de', 'hello')).plural).toBeNull();
  });

  it('PG-21 offers a language only its own plural forms, whatever other languages have', async () => {
    const own = await withService({ locales: ['en', 'de', 'pl'] });
    try {
      await own.put('en', 'app.json', {
        'items.one': 'One',
        'items.other': '{n} items',
        'day.zero': 'None',
        'day.other': '{n}',
      });
      await own.put('pl', 'app.json', {
        'items.one': '1',
        'items.few': '2',
        'items.many': '5',
        'items.other': 'x',
      });
      await own.put('de', 'app.json', { 'items.two': 'Zwei' });
      const client = await PageClient.open(own.page);
      const forms = async (code: string, name: string): Promise<unknown> =>
        (await client.detail(code, name)).plural?.forms.map(({ form, isNeeded }) =>
          isNeeded ? form : `(${form})`,
        );
      expect(await forms('de', 'items.other')).toEqual(['one', 'other', '(two)']);
      expect(await forms('en', 'items.other')).toEqual(['one', 'other']);
      expect(await forms('pl', 'items.other')).toEqual(['one', 'few', 'many', '(other)']);
      // A form of the source language is offered, and so is the one that somebody has opened.
      expect(await forms('de', 'day.other')).toEqual(['one', 'other', '(zero)']);
      expect(await forms('de', 'items.few')).toEqual(['one', 'other', '(few)', '(two)']);
    } finally {
      await own.close();
    }
  });

  it('PG-21 an answer for one key holds the beginnings of the other plural forms, and no huge ones', async () => {
    const long = 'x'.repeat(200_000);
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const texts = Object.fromEntries(forms.map((form) => [`long.${form}`, `${long} ${form}`]));
    const own = await withService({ locales: ['en', 'ar'] });
    try {
      await own.put('en', 'long.json', texts);
      await own.put('ar', 'long.json', texts);
      const client = await PageClient.open(own.page);
      const key = (await client.keys('ar')).get('long.few') ?? 0;
      const { text, json } = await client.ask<PageDetail>(
        `key?locale=${await client.language('ar')}&key=${key}`,
      );
      expect(json.target.text).toBe(texts['long.few']);
      expect(json.source.text).toBe(texts['long.few']);
      expect(json.plural?.forms.map((form) => form.form)).toEqual(forms);
      expect(text.length).toBeLessThan(3 * long.length);
      expect((await client.rows('ar')).map(({ findings }) => findings)).toEqual(forms.map(() => 0));
    } finally {
      await own.close();
    }
  });

  it('PG-21 the lines of the list', async () => {
    expect(await page.rows('de', '&file=1')).toMatchObject([
      { name: 'hello', source: 'Hello, %{name}!', text: 'Hallo, %{nme}!', findings: 1, isStale: false },
      { name: 'bye', source: 'Good bye', text: null, findings: 0 },
      { name: 'empty', source: '', text: null },
      { name: 'items.one', text: 'Ein Ding', findings: 0 },
      { name: 'items.other', text: '%{count} Dinge' },
    ]);
  });

  it.each([
    ['keys', 'locale=99', 422],
    ['keys', 'locale=2&filter=strange', 422],
    ['keys', 'locale=2&file=x', 422],
    ['rows', 'locale=2&ids=1,a', 422],
    ['key', 'locale=2&key=99', 404],
    ['download', 'locale=2&file=9', 404],
    ['changes', 'version=99999', 404],
    ['keys', 'locale=2&locale=3', 422],
    ['download', 'locale=2&file=1&file=2', 422],
    ['constructor', '', 404],
  ])('PG-22 refuses %s?%s with %i', async (path, query, wanted) => {
    expect((await page.ask(`${path}?${query}`)).status).toBe(wanted);
  });
});

describe('hostile texts', () => {
  it('PG-23 are the same texts in every answer, cut ones too', async () => {
    const texts = {
      script: '<script>alert(1)</script>',
      area: '</textarea><img src=x onerror=alert(1)>',
      bidi: 'a\u202eb\u2066c',
      odd: 'nul \u0000 half \ud800 line\u2028',
      cut: `${'x'.repeat(594)}\u0001\u0001\u0001\\"`,
      huge: '😀'.repeat(300_000),
      '</script>\u202e': 'key',
    };
    await service.upload('hostile.json', texts);
    for (const [name, text] of Object.entries(texts)) {
      const detail = await page.detail('en', name);
      expect(detail.source.text === text, name).toBe(true);
      expect(detail.history[0]?.after === (text.length > 50_000 ? '…' : text), name).toBe(true);
    }
    const rows = await page.rows('en', '&file=3');
    expect(rows.find(({ name }) => name === 'cut')?.text).toMatch(/^x{594}.*…$/su);
    expect(rows.find(({ name }) => name === 'huge')?.text?.length).toBeLessThan(700);
  });
});
