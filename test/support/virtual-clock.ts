import type { Clock } from '../../src/ports/host.js';

/**
 * A clock that jumps to the next sleeper's time whenever all tasks sleep: minutes of waiting pass
 * at once, and always in the same order.
 */
export class VirtualClock implements Clock {
  #now = 1_000_000;
  #order = 0;
  /** How often anybody has asked for the time or gone to sleep. */
  #asked = 0;
  #seed: number;
  readonly #sleeping = new Map<number, { readonly until: number; readonly wake: () => void }>();

  /**
   * `patient`: time goes on only when no one asks for it any more, so that what is done between two
   * waits takes no time at all.
   */
  constructor(
    seed = 1,
    private readonly patient = false,
  ) {
    this.#seed = seed;
  }

  now(): number {
    this.#asked += 1;
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#asked += 1;
      this.#order += 1;
      const order = this.#order;
      const stop = (): void => {
        this.#sleeping.delete(order);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      if (signal?.aborted === true) stop();
      else {
        signal?.addEventListener('abort', stop, { once: true });
        this.#sleeping.set(order, { until: this.#now + Math.max(0, ms), wake });
      }
    });
  }

  /** Lehmer's generator (Park and Miller, 1988): the same luck in every run. */
  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  /**
   * Runs the task to its end; returns its result and the milliseconds that it took on this clock.
   */
  async run<T>(task: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
    const begun = this.#now;
    const running = { done: false };
    const result = task().finally(() => (running.done = true));
    result.catch(() => undefined);
    for (;;) {
      await new Promise((turn) => setImmediate(turn));
      for (let asked = -1; this.patient && asked !== this.#asked;) {
        asked = this.#asked;
        for (let turns = 0; turns < 3; turns += 1) await new Promise((turn) => setImmediate(turn));
      }
      if (running.done) return { result: await result, ms: this.#now - begun };
      const [next] = [...this.#sleeping].sort(([a, x], [b, y]) => x.until - y.until || a - b);
      if (next === undefined) continue;
      const [order, { until, wake }] = next;
      this.#sleeping.delete(order);
      this.#now = Math.max(this.#now, until);
      wake();
    }
  }
}
