import { describe, expect, it } from 'vitest';
import { HttpClient } from '../../../src/http/client.js';
import type { HttpResult } from '../../../src/http/messages.js';
import { fixedWindow, leakyBucket, type Limiter } from '../../support/limiters.js';
import { VirtualClock } from '../../support/virtual-clock.js';

interface Push {
  readonly ms: number;
  /** Of the calls that failed, what they failed with. */
  readonly failed: readonly string[];
  readonly refused: number;
  /** The most requests that one call needed. */
  readonly most: number;
  readonly notices: readonly string[];
}

/**
 * The requests of a push of so many files, as many at once and in the same order as a real one,
 * against a limiter. `from`: milliseconds into its window.
 */
async function push(
  limiter: Limiter,
  { files = 16, latencyMs = 4, jitterMs = 0, seed = 1, from = 0, retries = 4, concurrency = 8 } = {},
): Promise<Push> {
  const clock = new VirtualClock(seed);
  await clock.run(() => clock.sleep(60_000 - (clock.now() % 60_000) + from));
  const sent = new Map<string, number>();
  const failed: string[] = [];
  const notices: string[] = [];
  let refused = 0;
  const caller = new HttpClient({
    send: async ({ url }): Promise<HttpResult> => {
      sent.set(url.pathname, (sent.get(url.pathname) ?? 0) + 1);
      await clock.sleep(latencyMs / 2 + clock.random() * jitterMs);
      const { taken, after } = limiter(clock.now());
      if (!taken) refused += 1;
      await clock.sleep(latencyMs / 2);
      const headers = new Map(after === undefined ? [] : [['retry-after', String(after)]]);
      return { kind: 'response', status: taken ? 200 : 429, headers, body: new Uint8Array() };
    },
    clock,
    signal: new AbortController().signal,
    concurrency,
    retries,
    down: (why) => new Error(`down: ${why}`),
    notify: (notice) => notices.push(notice),
    trace: () => undefined,
  });
  const call = (path: string): Promise<unknown> =>
    caller
      .call(
        { kind: 'read', what: path, method: 'GET', url: new URL(path, 'http://h') },
        ({ status }) => ({ value: status }),
        ({ decision }) => new Error(decision.do === 'fail' ? decision.reason : decision.do),
      )
      .catch((error: unknown) => failed.push(String(error)));
  const each = (name: string, from: number): readonly string[] =>
    Array.from({ length: files - from }, (_, i) => `/${name}/${i + from}`);
  const steps = [
    ['/project', '/locales', '/list'],
    ['/event'],
    ['/upload/0'],
    each('upload', 1),
    each('read-back', 0),
  ];
  const { ms } = await clock.run(async () => {
    for (const step of steps) await Promise.all(step.map(call));
  });
  caller.close();
  return { ms, failed, refused, most: Math.max(...sent.values()), notices };
}

/** A push of 16 files is 36 requests: so many intervals at least between the first and the last. */
const INTERVALS = 35;

describe('a push of 16 files through a limiter, on a clock of its own', () => {
  const lines: readonly (readonly [latencyMs: number, jitterMs: number, seed: number])[] = [
    [4, 0, 1],
    [4, 5, 2],
    [4, 5, 3],
    [60, 0, 4],
    [60, 20, 5],
    [60, 20, 6],
  ];

  it.each(lines)(
    '20 a second without burst: not much longer than that takes (%i ms, ±%i, seed %i)',
    async (latencyMs, jitterMs, seed) => {
      const { ms, failed } = await push(leakyBucket(20, 0), { latencyMs, jitterMs, seed });
      expect(failed).toEqual([]);
      // Five steps, one after the other, have to wait for their answers as well; to find the pace
      // costs a second.
      expect(ms).toBeLessThan(1.2 * (INTERVALS * 50 + 5 * latencyMs) + 1_000 + 5 * latencyMs);
    },
  );

  it.each(lines)('5 a second with a burst of 5 (%i ms, ±%i, seed %i)', async (latencyMs, jitterMs, seed) => {
    const { ms, failed, notices } = await push(leakyBucket(5, 5), { latencyMs, jitterMs, seed });
    expect(failed).toEqual([]);
    expect(ms).toBeLessThan(1.2 * ((INTERVALS - 5) * 200 + 5 * latencyMs));
    expect(notices).toEqual(['the service limits how often it is asked: going on more slowly']);
  });

  it.each(lines)(
    '5 a second with a burst of 5 and Retry-After: 1 (%i ms, ±%i, seed %i)',
    async (latencyMs, jitterMs, seed) => {
      const { ms, failed } = await push(leakyBucket(5, 5, 1), { latencyMs, jitterMs, seed });
      expect(failed).toEqual([]);
      expect(ms).toBeLessThan(1.3 * ((INTERVALS - 5) * 200 + 5 * latencyMs));
    },
  );

  it('300 files at 20 a second: the search is paid once', async () => {
    const { ms, failed, refused } = await push(leakyBucket(20, 0), {
      files: 300,
      latencyMs: 30,
      jitterMs: 5,
    });
    expect(failed).toEqual([]);
    expect(ms).toBeLessThan(1.4 * 603 * 50);
    // One in six is what it costs to notice that the service has become faster.
    expect(refused).toBeLessThan(603 / 5);
  });

  it('60 in a minute, with Retry-After: waits once for all, says so once, and goes on at full speed', async () => {
    const { ms, failed, notices } = await push(fixedWindow(60, 60_000, true), { files: 40, from: 20_000 });
    expect(failed).toEqual([]);
    expect(ms).toBeLessThan(41_000);
    expect(notices).toEqual([
      expect.stringMatching(/^waiting 40 s before asking for \/read-back\/\d+ again \(status 429\)$/),
    ]);
  });

  it.each([1, 2, 3])('60 in a minute, and no one says so: nothing fails (seed %i)', async (seed) => {
    const { ms, failed, most } = await push(fixedWindow(60, 60_000, false), {
      files: 40,
      from: 20_000,
      seed,
    });
    expect(failed).toEqual([]);
    expect(ms).toBeLessThan(50_000);
    expect(most).toBeLessThanOrEqual(5);
  });

  it('every tenth refused whatever the pace: that is not a limit, and hardly slows anything down', async () => {
    let count = 0;
    const { ms, failed } = await push(() => ({ taken: (count += 1) % 10 !== 0 }), {
      files: 300,
      latencyMs: 10,
    });
    expect(failed).toEqual([]);
    expect(ms).toBeLessThan(6_000);
  });

  it('a service without a limit: no request is held back at all', async () => {
    const { ms, refused } = await push(() => ({ taken: true }), { files: 300, latencyMs: 10 });
    // Three steps of one round, 299 uploads and 300 read-backs, eight at once.
    expect([ms, refused]).toEqual([10 * (3 + Math.ceil(299 / 8) + Math.ceil(300 / 8)), 0]);
  });

  it('HT-17 429 for ever: no call is sent more often than its retries allow, and the run ends soon', async () => {
    const { ms, failed, most, refused } = await push(() => ({ taken: false }), { files: 50 });
    expect(failed).toHaveLength(3 + 1 + 50 + 50);
    expect(most).toBeLessThanOrEqual(5);
    expect(refused).toBeLessThan(100);
    expect(ms).toBeLessThan(120_000);
  });

  it('--retries 0: a refusal is reported at once', async () => {
    const { failed, most } = await push(leakyBucket(20, 0), { retries: 0, files: 2 });
    expect(failed.length).toBeGreaterThan(0);
    expect(most).toBe(1);
  });
});
