import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, CHROMIUM, dropOn, openBrowser, Shop } from './support.js';

let opened: Browser | undefined;
let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) opened = browser = await openBrowser();
});
afterAll(() => opened?.close());

const DE = 'config/locales/de.yml';

describe.skipIf(CHROMIUM === undefined)('the page in a browser', () => {
  it('PG-50 opens, edits by keyboard alone, and pull writes one line', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cart.empty');
    await page.getByRole('status').filter({ hasText: '1 key' }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    const field = page.getByLabel('German', { exact: true });
    await field.waitFor();
    await expect.poll(() => field.evaluate('document.activeElement.id')).toBe('translation');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Noch nichts drin.');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    const before = shop.text(DE).split('\n');
    await shop.run('pull');
    const changed = shop
      .text(DE)
      .split('\n')
      .filter((line, at) => line !== before[at]);
    expect(changed).toEqual(['    empty: Noch nichts drin.']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => field.inputValue()).toBe('Ihr Warenkorb ist leer.');
  });

  it('PG-51 two tabs that edit one text learn of it, and nothing is overwritten', async () => {
    const shop = await Shop.open(browser);
    const first = await shop.visit('#/translate/de');
    const second = await first.context().newPage();
    await second.goto(`${shop.url}/#/translate/de`);
    for (const page of [first, second]) {
      await page.getByRole('searchbox').fill('cart.empty');
      await page.getByRole('treeitem').filter({ hasText: 'cart.empty' }).click();
      await page.getByLabel('German', { exact: true }).fill(page === first ? 'Eins' : 'Zwei');
    }
    await first.keyboard.press('Control+s');
    await first.getByText('Saved.').waitFor();
    await second.getByText('changed this text in the meantime').waitFor();
    expect(await second.locator('.theirs').textContent()).toBe('Eins');
    expect(await second.getByLabel('German', { exact: true }).inputValue()).toBe('Zwei');
    await second.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByLabel('German', { exact: true }).press('Control+s');
    await second.getByText('Saved.').waitFor();
    await shop.run('pull');
    expect(shop.text(DE)).toContain('empty: Zwei');
  });

  it('PG-52 a push appears without a reload', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByText('Laden an der Ecke').waitFor();
    writeFileSync(join(shop.folder, DE), shop.text(DE).replace('Laden an der Ecke', 'Eckladen'));
    await shop.run('push');
    await page.getByText('Eckladen').waitFor();
  });

  it('PG-53 imports a file that is dropped on it', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    await dropOn(page, 'de.yml', 'de:\n  shop:\n    title: Abgelegt\n');
    await page.getByRole('heading', { name: 'Import de.yml' }).waitFor();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByRole('button', { name: 'Import 1 text' }).click();
    await page.getByText('1 text changed in config/locales/en.yml, German (de)').waitFor();
    await page.locator('.badge.web').first().waitFor();
    await shop.run('pull');
    expect(shop.text(DE)).toContain('title: Abgelegt');
  });

  it('PG-54 shows 10,000 keys with few elements, and reaches the last one', async () => {
    const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key_${n}`, `Text ${n}`]));
    const shop = await Shop.open(browser, (folder) => {
      writeFileSync(join(folder, 'src/i18n/en/cart.json'), JSON.stringify(texts));
    });
    const page = await shop.visit('#/translate/en');
    await page
      .getByRole('status')
      .filter({ hasText: /^10,\d+ keys$/ })
      .waitFor();
    const list = page.getByRole('tree');
    await list.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('PageUp');
    await page.locator('.sample:not(.skeleton)').first().waitFor();
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
    await page.getByRole('searchbox').fill('Text 9876');
    await page.getByText('key_9876').waitFor();
  });

  it('PG-55 hostile texts are texts, and nothing of them runs', async () => {
    const hostile = {
      script: '<script>window.hit = 1</script>',
      area: '</textarea><img src=x onerror="window.hit = 1">',
      bidi: 'a\u202eb\u2066c',
      huge: 'x'.repeat(1_048_576),
    };
    const shop = await Shop.open(browser, (folder) => {
      mkdirSync(join(folder, 'src/i18n/en'), { recursive: true });
      writeFileSync(join(folder, 'src/i18n/en/cart.json'), JSON.stringify(hostile));
    });
    const page = await shop.visit('#/translate/en');
    for (const [name, text] of Object.entries(hostile)) {
      await page.getByRole('searchbox').fill(name);
      await page.getByRole('treeitem').filter({ hasText: name }).last().click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      const field = page.getByLabel('English', { exact: true });
      await expect.poll(async () => (await field.inputValue()) === text).toBe(true);
    }
    expect(await page.evaluate('window.hit')).toBeUndefined();
  });

  it('PG-59 lists the keys of one source file', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/de');
    await page.getByRole('treeitem').filter({ hasText: 'shop.title' }).waitFor();
    await page.getByLabel('Source file', { exact: true }).selectOption('src/i18n/en/cart.json');
    await page.getByRole('treeitem').filter({ hasText: 'shop.title' }).waitFor({ state: 'detached' });
    const files = page.locator('[role=treeitem][aria-expanded]');
    expect(await files.allTextContents()).toEqual(['›src/i18n/en/cart.json']);
    await page.getByRole('treeitem').filter({ hasText: 'voucher.code' }).waitFor();
    await page.getByLabel('Source file', { exact: true }).selectOption('All source files');
    await page.getByRole('treeitem').filter({ hasText: 'shop.title' }).waitFor();
  });

  it('PG-60 says while typing which plural forms are missing', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('#/translate/ar');
    await page.getByRole('treeitem').filter({ hasText: 'cart.items.other' }).click();
    const field = page.getByLabel('Arabic', { exact: true });
    await field.fill('%{count} شيء');
    await page.locator('.editor').getByText('not saved').waitFor();
    const found = page.locator('#findings');
    await expect.poll(() => found.textContent()).toBe('');
    await field.fill('');
    await expect.poll(() => found.textContent()).toBe('Lacks the plural form other.');
    await field.fill('شيء');
    await expect.poll(() => found.textContent()).toBe('Lacks %{count}, unlike the source text.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => found.textContent()).toBe('');
  });

  it('PG-61 shifts nothing on load and when a key is opened', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit();
    await page.addInitScript(`
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    for (const hash of ['', '#/activity', '#/translate/de']) {
      await page.goto(`${shop.url}/ui/icon.svg`);
      await page.goto(`${shop.url}/${hash}`);
      await page.getByRole('heading', { name: 'Corner shop' }).waitFor();
      if (hash.includes('translate')) {
        for (const name of ['shop.tagline', 'cart.items.other']) {
          await page.getByRole('treeitem').filter({ hasText: name }).first().click();
          await page.getByRole('heading', { name }).waitFor();
          await page.getByLabel('German', { exact: true }).waitFor();
        }
        await page.getByLabel('German', { exact: true }).fill('{x}');
        await page.getByText('unlike the source text').waitFor();
      }
      await page.waitForTimeout(500);
      expect(await page.evaluate('window.shifts'), hash).toBeLessThan(0.1);
    }
  });

  it('PG-62 the colors are as the system has them until somebody chooses, and the choice stays', async () => {
    const shop = await Shop.open(browser);
    const page = await shop.visit('', { colorScheme: 'light' });
    const background = (one: Page): Promise<string> =>
      one.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await background(page);
    expect(dark).not.toBe(light);
    const other = await page.context().newPage();
    await other.goto(shop.url);
    await other.getByLabel('Colors').waitFor();
    await page.getByLabel('Colors').selectOption('light');
    expect(await background(page)).toBe(light);
    await page.reload();
    await page.getByLabel('Colors').waitFor();
    expect(await background(page)).toBe(light);
    expect(await other.getByLabel('Colors').inputValue()).toBe('light');
    await page.getByLabel('Colors').selectOption('system');
    expect(await background(page)).toBe(dark);
  });

  it.each(['light', 'dark'] as const)(
    'PG-56 axe-core finds nothing, %s, wide and at 360 px',
    async (colorScheme) => {
      const shop = await Shop.open(browser);
      const page = await shop.visit('', { colorScheme, bypassCSP: true });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const hash of ['#/', '#/activity', '#/translate/ar']) {
          await page.goto(`${shop.url}/${hash}`);
          await page.waitForTimeout(300);
          expect(await axeFindings(page), `${hash} at ${width}`).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
        if (width < 700) await page.getByRole('button', { name: 'All keys' }).click();
        await page.getByRole('treeitem').filter({ hasText: 'shop.title' }).click();
        await page.getByLabel('Arabic', { exact: true }).fill('نص {{x}}');
        await page.getByText('Has {{x}}, unlike the source text.').waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: 'Discard' }).click();
      }
    },
  );
});
