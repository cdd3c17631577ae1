import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, dropOn, openBrowser, Shop } from './support.js';

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
    const button = dialog.getByRole('button', { name: 'Import' });
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
    await page.getByText('fr.json: 1 text changed in src/i18n/en/cart.json, German (de).').waitFor();
  });
});
