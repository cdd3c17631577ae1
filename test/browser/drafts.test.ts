import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openKey, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

const late =
  (wait: number) =>
  async (route: Route): Promise<void> => {
    await new Promise((done) => setTimeout(done, wait));
    await route.continue();
  };
const titleOf = (page: Page): Promise<string | null> => page.locator('h2.name').textContent();
const unsaved = (page: Page) => page.getByRole('navigation').getByRole('button', { name: 'not saved' });

describe.skipIf(CHROMIUM === undefined)('what a person has typed', () => {
  it('PG-90 Ctrl Enter and typing on: what comes after it belongs to the next key', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await page.route('**/ui/api/texts', late(400));
    await field.press('Control+a');
    await page.keyboard.type('Leer');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type(' und mehr', { delay: 40 });
    expect(await titleOf(page)).not.toBe('cart.empty');
    const next = await field.inputValue();
    expect(next).toMatch(/. und mehr$/);
    await page.locator('.notice').filter({ hasText: 'cart.empty Saved' }).waitFor();
    expect(await field.inputValue()).toBe(next);
    // Ctrl Z of one key never brings the text of another.
    for (let times = 0; times < 15; times++) await page.keyboard.press('Control+z');
    expect(next).toContain(await field.inputValue());
    await shop.run('pull');
    expect(shop.text('config/locales/de.yml')).toContain('empty: Leer\n');
  });

  it('PG-91 letters that are typed before the text is there come after it', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    // Not even the list knows the text yet.
    await page.route('**/ui/api/rows*', (route) => route.abort());
    await page.reload();
    await page.route('**/ui/api/key?*', late(600));
    await page.getByRole('searchbox').fill('cart.empty');
    await page.getByRole('status').filter({ hasText: '1 key' }).waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.type('0123456789', { delay: 40 });
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(await field.inputValue()).toBe('Ihr Warenkorb ist leer.0123456789');
  });

  it('PG-92 shows which texts are not saved, in the list and from every view', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await field.fill('Entwurf');
    await page.keyboard.press('Alt+ArrowDown');
    const row = page.getByRole('treeitem').filter({ hasText: 'cart.empty' });
    await row.filter({ hasText: 'not saved' }).filter({ hasText: 'Entwurf' }).waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await unsaved(page).click();
    await page.getByRole('heading', { name: 'cart.empty' }).waitFor();
    expect(await field.inputValue()).toBe('Entwurf');
    await page.keyboard.press('Control+s');
    await unsaved(page).waitFor({ state: 'detached' });
  });

  it('PG-93 saves one key while another is being saved, and names one that was refused', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await page.route('**/ui/api/texts', late(800));
    await field.fill('Eins');
    await page.keyboard.press('Control+Enter');
    const second = await titleOf(page);
    await page.keyboard.type(' Zwei');
    await page.keyboard.press('Control+s');
    await expect.poll(() => unsaved(page).count(), { timeout: 5_000 }).toBe(0);
    await page
      .locator('.notice')
      .filter({ hasText: `${second} Saved` })
      .waitFor();
    await page.route('**/ui/api/texts', (route) =>
      route.fulfill({ status: 422, json: { detail: 'the text is refused' } }),
    );
    await page.keyboard.type(' Drei');
    await page.keyboard.press('Control+Enter');
    const said = page.locator('.notice').filter({ hasText: 'Not saved: The text is refused' });
    await said.waitFor();
    await page.keyboard.type('x');
    await said.getByRole('button', { name: 'Show' }).click();
    expect(await titleOf(page)).toBe(second);
    expect(await field.inputValue()).toMatch(/ Zwei Drei$/);
  });

  it('PG-94 a draft of a tab that has crashed is there again', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await field.fill('Lange gedacht');
    await page.waitForTimeout(800);
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/#/translate/de`);
    await other.waitForTimeout(800);
    // The first tab still has it.
    expect(await unsaved(other).count()).toBe(0);
    await page.goto('chrome://crash').catch(() => undefined);
    await other.reload();
    await other.getByText('1 text that was not saved is here again').waitFor();
    await unsaved(other).click();
    expect(await other.getByLabel('German', { exact: true }).inputValue()).toBe('Lange gedacht');
    await other.keyboard.press('Control+s');
    await other.getByText('Saved.').waitFor();
    await shop.run('pull');
    expect(shop.text('config/locales/de.yml')).toContain('empty: Lange gedacht\n');
    await other.reload();
    await other.waitForTimeout(800);
    expect(await unsaved(other).count()).toBe(0);
  });

  it('PG-95 what takes the place of a draft gives it back', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await field.fill('Erst');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    for (const name of ['Use this text', 'Discard']) {
      await field.fill('Lange gedacht');
      await page.getByRole('button', { name }).last().click();
      expect(await field.inputValue()).not.toBe('Lange gedacht');
      await page.getByRole('button', { name: 'Put back' }).click();
      expect(await field.inputValue()).toBe('Lange gedacht');
      expect(await page.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'));
    }
  });

  it('PG-96 a stored text whose answer got lost is no edit of somebody else', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    const field = await openKey(page, 'cart.', 'cart.empty');
    await page.route('**/ui/api/texts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await field.fill('Angekommen');
    await page.keyboard.press('Control+s');
    await unsaved(page).waitFor();
    await expect.poll(() => unsaved(page).count(), { timeout: 5_000 }).toBe(0);
    expect(await page.getByText('changed this text').count()).toBe(0);
    expect(await field.inputValue()).toBe('Angekommen');
  });

  it('PG-97 what could not be saved is saved by "Try again", or offered once the service answers', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    // Without news of the service, only the button looks again.
    const live = '**/ui/api/live';
    await page.route(live, (route) => route.abort());
    await page.reload();
    const field = await openKey(page, 'cart.', 'cart.empty');
    let isDown = true;
    const failed: string[] = [];
    const outage = (route: Route): Promise<void> => {
      if (!isDown) return route.continue();
      failed.push(new URL(route.request().url()).pathname.split('/')[3] ?? '');
      return route.abort();
    };
    await page.route(/\/ui\/api\/(?!live)/, outage);
    await field.fill('Nach dem Ausfall');
    await page.keyboard.press('Control+s');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    // A request of the first attempt that is still open would succeed after the outage.
    await expect
      .poll(() => failed.toSorted(), { timeout: 10_000 })
      .toEqual(['key', 'key', 'project', 'texts']);
    expect(await unsaved(page).count()).toBe(1);
    isDown = false;
    await again.click();
    await page.getByText('Saved.').waitFor();
    expect(await unsaved(page).count()).toBe(0);

    await page.unroute(live);
    await page.reload();
    await openKey(page, 'cart.', 'cart.empty');
    isDown = true;
    await field.fill('Noch ein Ausfall');
    await page.keyboard.press('Control+s');
    await again.waitFor();
    isDown = false;
    // Another person's edit is news: the service answers again.
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/#/translate/de`);
    const title = await openKey(other, 'cart.', 'cart.checkout');
    await title.fill('Korb');
    await other.keyboard.press('Control+s');
    const said = page.locator('.notice').filter({ hasText: '1 text is not saved' });
    await said.getByRole('button', { name: 'Save now' }).click();
    await expect.poll(() => unsaved(page).count(), { timeout: 5_000 }).toBe(0);
    await shop.run('pull');
    expect(shop.text('config/locales/de.yml')).toContain('empty: Noch ein Ausfall\n');
  });

  it('PG-98 says that a browser has no room for what is not saved', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.evaluate(`Storage.prototype.setItem = () => { throw new Error('full'); }`);
    const field = await openKey(page, 'cart.', 'cart.empty');
    await field.fill('Kein Platz');
    await page.getByText('This browser has no room to keep what you type').waitFor();
  });
});
