import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import type { Step } from '../support/scripted-server.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/clock-hook.mjs')).href;
const YEARS = 10 * 365 * 86_400_000;
const EPOCH = -1_900_000_000_000;

/** The environment of a run whose clock is set `after` milliseconds from its start. */
const clockSet = (after: number, by: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${HOOK}`,
  CLOCK: `${after} ${by}`,
});

const wait = (seconds: string): Step => ({ status: 429, headers: { 'retry-after': seconds } });

describe('F3 a clock that is set during a run changes no wait', () => {
  it.each([
    ['back by an hour', -3_600_000],
    ['back by ten years', -YEARS],
    ['back to before 1970', EPOCH],
    ['forward by ten years', YEARS],
  ])('during a wait that the service asked for: %s', async (_, by) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"k":"K"}');
    s.service.script.on('locales', wait('1'), wait('1'), {
      body: [{ api_id: 'l1', name: 'E', code: 'en', country: '' }],
    });
    // The run asks within its first second, and waits for at least one more.
    const ran = await s.run('status', { env: clockSet(900, by) });
    ran.code(0);
    const asked = s.service.script.of('locales').map(({ at }) => at);
    expect(asked, ran.transcript).toHaveLength(3);
    for (const [n, at] of asked.entries())
      if (n > 0) expect(at - (asked[n - 1] ?? 0), ran.transcript).toBeGreaterThanOrEqual(990);
  });

  it('a run takes the lock and gives it back with a clock years too early', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"k":"K"}');
    (await s.run('push', { env: clockSet(0, EPOCH) })).code(0);
    (await s.run('push', { env: clockSet(0, YEARS) })).code(0).stdout('Nothing to push');
  });

  it('F8 a Retry-After with two waits: the longest one is kept', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"k":"K"}');
    const twice: Step = { status: 429, headers: { 'retry-after': ['1', '3'] } };
    s.service.script.on('locales', twice, { body: [{ api_id: 'l1', name: 'E', code: 'en', country: '' }] });
    const ran = (await s.run('status')).code(0);
    const [first, second] = s.service.script.of('locales').map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0), ran.transcript).toBeGreaterThanOrEqual(2990);
    s.service.script.on('locales', { status: 429, headers: { 'retry-after': '2, 120' } });
    (await s.run('status')).code(4).stderr(/2 minutes|120 s/);
  });
});
