import { HttpProblem } from './http-problem.js';

/** Deliberate failures, to test clients. */
export interface FaultOptions {
  /** Milliseconds that each response is delayed. */
  readonly latencyMs?: number | undefined;
  /** The share of requests that get 503 and are not carried out, 0 to 1. */
  readonly failRate?: number | undefined;
  /** Requests per second; any more get 429. */
  readonly rateLimit?: number | undefined;
  /** Chooses which requests fail; the same seed chooses the same ones. */
  readonly seed?: number | undefined;
}

/** Decides before any work whether a request fails. `now` never runs backwards. */
export class Faults {
  readonly latencyMs: number;
  readonly #failRate: number;
  readonly #rate: number;
  readonly #burst: number;
  readonly #random: () => number;
  #tokens: number;
  #filled: number;

  constructor(
    options: FaultOptions,
    readonly now: () => number,
  ) {
    this.latencyMs = options.latencyMs ?? 0;
    this.#failRate = options.failRate ?? 0;
    this.#rate = options.rateLimit ?? Infinity;
    // One second's worth at once; a rate below one per second still admits one.
    this.#burst = Math.max(1, this.#rate);
    this.#tokens = this.#burst;
    this.#filled = now();
    this.#random = mulberry32(options.seed ?? 1);
  }

  /** The 429 or 503 of a request that is to fail, with Retry-After. */
  next(): HttpProblem | undefined {
    const wait = this.#wait();
    if (wait > 0) {
      return new HttpProblem(429, `more than ${this.#rate} requests a second`, {
        headers: { 'Retry-After': String(Math.ceil(wait)) },
      });
    }
    if (this.#failRate > 0 && this.#random() < this.#failRate) {
      return new HttpProblem(503, 'this request failed on purpose (--fail-rate)', {
        headers: { 'Retry-After': '1' },
      });
    }
    return undefined;
  }

  /** Takes one request from a token bucket: 0, or the seconds until there is one. */
  #wait(): number {
    if (this.#rate === Infinity) return 0;
    const now = this.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filled) / 1000) * this.#rate);
    this.#filled = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#rate;
    this.#tokens -= 1;
    return 0;
  }
}

/** Mulberry32, a small seeded generator: the same numbers from 0 to below 1 in every run. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
