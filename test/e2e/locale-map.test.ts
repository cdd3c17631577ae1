import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

interface Listed {
  readonly code: string;
  readonly country: string;
}

/** A project whose list of locales is this one, with English and zh-TW files here. */
async function world(locales: readonly Listed[], localeMap: Readonly<Record<string, string>>) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'], localeMap } });
  const body = locales.map((one, i) => ({ api_id: `loc_${i + 1}`, name: one.code, ...one }));
  s.service.script
    .on('locales', () => ({ body }))
    .on('sourceFiles', () => ({ body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }] }))
    .on('texts', ({ url }) => {
      const id = new URL(url, 'http://h').searchParams.get('locale_id');
      const code = body.find(({ api_id }) => api_id === id)?.code ?? 'en';
      return { body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content: { [code]: { a: 'A' } } } };
    });
  s.file('l/en.json', '{"a":"A"}\n').file('l/zh-TW.json', '{"a":"A"}\n');
  return s;
}

const EN = { code: 'en', country: '' };

describe('M3 a key of localeMap that the project lacks', () => {
  it.each(['pull', 'push', 'status', 'diff'])(
    '%s: exit 2 with the nearest code, and no second file',
    async (command) => {
      const s = await world([EN, { code: 'zh', country: 'Hant' }], { 'zh-Hant': 'zh-TW' });
      const before = s.snapshot();
      (await s.run(command))
        .code(2)
        .stderr(
          'the project has no locale zh-Hant',
          'l/zh-TW.json',
          'it has zh (country "Hant")',
          'did you mean zh',
        );
      expect([...s.snapshot().keys()].filter((path) => path.startsWith('l/'))).toEqual(
        [...before.keys()].filter((path) => path.startsWith('l/')),
      );
      s.config({ files: ['l/{locale}.json'], localeMap: { zh: 'zh-TW' } });
      (await s.run(command)).code(0);
      expect(s.has('l/zh.json')).toBe(false);
    },
  );

  it('is not an error if the project has no other locale of that language, or has a file of it here', async () => {
    const gone = await world([EN], { 'zh-Hant': 'zh-TW' });
    (await gone.run('pull')).code(0).stderr('the project has no locale zh-TW');
    const both = await world([EN, { code: 'zh-Hans', country: '' }], { 'zh-Hant': 'zh-TW' });
    both.file('l/zh-Hans.json', '{"a":"A"}\n');
    (await both.run('pull')).code(0).stderr('the project has no locale zh-TW');
  });
});
