import { describe, expect, it } from 'vitest';
import { HttpClient } from '../../../src/http/client.js';
import type { HttpResponse, HttpResult } from '../../../src/http/messages.js';
import type { Clock } from '../../../src/ports/host.js';

/** A clock that stands still until it is moved; a sleep ends when its time has come. */
class HeldClock implements Clock {
  #now = 1_000_000;
  #sleeping: { readonly until: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.now();
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleeping.push({ until: this.#now + ms, wake }));
  }

  random(): number {
    return 0.5;
  }

  async move(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#sleeping.filter(({ until }) => until <= this.#now);
    this.#sleeping = this.#sleeping.filter(({ until }) => until > this.#now);
    for (const { wake } of due) wake();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function answer(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { kind: 'response', status, headers: new Map(Object.entries(headers)), body: new Uint8Array() };
}

describe('the caller', () => {
  const clock = new HeldClock();
  const sent: string[] = [];
  const script: HttpResult[] = [];
  const caller = new HttpClient({
    send: (request) => {
      sent.push(request.url.pathname);
      return Promise.resolve(script.shift() ?? answer(200));
    },
    clock,
    signal: new AbortController().signal,
    concurrency: 2,
    retries: 4,
    down: (why) => new Error(why),
    notify: () => undefined,
    trace: () => undefined,
  });
  const call = (path: string): Promise<number> =>
    caller.call(
      { kind: 'read', what: path, method: 'GET', url: new URL(path, 'http://h') },
      ({ status }) => ({ value: status }),
      ({ decision }) => new Error(decision.detail),
    );

  it('a rate limit of one call holds back all others until its time, and no longer', async () => {
    script.push(answer(429, { 'retry-after': '30' }));
    const calls = [call('/a'), call('/b'), call('/c'), call('/d')];
    await settled();
    // /b was under way together with /a.
    expect(sent).toEqual(['/a', '/b']);
    await clock.move(29_999);
    expect(sent).toEqual(['/a', '/b']);
    await clock.move(1);
    await Promise.all(calls);
    expect(sent.slice(2).sort()).toEqual(['/a', '/c', '/d']);
  });

  it('a fault of one call holds back only that call', async () => {
    sent.length = 0;
    script.push(answer(500));
    const calls = [call('/a'), call('/b'), call('/c')];
    await settled();
    expect(sent).toEqual(['/a', '/b', '/c']);
    await clock.move(250);
    await Promise.all(calls);
    expect(sent).toEqual(['/a', '/b', '/c', '/a']);
  });

  it('HT-02 an answer that stops the run lets no waiting request go out in its place', async () => {
    const asked: string[] = [];
    const ends: (() => void)[] = [];
    const stopped: HttpClient = new HttpClient({
      send: ({ url }) => {
        asked.push(url.pathname);
        return new Promise((done) => ends.push(() => done(answer(401))));
      },
      clock: new HeldClock(),
      signal: new AbortController().signal,
      concurrency: 2,
      retries: 4,
      down: (why) => new Error(why),
      notify: () => undefined,
      trace: () => undefined,
    });
    const refused = new Error('the token is refused');
    const calls = ['/a', '/b', '/c', '/d'].map((path) =>
      stopped.call(
        { kind: 'read', what: path, method: 'GET', url: new URL(path, 'http://h') },
        ({ status }) => ({ value: status }),
        () => {
          stopped.stop(refused);
          return refused;
        },
      ),
    );
    const told = Promise.allSettled(calls);
    await settled();
    ends[0]?.();
    await settled();
    expect(asked).toEqual(['/a', '/b']);
    ends[1]?.();
    expect(await told).toEqual(calls.map(() => ({ status: 'rejected', reason: refused })));
    expect(asked).toEqual(['/a', '/b']);
  });

  it('the time in the queue is not the time of the call: what waited long for its turn is still tried again', async () => {
    const held = new HeldClock();
    const ends: (() => void)[] = [];
    let asked = 0;
    const queued = new HttpClient({
      send: ({ url }) => {
        if (url.pathname === '/b') return Promise.resolve(answer((asked += 1) === 1 ? 500 : 200));
        return new Promise((done) => ends.push(() => done(answer(200))));
      },
      clock: held,
      signal: new AbortController().signal,
      concurrency: 1,
      retries: 1,
      down: (why) => new Error(why),
      notify: () => undefined,
      trace: () => undefined,
    });
    const [a, b] = ['/a', '/b'].map((path) =>
      queued.call(
        { kind: 'read', what: path, method: 'GET', url: new URL(path, 'http://h') },
        ({ status }) => ({ value: status }),
        ({ decision }) => new Error(decision.detail),
      ),
    );
    await settled();
    await held.move(400_000);
    for (const end of ends) end();
    await settled();
    await held.move(1_000);
    expect([await a, await b, asked]).toEqual([200, 200, 2]);
  });
});
