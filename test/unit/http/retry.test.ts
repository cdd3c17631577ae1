import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../src/http/messages.js';
import { verdict } from '../../../src/http/retry.js';
import type { Answer, Failure, Outcome } from '../../../src/http/messages.js';
import type { CallKind, Situation } from '../../../src/http/retry.js';

const NOW = Date.UTC(2026, 0, 1);

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { kind: 'answer', status, headers: new Map(Object.entries(headers)), body: new Uint8Array() };
}

function situation(outcome: Outcome, more: Partial<Situation> = {}): Situation {
  return {
    call: 'read',
    outcome,
    attempt: 1,
    retries: 4,
    budget: 10,
    elapsedMs: 0,
    silentMs: undefined,
    hasTaken: false,
    date: NOW,
    luck: 0.5,
    ...more,
  };
}

/** What the table says: R retry, B read back, F fail for good. */
type Row = readonly [name: string, outcome: Outcome, read: string, event: string, upload: string];

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
  ...[300, 301, 302, 304, 307, 308].map((status): Row => [String(status), answer(status), 'F', 'F', 'F']),
  ...[400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 422, 426, 428, 431, 451].map(
    (status): Row => [String(status), answer(status), 'F', 'F', 'F'],
  ),
  ...[401, 404, 413, 422].map((status): Row => [
    `${status} with Retry-After`,
    answer(status, after),
    'F',
    'F',
    'F',
  ]),
  ['403 with Retry-After', answer(403, after), 'R', 'R', 'R'],
  ['408', answer(408), 'R', 'F', 'B'],
  ['421', answer(421), 'R', 'R', 'R'],
  ['425', answer(425), 'R', 'R', 'R'],
  ['429', answer(429), 'R', 'R', 'R'],
  ['429 with Retry-After', answer(429, after), 'R', 'R', 'R'],
  ['500', answer(500), 'R', 'F', 'B'],
  ['501', answer(501), 'F', 'F', 'F'],
  ['502', answer(502), 'R', 'F', 'B'],
  ['503', answer(503), 'R', 'F', 'B'],
  ['503 with Retry-After', answer(503, after), 'R', 'R', 'B'],
  ['504', answer(504), 'R', 'F', 'B'],
  ['505', answer(505), 'F', 'F', 'F'],
  ['507', answer(507), 'F', 'F', 'F'],
  ['511', answer(511), 'F', 'F', 'F'],
];

describe('the verdict after an attempt', () => {
  const letter = { retry: 'R', 'read-back': 'B', fail: 'F' } as const;

  it.each(TABLE)('%s', (_, outcome, read, event, upload) => {
    const say = (call: CallKind): string => letter[verdict(situation(outcome, { call })).do];
    expect([say('read'), say('event'), say('upload')]).toEqual([read, event, upload]);
  });

  it.each([
    [1, 250],
    [2, 500],
    [3, 1000],
    [4, 2000],
    [6, 8000],
    [7, 10_000],
    [50, 10_000],
  ])('backs off with full jitter: attempt %i, half luck, %i ms', (attempt, afterMs) => {
    expect(verdict(situation(answer(500), { attempt, retries: 100 }))).toMatchObject({
      do: 'retry',
      afterMs,
      everybody: false,
    });
  });

  it('starts from a second after a 429, and leaves it to the pace to hold everybody', () => {
    expect(verdict(situation(answer(429)))).toMatchObject({ afterMs: 500, everybody: false, limited: true });
    expect(verdict(situation(answer(500)))).toMatchObject({ afterMs: 250, limited: false });
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
    'refused by rate for the time number %i of %i (a service that took requests: %s), everything for %i ms: waits %i ms',
    (attempt, retries, hasTaken, silentMs, afterMs) => {
      const decision = verdict(situation(answer(429), { attempt, retries, silentMs, hasTaken }));
      expect(decision).toMatchObject({ do: 'retry', afterMs });
    },
  );

  it('refuses for more than a minute whatever is asked: nobody asks any more, unless a time is named', () => {
    const more = { silentMs: 75_001, hasTaken: true };
    expect(verdict(situation(answer(429), more))).toMatchObject({ do: 'fail', because: 'budget' });
    expect(verdict(situation(answer(429, after), more))).toMatchObject({ do: 'retry', afterMs: 7_000 });
  });

  it.each([
    [429, '60', { do: 'retry', afterMs: 60_000, everybody: true }],
    [429, '61', { do: 'fail', because: 'wait', askedMs: 61_000 }],
    [429, '86400', { do: 'fail', because: 'wait', askedMs: 86_400_000 }],
    [429, '9'.repeat(400), { do: 'fail', because: 'wait', askedMs: Infinity }],
    [503, '2', { do: 'retry', afterMs: 2000, everybody: true }],
    [403, '2', { do: 'retry', afterMs: 2000, everybody: true }],
    [403, 'soon', { do: 'fail', because: 'final' }],
  ])('%i with Retry-After: %s', (status, value, expected) => {
    expect(verdict(situation(answer(status, { 'retry-after': value })))).toMatchObject(expected);
  });

  it('no luck shortens a wait that was asked for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (luck, asked) => {
          const decision = verdict(situation(answer(429, { 'retry-after': String(asked) }), { luck }));
          return decision.do === 'retry' && decision.afterMs === asked * 1000;
        },
      ),
    );
  });

  it.each([
    [{ attempt: 4 }, { do: 'retry' }],
    [{ attempt: 5 }, { do: 'fail', because: 'attempts' }],
    [{ retries: 0 }, { do: 'fail', because: 'attempts' }],
    [{ budget: 0 }, { do: 'fail', because: 'budget' }],
    [{ elapsedMs: 299_000 }, { do: 'retry' }],
    [{ elapsedMs: 299_900 }, { do: 'fail', because: 'time' }],
  ])('bounds: %j', (more, expected) => {
    expect(verdict(situation(answer(500), more))).toMatchObject(expected);
  });

  it('neither attempts nor budget are needed to read back', () => {
    expect(verdict(situation(answer(502), { call: 'upload', attempt: 9, budget: 0 }))).toMatchObject({
      do: 'read-back',
      afterMs: 0,
    });
    expect(verdict(situation(answer(503, after), { call: 'upload' }))).toMatchObject({
      do: 'read-back',
      afterMs: 7000,
    });
  });
});
