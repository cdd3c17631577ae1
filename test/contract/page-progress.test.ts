import { expect, it } from 'vitest';
import { PageClient } from '../support/page-client.js';
import { Session } from '../support/session.js';

const EN = {
  a: 'A',
  empty: '',
  items: { one: 'One', other: '{{n}}' },
  place_ordinal_one: '{{n}}st',
  place_ordinal_two: '{{n}}nd',
  place_ordinal_other: '{{n}}th',
  menu: { one: 'First', second: 'Second' },
};
const JA = { items: { other: '{{n}}個' }, menu: { one: '一' }, place_ordinal_other: '{{n}}番' };
const RU = {
  items: { one: '{{n}} товар', few: '{{n}} товара', many: '{{n}} товаров', other: '{{n}} товара' },
  own: 'Своё',
};

it('PG-80 counts as `locsync status` does: plural forms that a language does not use, and its own', async () => {
  const locales = ['en', 'ja', 'ru', 'de'];
  const s = await Session.start({ config: { files: ['l/{locale}.json'] }, service: { locales } });
  const texts: Record<string, object> = { en: EN, ja: JA, ru: RU, de: { a: 'A' } };
  const page = await PageClient.open(s.service.page);
  const put = async (): Promise<void> => {
    for (const [locale, one] of Object.entries(texts)) s.file(`l/${locale}.json`, JSON.stringify(one));
    (await s.run('push')).code(0);
  };
  const compared = async (): Promise<void> => {
    const { files } = (await s.run('status --json')).json;
    const counts = Object.fromEntries(
      files.map(({ locale, keys: { translated, total } }) => [locale, [translated, total]]),
    );
    const shown = (await page.project()).languages.map(
      ({ code, translated, total }) => [code, [translated, total]] as const,
    );
    expect(Object.fromEntries(shown)).toEqual(counts);
    for (const [code, [translated, total]] of shown) {
      const missing = [...(await page.keys(code, '&filter=missing')).keys()];
      expect([code, missing.length]).toEqual([code, total - translated]);
      const rows = code === 'en' ? [] : (await page.rows(code)).filter(({ isMissing }) => isMissing);
      expect(rows.map(({ name }) => name).sort()).toEqual(missing.sort());
    }
  };
  await put();
  await compared();
  expect((await page.project()).languages.find(({ code }) => code === 'ja')).toMatchObject({
    translated: 3,
    total: 5,
  });
  // A form that the language does not use counts once it has a text.
  texts['ja'] = { ...JA, items: { one: '一個', other: '{{n}}個' } };
  texts['ru'] = { ...RU, own: '', another: 'Ещё' };
  await put();
  await compared();
  // The source language gets a group of forms, and loses the rule of another.
  texts['en'] = { ...EN, cart_one: 'One', cart_other: 'Many', items: { ...EN.items, more: 'More' } };
  await put();
  await compared();
});

it('PG-80 counts a key as there if the language has plural forms in its place, or one text in theirs', async () => {
  const s = await Session.start({
    config: { files: ['l/{locale}.json'] },
    service: { locales: ['en', 'de', 'ja'] },
  });
  s.file('l/en.json', '{ "million": "Million", "units": { "one": "Unit", "other": "Units" } }');
  s.file('l/de.json', '{ "million": { "one": "Million", "other": "Millionen" }, "units": "Einheiten" }');
  s.file('l/ja.json', '{ "million": { "other": "百万", "more": "もっと" } }');
  (await s.run('push')).code(0);
  const page = await PageClient.open(s.service.page);
  const compared = async (expected: object): Promise<void> => {
    const { files } = (await s.run('status --json')).json;
    const missing: Record<string, readonly string[]> = {};
    for (const { code, translated, total } of (await page.project()).languages) {
      const counts = files.find(({ locale }) => locale === code)?.keys;
      expect([code, translated, total]).toEqual([code, counts?.translated, counts?.total]);
      missing[code] = [...(await page.keys(code, '&filter=missing')).keys()];
      const rows = (await page.rows(code)).filter(({ isMissing }) => isMissing);
      expect(rows.map(({ name }) => name)).toEqual(missing[code]);
    }
    expect(missing).toEqual({ en: [], ...expected });
  };
  await compared({ de: [], ja: ['million', 'units.other'] });
  expect((await page.detail('de', 'units.one')).plural?.forms).toMatchObject([
    { form: 'one', isNeeded: false },
    { form: 'other', isNeeded: false },
  ]);
  s.file('l/de.json', '{ "million": { "one": "Million", "other": "Millionen" }, "units": "" }');
  s.file('l/ja.json', '{ "million": { "other": "百万", "more": "" } }');
  (await s.run('push')).code(0);
  await compared({ de: ['units.one', 'units.other', 'units'], ja: ['units.other', 'million.more'] });
});
