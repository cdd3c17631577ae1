import type { Clock } from '../ports/host.js';

/** The right to have one request in flight. */
export interface Pass {
  /** How often the gate had been narrowed when this request went out. */
  readonly narrowed: number;
}

/**
 * The one gate that every request of a run goes through: at most `width` at a time. A service that says "slow down" narrows it to the half,
 * once for all requests that were under way together; a whole round of successes widens it by one. A closed gate holds everybody.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  readonly #wakeAll = (): void => {
    for (const wake of this.#waiting.splice(0)) wake();
  };
  #width: number;
  #inside = 0;
  #opensAt = 0;
  #narrowed = 0;
  #successes = 0;
  #shut: { readonly error: Error; readonly until: number } | undefined;

  constructor(
    readonly widest: number,
    clock: Clock,
    signal: AbortSignal,
  ) {
    this.#width = widest;
    this.#clock = clock;
    this.#signal = signal;
    signal.addEventListener('abort', this.#wakeAll, { once: true });
  }

  /** Requests that may be in flight at the moment. */
  get width(): number {
    return this.#width;
  }

  /** Waits for a place. Rejects with the signal's reason once it is aborted, and with the error of a gate that is shut. */
  async enter(): Promise<Pass> {
    for (;;) {
      this.#signal.throwIfAborted();
      if (this.#shut !== undefined && this.#clock.now() < this.#shut.until) throw this.#shut.error;
      const closedMs = this.#opensAt - this.#clock.now();
      if (closedMs > 0) {
        await this.#clock.sleep(closedMs, this.#signal);
      } else if (this.#inside < this.#width) {
        this.#inside += 1;
        return { narrowed: this.#narrowed };
      } else {
        await new Promise<void>((wake) => this.#waiting.push(wake));
      }
    }
  }

  leave(): void {
    this.#inside -= 1;
    this.#waiting.shift()?.();
  }

  succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#width || this.#width === this.widest) return;
    this.#successes = 0;
    this.#width += 1;
    this.#waiting.shift()?.();
  }

  /** Halves the width, unless it has been narrowed since this request went out. */
  narrow(pass: Pass): void {
    this.#successes = 0;
    if (pass.narrowed !== this.#narrowed) return;
    this.#narrowed += 1;
    this.#width = Math.max(1, Math.floor(this.#width / 2));
  }

  /** Holds every request back for so many milliseconds from now. */
  closeFor(ms: number): void {
    this.#opensAt = Math.max(this.#opensAt, this.#clock.now() + ms);
  }

  /** Refuses every further request with this error, for good or for so many milliseconds. */
  shut(error: Error, ms = Infinity): void {
    this.#shut = { error, until: this.#clock.now() + ms };
    this.#wakeAll();
  }

  /** Lets go of the signal. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#wakeAll);
  }
}
