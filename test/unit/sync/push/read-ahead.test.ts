import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import type { RemoteTexts, Service } from '../../../../src/ports/service.js';
import { ReadAhead } from '../../../../src/sync/push/read-ahead.js';

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
    ahead.begin(SOURCE, DE);
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
    expect(asked()).toBe(1);
  });

  it('is not used if its answer was an error', async () => {
    const failure = LocsyncError.of('SOURCE_FILE_NOT_FOUND', { name: 'l/en.json', status: 404 });
    const { ahead } = readAhead(() => Promise.reject(failure));
    ahead.begin(SOURCE, DE);
    expect(await ahead.take(SOURCE, DE)).toBeUndefined();
  });
});
