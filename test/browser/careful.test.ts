import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, CHROMIUM, dropOn, openBrowser, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

describe.skipIf(CHROMIUM === undefined)('what the page leaves to a person', () => {
  it('PG-63 preselects for a dropped file only what its name says without a doubt', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    const dialog = page.getByRole('dialog');
    const file = dialog.getByLabel('Source file');
    const language = dialog.getByLabel('Language');
    const button = dialog.getByRole('button', { name: 'Show changes' });
    const shown = (select: typeof file): Promise<string | null> =>
      select.locator('option:checked').textContent();
    const NO_FILE = 'Choose a source file';
    const NO_LANGUAGE = 'Choose a language';
    for (const [name, wantedFile, wantedLanguage] of [
      ['cart.json', 'src/i18n/en/cart.json', NO_LANGUAGE],
      ['pt-BR.json', NO_FILE, 'Portuguese (Brazil) (pt-BR)'],
      ['fr.json', NO_FILE, NO_LANGUAGE],
      ['strange.json', NO_FILE, NO_LANGUAGE],
      ['de.yml', 'config/locales/en.yml', 'German (de)'],
    ] as const) {
      await dropOn(page, name, '{"voucher": {"code": "Neu"}}');
      await dialog.getByRole('heading', { name: `Import ${name}` }).waitFor();
      expect([await shown(file), await shown(language)], name).toEqual([wantedFile, wantedLanguage]);
      const isChosen = wantedFile !== NO_FILE && wantedLanguage !== NO_LANGUAGE;
      expect(await button.isDisabled(), name).toBe(!isChosen);
      await page.keyboard.press('Escape');
    }
    await dropOn(page, 'fr.json', '{"voucher": {"code": "Neu"}}');
    await file.selectOption('src/i18n/en/cart.json');
    expect(await button.isDisabled()).toBe(true);
    await language.selectOption('German (de)');
    await button.click();
    await dialog.getByRole('button', { name: 'Import 1 text' }).click();
    await page.getByText('fr.json: 1 text changed in src/i18n/en/cart.json, German (de).').waitFor();
  });

  it('PG-65 names with invisible characters show them, and reorder nothing beside them', async () => {
    const name = 'a\u202egpj.json';
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    await dropOn(page, name, '{"be\u2066fore\u200b": "Text"}');
    await page
      .getByRole('dialog')
      .getByLabel('Source file')
      .selectOption({ label: 'A new one: aU+202Egpj.json' });
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByRole('button', { name: 'Import 1 text' }).click();
    await page.getByText('aU+202Egpj.json: 1 text changed').waitFor();
    const shown = async (): Promise<string> => page.evaluate<string>('document.body.innerText');
    const HIDDEN = /[\u202e\u2066\u200b]/;
    await page.getByRole('rowheader').filter({ hasText: 'aU+202Egpj.json' }).waitFor();
    expect(await shown()).not.toMatch(HIDDEN);
    expect(await page.evaluate('document.querySelector("th.key bdi .mark").textContent')).toBe('U+202E');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.locator('summary').filter({ hasText: 'aU+202Egpj.json' }).first().click();
    await page.locator('.change').first().waitFor();
    expect(await shown()).not.toMatch(HIDDEN);
    await page.getByRole('link', { name: 'Translate' }).click();
    await page.getByRole('searchbox').fill('fore');
    await page.getByRole('treeitem').filter({ hasText: 'beU+2066foreU+200B' }).click();
    await page.getByRole('heading', { name: 'beU+2066foreU+200B' }).waitFor();
    await page.locator('#translation').waitFor();
    expect(await shown()).not.toMatch(HIDDEN);
    expect(await page.getByLabel('Source file', { exact: true }).textContent()).not.toMatch(HIDDEN);
  });

  it('PG-66 the search leads to the first key: Arrow Down to the list, Enter to its field', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByRole('treeitem').filter({ hasText: 'shop.title' }).waitFor();
    const focused = (): Promise<string> =>
      page.evaluate<string>('document.activeElement.role ?? document.activeElement.id');
    await page.keyboard.press('Control+k');
    // The list has not answered yet when Enter is pressed.
    await page.keyboard.type('cart.empty');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'cart.empty' }).waitFor();
    await expect.poll(focused).toBe('translation');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('shop.');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: /^shop\./ }).waitFor();
    await expect.poll(focused).toBe('tree');
    const active = page.locator('.lines');
    expect(await active.getAttribute('aria-activedescendant')).toMatch(/^key-\d+$/);
  });

  it('PG-67 plural forms one after another: Enter, the text of other, the next missing form', async () => {
    const shop = await Shop.open(browser, (folder) => {
      const path = join(folder, 'config/locales/ar.yml');
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^ +(?:few|many): .*\n/gm, ''));
    });
    const page = await shop.visit('#/translate/ar');
    await page.getByRole('treeitem').filter({ hasText: 'cart.items.other' }).click();
    const field = page.getByLabel('Arabic', { exact: true });
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.id');
    const forms = page.getByRole('group', { name: 'Plural forms' });
    await field.fill('%{count} شيئا آخر');
    await page.keyboard.press('Control+s');
    await page.locator('.notice.shown').waitFor();
    const few = forms.getByRole('button', { name: /^few/ });
    await few.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'cart.items.few' }).waitFor();
    await expect.poll(focused, { timeout: 5_000 }).toBe('translation');
    // What was said about another key is gone.
    expect(await page.locator('.notice.shown').count()).toBe(0);
    await field.fill('%{count} أشياء قليلة');
    await page.getByText('Its form other is:').waitFor();
    expect(await page.locator('.text.source').textContent()).toBe('%{count} items');
    await page.keyboard.press('Control+Enter');
    await page.locator('.notice').filter({ hasText: 'cart.items.few Saved' }).waitFor();
    await page.getByRole('heading', { name: 'cart.items.many' }).waitFor();
  });

  it('PG-68 a text with a finding is saved, and the page says what it lacks, and of which key', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByRole('treeitem').filter({ hasText: 'cart.items.other' }).click();
    const field = page.getByLabel('German', { exact: true });
    await field.fill('Viele');
    await page.keyboard.press('Control+s');
    const said = page.locator('.notice.shown');
    await said.filter({ hasText: 'cart.items.other Saved, but it lacks %{count}' }).waitFor();
    await field.fill('Viele!');
    await said.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await said.waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await said.waitFor({ state: 'detached' });
  });

  it('PG-69 shows the address for another browser as a whole, and copies it', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Open in another browser' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('opens the page once, in the next ten minutes').waitFor();
    const address = await dialog.getByLabel('Address').inputValue();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    expect(await axeFindings(page)).toEqual([]);
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await other.getByRole('heading', { name: 'Languages' }).waitFor();
    const late = await (await browser.newContext()).newPage();
    await late.goto(address);
    await late.getByText('choose “Open in another browser”').waitFor();
    await other.context().close();
    await late.context().close();
  });
});
