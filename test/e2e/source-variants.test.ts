import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/*
 * A service may list the source locale beside variants of it that have the same code and a country
 * (docs/service-interface.md, "Resources").
 */

const VARIANTS: readonly (readonly [string, readonly (readonly [tag: string, country: string])[]])[] = [
  [
    'a variant after it',
    [
      ['en', ''],
      ['en-GB', 'GB'],
    ],
  ],
  [
    'a variant before it',
    [
      ['en-GB', 'GB'],
      ['en', ''],
    ],
  ],
  [
    'variants alone',
    [
      ['en-US', 'US'],
      ['en-GB', 'GB'],
    ],
  ],
];

describe('LO-36 the source locale and variants with its code', () => {
  it.each(VARIANTS)('%s: each file is compared with its own texts', async (_, listed) => {
    const tags = listed.map(([tag]) => tag);
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script, tags);
    s.service.script.on('locales', () => ({
      body: listed.map(([tag, country]) => ({ api_id: `loc_${tag}`, name: tag, code: 'en', country })),
    }));
    const same = { a: 'Colour', b: 'Text', c: 'More' };
    for (const tag of tags) s.file(`l/${tag}.json`, jsonText(same));
    (await s.run('push')).code(0);
    (await s.run('status --check')).code(0);
    s.file('l/en-GB.json', jsonText({ ...same, a: 'British' }));
    (await s.run('status --check')).code(1);
    expect((await s.run('diff')).code(1).out).toContain('British');
    (await s.run('push')).code(0);
    const names = (await s.run('status --json')).json.files.map(({ sourceFile }) => sourceFile?.name ?? '');
    const name = names[0] ?? '';
    expect(fakeService.texts('en-GB', name)).toEqual({ ...same, a: 'British' });
    fakeService.set('en-GB', { ...same, a: 'British', b: 'Translated' }, name);
    (await s.run('pull')).code(0);
    s.reads('l/en-GB.json', jsonText({ ...same, a: 'British', b: 'Translated' }));
    for (const tag of tags) if (tag !== 'en-GB') s.reads(`l/${tag}.json`, jsonText(same));
    (await s.run('status --check')).code(0);
  });
});
