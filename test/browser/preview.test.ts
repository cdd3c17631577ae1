import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, CHROMIUM, dropOn, openBrowser, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

const OLD = 'de:\n  cart:\n    empty: Alt\n  shop:\n    title: Alter Titel\n    fresh: Neu\n';

/** Another tab that changes one German text. */
async function change(page: Page, url: string, text: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${url}/#/translate/de`);
  await other.getByRole('searchbox').fill('cart.empty');
  await other.getByRole('treeitem').filter({ hasText: 'cart.empty' }).click();
  await other.getByLabel('German', { exact: true }).fill(text);
  await other.keyboard.press('Control+s');
  await other.getByText('Saved.').waitFor();
  await other.close();
}

describe.skipIf(CHROMIUM === undefined)('the preview of an import in the page', () => {
  it('PG-76 shows what an older file would replace, marks newer texts, and waits for a person', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    const dialog = page.getByRole('dialog');
    await change(page, shop.url, 'Von Hand');
    await dropOn(page, 'de.yml', OLD);
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByText('One of these texts was changed by somebody else').waitFor();
    expect(await dialog.locator('.counts div').allTextContents()).toEqual([
      'changed2',
      'new1',
      'unchanged0',
      expect.stringMatching(/^not in the file: stay\d+$/),
    ]);
    const changes = dialog.getByRole('region', { name: 'Changes' });
    expect(await changes.locator('.change').first().textContent()).toMatch(
      /^cart\.empty.*changed lately.*Von Hand.*Alt$/,
    );
    // Another change while the preview is open: nothing is imported, and the preview is made anew.
    await change(page, shop.url, 'Noch neuer');
    await dialog.getByRole('button', { name: 'Import 3 texts' }).click();
    await dialog.getByText('Somebody has changed texts in the meantime').waitFor();
    expect(await changes.locator('.change').first().textContent()).toContain('Noch neuer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await shop.run('pull');
    expect(shop.text('config/locales/de.yml')).toContain('empty: Noch neuer');
    expect(shop.text('config/locales/de.yml')).not.toContain('Alter Titel');
  });

  it('PG-77 imports a chosen file with the keyboard alone', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    const path = join(shop.folder, 'de.yml');
    writeFileSync(path, OLD);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a file' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(path);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Show changes' }).waitFor();
    await dialog.getByLabel('Source file').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.locator('.into').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('into');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Changes');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('de.yml: 3 texts changed in config/locales/en.yml, German (de)').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'PG-78 axe-core finds nothing in the preview, %s, wide and at 360 px',
    async (colorScheme) => {
      const shop = await Shop.open(browser);
      const page = await shop.visit('', { colorScheme, bypassCSP: true });
      await change(page, shop.url, 'Von Hand');
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await dropOn(page, 'de.yml', `${OLD}    ${'long_key_'.repeat(20)}: ${'Lang '.repeat(80)}\n`);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Show changes' }).click();
        await dialog.locator('.into').waitFor();
        expect(await axeFindings(page), `at ${width}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(
          await page.evaluate(
            '(({ scrollWidth: all, clientWidth: seen }) => all <= seen)(document.querySelector("dialog[open]"))',
          ),
        ).toBe(true);
        await page.setViewportSize({ width, height: 420 });
        // Not by scrolling: whoever has read enough sees at once how it goes on.
        const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox();
        const frame = await dialog.boundingBox();
        const bottom = ({ y = Infinity, height = 0 } = {}): number => y + height;
        expect(bottom(cancel ?? {})).toBeLessThanOrEqual(Math.min(420, bottom(frame ?? {})));
        await page.keyboard.press('Escape');
      }
    },
  );
});
