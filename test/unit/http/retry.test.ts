import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../src/http/messages.js';
import { classify, countFailure, decide, newCallState } from '../../../src/http/retry.js';
import type { HttpResponse, Failure, HttpResult } from '../../../src/http/messages.js';
import type { CallKind, FailedAttempt } from '../../../src/http/retry.js';

const NOW = Date.UTC(2026, 0, 1);

function response(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { kind: 'response', status, headers: new Map(Object.entries(headers)), body: new Uint8Array() };
}

function failedAttempt(result: HttpResult, more: Partial<FailedAttempt> = {}): FailedAttempt {
  const kind = more.kind ?? 'read';
  return {
    kind,
    failure: classify(kind, result, NOW),
    attempt: 1,
    rateLimitsInARow: 1,
    retries: 4,
    budget: 10,
    elapsedMs: 0,
    rateLimitedForMs: undefined,
    hasAccepted: false,
    random: 0.5,
    ...more,
  };
}

/** What to do by kind of call: R retry, B read back, F fail for good. */
type Row = readonly [name: string, result: HttpResult, read: string, write: string, upload: string];

const after = { 'retry-after': '7' };
const proxyRefused = (proxyStatus: number): Failure => ({ ...failed('proxy', 'proxy'), proxyStatus });

const TABLE: readonly Row[] = [
  ['no such host', failed('no-host', 'x'), 'F', 'F', 'F'],
  ['not connected', failed('connect', 'x'), 'R', 'R', 'R'],
  ['TLS', failed('tls', 'x'), 'F', 'F', 'F'],
  ['proxy 407', proxyRefused(407), 'F', 'F', 'F'],
  ['proxy 502', proxyRefused(502), 'R', 'R', 'R'],
  ['timeout', failed('timeout', 'x'), 'R', 'F', 'B'],
  ['lost', failed('lost', 'x'), 'R', 'F', 'B'],
  ['too large', failed('too-large', 'x'), 'F', 'F', 'B'],
  ['unknown encoding', failed('encoding', 'x'), 'F', 'F', 'B'],
  ...[300, 301, 302, 304, 307, 308].map((status): Row => [String(status), response(status), 'F', 'F', 'F']),
  ...[400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 422, 426, 428, 431, 451].map(
    (status): Row => [String(status), response(status), 'F', 'F', 'F'],
  ),
  ...[401, 404, 413, 422].map((status): Row => [
    `${status} with Retry-After`,
    response(status, after),
    'F',
    'F',
    'F',
  ]),
  ['403 with Retry-After', response(403, after), 'R', 'R', 'R'],
  ['408', response(408), 'R', 'F', 'B'],
  ['421', response(421), 'R', 'R', 'R'],
  ['425', response(425), 'R', 'R', 'R'],
  ['429', response(429), 'R', 'R', 'R'],
  ['429 with Retry-After', response(429, after), 'R', 'R', 'R'],
  ['500', response(500), 'R', 'F', 'B'],
  ['501', response(501), 'F', 'F', 'F'],
  ['502', response(502), 'R', 'F', 'B'],
  ['503', response(503), 'R', 'F', 'B'],
  ['503 with Retry-After', response(503, after), 'R', 'R', 'B'],
  ['504', response(504), 'R', 'F', 'B'],
  ['505', response(505), 'F', 'F', 'F'],
  ['507', response(507), 'F', 'F', 'F'],
  ['511', response(511), 'F', 'F', 'F'],
];

describe('the decision after a failed attempt', () => {
  const letter = { retry: 'R', 'read-back': 'B', fail: 'F' } as const;

  it.each(TABLE)('%s', (_, result, read, write, upload) => {
    const say = (kind: CallKind): string => letter[decide(failedAttempt(result, { kind })).do];
    expect([say('read'), say('write'), say('upload')]).toEqual([read, write, upload]);
  });

  it.each([
    [1, 250],
    [2, 500],
    [3, 1000],
    [4, 2000],
    [6, 8000],
    [7, 10_000],
    [50, 10_000],
  ])('backs off with full jitter: attempt %i, random 0.5, %i ms', (attempt, afterMs) => {
    expect(decide(failedAttempt(response(500), { attempt, retries: 100 }))).toMatchObject({
      do: 'retry',
      afterMs,
      pauseAll: false,
    });
  });

  it('starts from a second after a 429, and leaves it to the gate to hold the others', () => {
    expect(decide(failedAttempt(response(429)))).toMatchObject({
      afterMs: 500,
      pauseAll: false,
      rateLimited: true,
    });
    expect(decide(failedAttempt(response(500)))).toMatchObject({ afterMs: 250, rateLimited: false });
  });

  it.each([
    [1, 4, true, 0, 100],
    [2, 4, true, 5_000, 1_000],
    [3, 4, true, 5_000, 2_000],
    [4, 4, true, 5_000, 55_000],
    [4, 4, true, 58_000, 4_000],
    [4, 4, false, 5_000, 4_000],
    [2, 2, true, 5_000, 1_000],
    [3, 3, true, 5_000, 55_000],
  ])(
    'rate limit %i of %i (the service accepted requests: %s), all rejected for %i ms: waits %i ms',
    (attempt, retries, hasAccepted, rateLimitedForMs, afterMs) => {
      const decision = decide(
        failedAttempt(response(429), { attempt, retries, rateLimitedForMs, hasAccepted }),
      );
      expect(decision).toMatchObject({ do: 'retry', afterMs });
    },
  );

  it('gives up if the service rejects everything for more than a minute, unless it names a time', () => {
    const more = { rateLimitedForMs: 75_001, hasAccepted: true };
    expect(decide(failedAttempt(response(429), more))).toMatchObject({ do: 'fail', reason: 'budget' });
    expect(decide(failedAttempt(response(429, after), more))).toMatchObject({ do: 'retry', afterMs: 7_000 });
  });

  it.each([
    [429, '60', { do: 'retry', afterMs: 60_000, pauseAll: true }],
    [429, '61', { do: 'fail', reason: 'wait', retryAfterMs: 61_000 }],
    [429, '86400', { do: 'fail', reason: 'wait', retryAfterMs: 86_400_000 }],
    [429, '9'.repeat(400), { do: 'fail', reason: 'wait', retryAfterMs: Infinity }],
    [503, '2', { do: 'retry', afterMs: 2000, pauseAll: true }],
    [403, '2', { do: 'retry', afterMs: 2000, pauseAll: true }],
    [403, 'soon', { do: 'fail', reason: 'final' }],
  ])('%i with Retry-After: %s', (status, value, expected) => {
    expect(decide(failedAttempt(response(status, { 'retry-after': value })))).toMatchObject(expected);
  });

  it('no random value shortens a wait that the service asked for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (random, asked) => {
          const decision = decide(failedAttempt(response(429, { 'retry-after': String(asked) }), { random }));
          return decision.do === 'retry' && decision.afterMs === asked * 1000;
        },
      ),
    );
  });

  it.each([
    [{ attempt: 4 }, { do: 'retry' }],
    [{ attempt: 5 }, { do: 'fail', reason: 'attempts' }],
    [{ retries: 0 }, { do: 'fail', reason: 'attempts' }],
    [{ budget: 0 }, { do: 'fail', reason: 'budget' }],
    [{ elapsedMs: 299_000 }, { do: 'retry' }],
    [{ elapsedMs: 299_900 }, { do: 'fail', reason: 'time' }],
  ])('bounds: %j', (more, expected) => {
    expect(decide(failedAttempt(response(500), more))).toMatchObject(expected);
  });

  it('reading back needs neither attempts nor budget', () => {
    expect(decide(failedAttempt(response(502), { kind: 'upload', attempt: 9, budget: 0 }))).toMatchObject({
      do: 'read-back',
      afterMs: 0,
    });
    expect(decide(failedAttempt(response(503, after), { kind: 'upload' }))).toMatchObject({
      do: 'read-back',
      afterMs: 7000,
    });
  });

  it('the first rate limit costs no budget: it finds the pace', () => {
    expect(decide(failedAttempt(response(429)))).toMatchObject({ costsBudget: false });
    expect(decide(failedAttempt(response(429), { rateLimitsInARow: 2 }))).toMatchObject({
      costsBudget: true,
    });
    expect(decide(failedAttempt(response(500)))).toMatchObject({ costsBudget: true });
  });
});

describe('the number of a failure', () => {
  const rateLimit = classify('read', response(429), NOW);
  const failure = classify('read', response(500), NOW);

  it('counts rate limits between which the service accepts others as one, four times the retries long', () => {
    const state = newCallState(0);
    const numbers = Array.from({ length: 7 }, (_, accepted) =>
      countFailure(state, rateLimit, accepted + 1, 0),
    );
    expect(numbers).toEqual([1, 1, 1, 1, 2, 3, 4]);
  });

  it('counts each failure of another kind, and each rate limit of a service that accepts nothing', () => {
    const state = newCallState(0);
    const numbers = [rateLimit, failure, rateLimit, failure].map((one) => countFailure(state, one, 0, 4));
    expect(numbers).toEqual([1, 2, 3, 4]);
  });
});
