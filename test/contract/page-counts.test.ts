import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Statements } from '../../src/server/store/statements.js';
import { PageClient } from '../support/page-client.js';
import { withService, type TestService } from '../support/service.js';

let folder: string;
let service: TestService | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-counts-'));
});
afterEach(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (locales: readonly string[]): Promise<PageClient> => {
  service = await withService({ locales, db: join(folder, 'service.db') });
  return PageClient.open(service.page);
};
const files = async (from: number, to: number, text: string): Promise<void> => {
  for (let n = from; n < to; n++)
    await service?.upload(`f${n}.json`, {
      en: { a: text, items: { one: 'One', other: 'Many' } },
      ja: { items: { one: n % 2 === 0 ? '一' : '', other: '多' }, own: 'も' },
    });
};

it('PG-81 counts again only what has changed, however many files there are', async () => {
  const page = await start(['en', 'ja', 'de']);
  await files(0, 40, 'A');
  await page.project();
  const asked = vi.spyOn(Statements.prototype, 'all');
  await page.project();
  expect(asked.mock.calls.length).toBeLessThan(5);
  await service?.put('ja', 'f1.json', { 'items.one': '一' });
  asked.mockClear();
  const { languages } = await page.project();
  expect(asked.mock.calls.length).toBeLessThan(10);
  // The form that Japanese does not use counts once it has a text: in every second file, and in f1.
  expect(languages[1]).toMatchObject({ total: 40 * 3 + 21, translated: 40 * 2 + 21 });
  asked.mockClear();
  await page.keys('de', '&filter=recent');
  const looked = asked.mock.calls.filter(([sql]) => sql.includes('coalesce(max(id), 0) + 1'));
  expect(looked).toHaveLength(1);
  asked.mockRestore();
});

it('PG-81 has the counts of a service that has just started, after every kind of change', async () => {
  const page = await start(['en', 'ja', 'de']);
  await files(0, 310, 'A');
  await page.project();
  const seen = [];
  await page.save('ja', 'own', '');
  seen.push(await page.project());
  await page.save('en', 'a', '');
  seen.push(await page.project());
  await service?.upload('f3.json', { en: { cart_one: 'One', cart_other: 'Many' }, de: { mine: 'Meins' } });
  await page.ask('languages', { body: { code: 'ru' } });
  seen.push(await page.project());
  await files(0, 310, 'B');
  await files(400, 402, '');
  seen.push(await page.project());
  expect(new Set(seen.map((one) => JSON.stringify(one.languages))).size).toBe(4);
  await service?.close();
  expect(seen.at(-1)).toEqual(await (await start([])).project());
});
