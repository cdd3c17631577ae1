import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openKey, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

const edit = (page: Page, key: string) => openKey(page, key, key);

const isInField = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.activeElement.id === "translation"');

describe.skipIf(CHROMIUM === undefined)('a person who types on', () => {
  it.each([0, 600])('PG-70 keeps what is typed while a save is under way (%i ms)', async (wait) => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await edit(page, 'cart.empty');
    await page.route('**/ui/api/texts', async (route) => {
      await new Promise((done) => setTimeout(done, wait));
      await route.continue();
    });
    await field.fill('Eins');
    await field.press('Control+s');
    await page.keyboard.type(' und zwei');
    await page.waitForTimeout(wait + 500);
    expect(await field.inputValue()).toBe('Eins und zwei');
    expect(await page.getByText('changed this text').count()).toBe(0);
    const badge = page.locator('.editor').getByText('not saved');
    await expect.poll(() => badge.count()).toBe(1);
    await field.press('Control+s');
    await expect.poll(() => page.locator('.editor h3 .badge').count()).toBe(0);
    await shop.run('pull');
    expect(shop.text('config/locales/de.yml')).toContain('empty: Eins und zwei');
  });

  it('PG-71 has the field again after a decision, and is told when another text takes the place of theirs', async () => {
    const shop = await Shop.open(browser);
    const first = await shop.visit('#/translate/de');
    const second = await first.context().newPage();
    await second.goto(`${shop.url}/#/translate/de`);
    const one = await edit(first, 'cart.empty');
    const other = await edit(second, 'cart.empty');
    await other.fill('Zwei');
    await one.fill('Eins');
    await one.press('Control+s');
    await first.getByText('Saved.').waitFor();
    await second.getByRole('button', { name: 'Keep mine' }).click();
    expect(await isInField(second)).toBe(true);
    await second.keyboard.press('Control+s');
    await second.getByText('Saved.').waitFor();
    await first.getByText('changed this text.').waitFor();
    expect(await one.inputValue()).toBe('Zwei');
    await other.fill('Drei');
    await second.getByRole('button', { name: 'Discard' }).click();
    expect(await isInField(second)).toBe(true);
  });

  it.each([
    [['Enter'], 'shop.title'],
    [['ArrowDown', 'Enter'], 'shop.tagline'],
    [['ArrowDown', 'ArrowUp', 'Enter'], 'shop.title'],
  ])('PG-72 Arrow Down and then %j without a pause edit that key', async (keys, name) => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByRole('searchbox').fill('shop.t');
    await page.getByRole('treeitem').filter({ hasText: 'shop.tagline' }).waitFor();
    await page.getByRole('status').filter({ hasText: '2 keys' }).waitFor();
    // The keys come in the moment in which the list gets the focus: no person is as fast.
    await page.evaluate(`{
      const tree = document.querySelector('[role=tree]');
      const press = (to, key) => to.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      tree.addEventListener('focus', () => ${JSON.stringify(keys)}.forEach((key) => press(tree, key)), { once: true });
      press(document.querySelector('[type=search]'), 'ArrowDown');
    }`);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await expect.poll(() => isInField(page)).toBe(true);
  });
});
