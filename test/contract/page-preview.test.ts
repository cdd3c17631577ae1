import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageDrop, PagePreview } from '../../src/core/page/import-wire.js';
import { PageClient } from '../support/page-client.js';
import { sized } from '../support/runs.js';
import { withService, type TestService } from '../support/service.js';

let service: TestService;
let page: PageClient;
beforeEach(async () => {
  service = await withService({ locales: ['en', 'de'] });
  page = await PageClient.open(service.page);
  await service.upload('locales/en.yml', 'en:\n  a: A\n  b: B\n  c: C\n  d: D\n');
  await service.upload('locales/de.yml', 'de:\n  a: Eins\n  b: Zwei\n  d: Vier\n');
});
afterEach(() => service.close());

const OLD: PageDrop = {
  filename: 'locales/de.yml',
  content: 'de:\n  a: Eins\n  b: Alt\n  c: Neu\n',
  file: 0,
  locale: 0,
  who: 'Ada',
};
const preview = async (drop: PageDrop, from = 0) =>
  (await page.ask<PagePreview>('previews', { body: { ...drop, from } })).json;
const upload = (drop: PageDrop, seen: string) => page.ask('uploads', { body: { ...drop, seen } });
const german = () => service.texts('locales/en.yml', 'de');

describe('the preview of an import', () => {
  it('PG-73 counts what an import would add, change, leave and not touch, and changes nothing', async () => {
    const before = await page.events();
    const { items, ...counts } = await preview(OLD);
    expect(counts).toMatchObject({
      fileName: 'locales/en.yml',
      isNew: false,
      locales: ['de'],
      added: 1,
      changed: 1,
      unchanged: 1,
      lacking: 1,
      isReplacing: false,
      recent: 0,
    });
    expect(items.map(({ name, locale, before: was, after }) => [name, locale, was, after])).toEqual([
      ['b', 'de', 'Zwei', 'Alt'],
      ['c', 'de', null, 'Neu'],
    ]);
    expect(await page.events()).toEqual(before);
    expect((await upload(OLD, counts.seen)).json).toMatchObject({ changes: 2, locales: ['de'] });
    expect(await german()).toEqual({ a: 'Eins', b: 'Alt', c: 'Neu', d: 'Vier' });
  });

  it('PG-73 of a new file, and of one that holds several languages', async () => {
    const fresh = await preview({ ...OLD, filename: 'x.json', content: '{"k": "Text"}' });
    expect(fresh).toMatchObject({ isNew: true, fileName: 'x.json', added: 1, changed: 0, lacking: 0 });
    const both = await preview({ ...OLD, content: 'en:\n  a: AA\nde:\n  a: AAA\n' });
    expect(both).toMatchObject({ locales: ['en', 'de'], changed: 2, lacking: 5 });
    const bad = await page.ask('previews', { body: { ...OLD, content: 'a: [' } });
    expect(bad.status).toBe(422);
  });

  it('PG-73 shows every text, part by part', async () => {
    const texts = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`k${n}`, `Text ${n}`]));
    const drop = { ...OLD, filename: 'many.json', content: JSON.stringify(texts) };
    const names: string[] = [];
    for (let from: number | undefined = 0; from !== undefined;) {
      const part: PagePreview = await preview(drop, from);
      names.push(...part.items.map(({ name }) => name));
      from = part.next;
    }
    expect(names).toEqual(Object.keys(texts));
  });

  it('PG-73 shows the place where two long texts differ', async () => {
    const long = 'x'.repeat(5_000);
    await service.put('de', 'locales/en.yml', { b: `${long}old` });
    const [text] = (await preview({ ...OLD, content: `de:\n  b: ${long}new\n` })).items;
    expect(text?.before?.endsWith('xold')).toBe(true);
    expect(text?.after.endsWith('xnew')).toBe(true);
  });

  it('PG-74 marks what somebody else has changed lately, and shows it first', async () => {
    await page.save('de', 'd', 'Meins', undefined, { who: 'Ada' });
    await page.save('de', 'b', 'Von Bob', undefined, { who: 'Bob' });
    const { items, recent } = await preview({ ...OLD, content: 'de:\n  a: X\n  d: X\n  b: X\n' });
    expect(recent).toBe(1);
    expect(items.map(({ name, isRecent, by }) => [name, isRecent, by?.who])).toEqual([
      ['b', true, 'Bob'],
      ['a', false, expect.any(String)],
      ['d', false, 'Ada'],
    ]);
    await service.put('de', 'locales/en.yml', { d: 'Gepusht' });
    expect((await preview(OLD)).recent).toBe(1);
    const pushed = await preview({ ...OLD, content: 'de:\n  d: X\n' });
    expect(pushed.items[0]).toMatchObject({ isRecent: true, by: { upload: 'api' } });
  });

  it.each([
    ['a text that would be replaced', 'b', 'Neuer'],
    ['a text that was the same', 'a', 'Uno'],
    ['a text that was missing', 'c', 'Drei'],
  ])('PG-75 an import is refused after a change of %s', async (_, name, text) => {
    const { seen } = await preview(OLD);
    await page.save('de', name, text);
    const before = await german();
    expect((await upload(OLD, seen)).status).toBe(409);
    expect(await german()).toEqual(before);
    const again = await preview(OLD);
    expect(again.items.find((one) => one.name === name)?.before).toBe(text);
    expect((await upload(OLD, again.seen)).status).toBe(200);
  });

  it('PG-75 an import is refused without a preview, with that of another file, and twice', async () => {
    const { seen } = await preview(OLD);
    expect((await page.ask('uploads', { body: OLD })).status).toBe(422);
    expect((await upload(OLD, '')).status).toBe(409);
    expect((await upload({ ...OLD, content: 'de:\n  b: Anders\n' }, seen)).status).toBe(409);
    expect((await upload(OLD, seen)).status).toBe(200);
    expect((await upload(OLD, seen)).status).toBe(409);
  });

  it('PG-75 an import goes on after a change of what the file does not touch', async () => {
    const { seen } = await preview(OLD);
    await page.save('de', 'd', 'Quattro');
    expect((await upload(OLD, seen)).status).toBe(200);
    expect(await german()).toMatchObject({ b: 'Alt', d: 'Quattro' });
  });

  it('PG-75 of two imports at once, one is stored and the other is refused', async () => {
    const texts = (text: string) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, `${text} ${n}`])));
    const drops = ['one', 'two'].map((text) => ({ ...OLD, filename: 'big.json', content: texts(text) }));
    const seen = await Promise.all(drops.map(async (drop) => (await preview(drop)).seen));
    const answers = await Promise.all(drops.map((drop, at) => upload(drop, seen[at] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'one' : 'two';
    expect(
      new Set(Object.values(await service.texts('big.json', 'en')).map((one) => one.slice(0, 3))),
    ).toEqual(new Set([winner]));
  });

  it('PG-75 an import is refused if its file and a language were made while it was read', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: sized(150_000, 60_000) }, (_, n) => [`k${n}`, `Text ${n}`]),
    );
    const drop = { ...OLD, filename: 'big.json', content: JSON.stringify(texts) };
    const { seen } = await preview(drop);
    const imported = upload(drop, seen);
    const language = await page.ask('languages', { body: { code: 'fr' } });
    const pushed = await service.upload('big.json', '{"k1": "Pushed"}');
    expect([language.status, pushed.status, (await imported).status]).toEqual([200, 201, 409]);
    expect(await service.texts('big.json', 'en')).toEqual({ k1: 'Pushed' });
  });
});

it('PG-75 where an upload replaces, the preview stands for what is removed as well', async () => {
  const other = await withService({ locales: ['en', 'de'], behave: ['replace'] });
  const client = await PageClient.open(other.page);
  await other.upload('en.json', '{"a": "A", "b": "B"}');
  const drop = { ...OLD, filename: 'en.json', content: '{"a": "AA"}' };
  const { json } = await client.ask<PagePreview>('previews', { body: drop });
  expect(json).toMatchObject({ changed: 1, lacking: 1, isReplacing: true });
  await client.save('en', 'b', 'BB');
  expect((await client.ask('uploads', { body: { ...drop, seen: json.seen } })).status).toBe(409);
  await client.drop(drop);
  expect(await other.texts('en.json', 'en')).toEqual({ a: 'AA' });
  await other.close();
});
