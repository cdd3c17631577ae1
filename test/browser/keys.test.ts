import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openKey, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

describe.skipIf(CHROMIUM === undefined)('the keys of a keyboard', () => {
  it('PG-97 Esc and Enter lead out of a key and into it again, and the next one follows it', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await openKey(page, 'shop.t', 'shop.title');
    const field = page.getByLabel('German', { exact: true });
    await field.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shop.title' }).waitFor();
    await field.press('Escape');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { name: 'shop.tagline' }).waitFor();
  });

  it('PG-97 the next key is the one behind a text that no longer fits the search', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'shop.days', 'shop.days.2');
    await openKey(page, 'M', 'shop.days.2');
    await field.fill('xyz');
    await page.keyboard.press('Control+s');
    await page.getByRole('treeitem').filter({ hasText: 'shop.days.2' }).waitFor({ state: 'detached' });
    const names = await page.getByRole('treeitem').locator('.both .key').allTextContents();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => page.locator('h2.name').textContent()).toBe('shop.days.0');
    expect(names).toContain('shop.days.0');
  });

  it('PG-98 leaves keys of a composition and letters of a Mac alone', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await openKey(page, 'cart.', 'cart.empty');
    const press = (selector: string, init: Readonly<Record<string, unknown>>): Promise<boolean> =>
      page.evaluate(
        `!document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new KeyboardEvent('keydown',
          ${JSON.stringify({ bubbles: true, cancelable: true, ...init })}))`,
      );
    expect(await press('#translation', { key: 'Escape', isComposing: true })).toBe(false);
    expect(await press('[type=search]', { key: 'Enter', isComposing: true })).toBe(false);
    expect(await press('[type=search]', { key: 'Enter', keyCode: 229 })).toBe(false);
    for (const key of ['ń', 'Dead', '˜'])
      expect(await press('#translation', { key, code: 'KeyN', altKey: true }), key).toBe(false);
    expect(await page.locator('h2.name').textContent()).toBe('cart.empty');
    expect(await press('#translation', { key: 'n', code: 'KeyN', altKey: true })).toBe(true);
  });
});
