import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../../../../src/core/errors/index.js';
import type { RemoteTexts, Service } from '../../../../../src/ports/service.js';
import { ReadAhead, readFresh } from '../../../../../src/sync/push/fresh-reads/read-ahead.js';

const SOURCE = { id: 'fil_1', name: 'l/en.json', keys: 1 };
const DE = { id: 'loc_de', code: 'de', country: '', name: 'German', tag: 'de' };
const TEXTS: RemoteTexts = [];

/** One that reads from a service that answers with `answer`, by a clock that a test sets. */
function readAhead(answer: () => Promise<RemoteTexts> = () => Promise.resolve(TEXTS)) {
  const clock = { ms: 0, now: () => clock.ms };
  let asked = 0;
  const texts: Service['texts'] = () => {
    asked += 1;
    return answer();
  };
  const service: Partial<Service> = { texts };
  const ahead = new ReadAhead({ service: service as Service, locales: [DE] }, clock);
  return { ahead, clock, asked: () => asked };
}

describe('a language that is read before its upload', () => {
  it('is handed out once, with the time at which its answer had come', async () => {
    const { ahead, clock } = readAhead();
    clock.ms = 7;
    ahead.begin(SOURCE, DE);
    expect(await ahead.take(SOURCE, DE)).toEqual({ texts: TEXTS, at: 7 });
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
  });

  it('counts for its own source file and its own language only', async () => {
    const { ahead } = readAhead();
    ahead.begin(SOURCE, DE);
    expect(await ahead.take({ ...SOURCE, id: 'fil_2' }, DE)).toBeUndefined();
    expect(await ahead.take(SOURCE, { id: 'loc_fr' })).toBeUndefined();
  });

  it('is not used after half a second, and then nothing more is read ahead', async () => {
    const { ahead, clock, asked } = readAhead();
    ahead.begin(SOURCE, DE);
    await Promise.resolve();
    clock.ms = 501;
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
    expect(ahead.unused(SOURCE, DE)).toEqual([TEXTS]);
    expect(ahead.unused(SOURCE, DE)).toEqual([]);
    ahead.begin(SOURCE, DE);
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
    expect(asked()).toBe(1);
  });

  it('is not used if its answer was slow in coming', async () => {
    let answered = (): void => undefined;
    const pending = new Promise<RemoteTexts>((resolve) => {
      answered = () => resolve(TEXTS);
    });
    const { ahead, clock } = readAhead(() => pending);
    ahead.begin(SOURCE, DE);
    clock.ms = 2_001;
    answered();
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
    expect(ahead.unused(SOURCE, DE)).toEqual([TEXTS]);
  });

  it('is not used if its answer was an error', async () => {
    const failure = LocsyncError.of('SOURCE_FILE_NOT_FOUND', { name: 'l/en.json', status: 404 });
    const { ahead } = readAhead(() => Promise.reject(failure));
    ahead.begin(SOURCE, DE);
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
  });
});

/** Answers that take so many milliseconds each, and the clock that they take them on. */
function answers(...tookMs: readonly number[]) {
  let now = 0;
  let asked = 0;
  const read = (): Promise<RemoteTexts> => {
    now += tookMs[asked] ?? Infinity;
    asked += 1;
    return Promise.resolve([{ key: [`answer ${asked}`], text: 'x' }]);
  };
  return { clock: { now: () => now }, read, asked: () => asked };
}

describe('the answer that an upload is planned from', () => {
  it.each([
    ['a quick answer counts from when it came', [50], 1, 50],
    ['one that took two seconds, too', [2_000], 1, 2_000],
    ['a slow answer is asked for once more', [6_000, 50], 2, 6_050],
    ['a service that is always slow has no newer one', [2_500, 2_600], 2, 5_100],
  ])('%s', async (_, tookMs, asked, at) => {
    const service = answers(...tookMs);
    const read = await readFresh(service.clock, service.read);
    const answer = (number: number) => [{ key: [`answer ${number}`], text: 'x' }];
    // What the slow one shows counts, too.
    const earlier = asked === 1 ? undefined : [answer(1)];
    expect(read).toEqual({ texts: answer(asked), at, earlier });
    expect(service.asked()).toBe(asked);
  });
});
