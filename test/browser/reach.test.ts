import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openKey, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

describe.skipIf(CHROMIUM === undefined)('the page where it is not at its best', () => {
  it('PG-87 shows two keys or more in a low window, and says where each is in the list', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const first = page.getByRole('treeitem').filter({ hasText: 'shop.title' });
    await first.waitFor();
    expect(Number(await first.getAttribute('aria-posinset'))).toBeGreaterThan(0);
    const set = Number(await first.getAttribute('aria-setsize'));
    expect(set).toBeGreaterThan(10);
    for (const [width, height] of [
      [320, 256],
      [740, 360],
      [640, 512],
    ] as const) {
      await page.setViewportSize({ width, height });
      const inner = await page.evaluate<number>("document.querySelector('.lines').clientHeight");
      expect(inner, `${width} x ${height}`).toBeGreaterThanOrEqual(116);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it('PG-88 takes one of two dropped files and says so, and leaves a dragged word to the browser', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    const isTaken = (fill: string): Promise<boolean> =>
      page.evaluate(`{
        const data = new DataTransfer();
        ${fill}
        !document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }),
        );
      }`);
    expect(await isTaken("data.setData('text/plain', 'word');")).toBe(false);
    const file = (name: string): string => `data.items.add(new File(['{}'], '${name}'));`;
    expect(await isTaken(file('de.json') + file('en.json'))).toBe(true);
    await page.getByRole('heading', { name: 'Import de.json' }).waitFor();
    await page.getByText('One file at a time').waitFor();
  });

  it('PG-89 a damaged address shows the page', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/%zz');
    await openKey(page, 'cart.', 'cart.empty');
  });

  it('PG-89 says that a new address is needed when the live news are refused', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    for (const path of ['live', 'project'])
      await page.route(`**/ui/api/${path}*`, (route) => route.fulfill({ status: 401, body: '{}' }));
    // The page listens anew when it is seen again.
    await page.evaluate(`{
      const seen = (hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      seen(true);
      seen(false);
    }`);
    await page.getByText('The service was started again').waitFor();
  });

  it('adds a language of an unknown code only if a person insists', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    const field = page.getByLabel('Add a language');
    await field.fill('fr');
    await page.locator('.add').getByText('French').waitFor();
    await field.fill('german');
    await field.press('Enter');
    await page.getByText('No known language has the code german').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('de');
    await field.press('Enter');
    await page.locator('.add').getByText('has this language already').waitFor();
    await field.fill('fr');
    await field.press('Enter');
    await page.getByText('fr was added.').waitFor();
  });
});
