import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';

/**
 * More than one part of a push holds (commands/upload.ts), and more text than is kept from the plan
 * to the upload (commands/push.ts).
 */
const FILES = 620;
const LARGE = 6;
const LARGE_TEXT = 'word '.repeat(180_000);

describe('a push that is too large to be held whole', () => {
  it('is one event, each file once and as it stands on disk; a second push says nothing to the service', async () => {
    const s = await Session.start({ config: { files: ['l/*/{locale}.json'] } });
    for (let i = 0; i < FILES; i++) s.file(`l/set${i}/en.json`, JSON.stringify({ title: `Title ${i}` }));
    for (let i = 0; i < LARGE; i++)
      s.file(`l/large${i}/en.json`, JSON.stringify({ title: `${i} ${LARGE_TEXT}` }));
    const total = FILES + LARGE;

    const pushed = (await s.run('push --json')).code(0).json;
    expect(pushed.summary).toMatchObject({ uploads: total, pushed: total });
    expect(pushed.files.every(({ state, version }) => state === 'pushed' && version === 1)).toBe(true);
    expect(posts(s.service)).toEqual({ events: 1, uploads: total });
    expect(await s.service.texts(`l/large${LARGE - 1}/en.json`, 'en')).toEqual({
      title: `${LARGE - 1} ${LARGE_TEXT}`,
    });
    expect(await s.service.texts(`l/set${FILES - 1}/en.json`, 'en')).toEqual({
      title: `Title ${FILES - 1}`,
    });

    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).emptyStderr().stdout('Nothing to push.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: total });
  });
});
