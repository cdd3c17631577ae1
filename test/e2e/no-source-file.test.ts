import { expect, it } from 'vitest';
import { Session } from '../support/session.js';

it.each([
  {
    name: 'files of one language',
    files: ['l/{locale}.json'],
    texts: { 'l/de.json': '{"a":"A","b":"B"}', 'l/fr.json': '{"b":"B","c":"C"}' },
  },
  {
    name: 'a file of all languages',
    files: ['all.json'],
    texts: { 'all.json': '{"de":{"a":"A","b":"B"},"fr":{"b":"B","c":"C"}}' },
  },
])('without source texts the keys of all locales count: $name', async ({ files, texts }) => {
  const s = await Session.start({ config: { files }, service: { locales: ['en', 'de', 'fr'] } });
  for (const [path, text] of Object.entries(texts)) s.file(path, text);
  for (const command of ['status --json --missing', 'status --json --missing']) {
    const { files: rows } = (await s.run(command)).json;
    const told = rows.map(({ locale, keys, missing }) => [locale, keys.translated, keys.total, missing]);
    expect(told.filter(([locale]) => locale !== 'en')).toEqual([
      ['de', 2, 3, ['c']],
      ['fr', 2, 3, ['a']],
    ]);
  }
});
