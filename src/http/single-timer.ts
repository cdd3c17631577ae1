import type { Clock } from '../ports/host.js';

/** One timer at a time: a wait that is no longer needed would keep the process alive. */
export class SingleTimer {
  #set: { readonly until: number; readonly abort: AbortController } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly wake: () => void,
  ) {}

  /** Wakes after `waitMs`, which is at `until`, instead of when it was set before. */
  set(until: number, waitMs: number): void {
    if (this.#set !== undefined && Math.abs(this.#set.until - until) < 1) return;
    this.cancel();
    const timer = { until, abort: new AbortController() };
    this.#set = timer;
    const ended = (): void => {
      if (this.#set !== timer) return;
      this.#set = undefined;
      this.wake();
    };
    // Cancelled: another wait has replaced it.
    void this.clock.sleep(waitMs, timer.abort.signal).then(ended, () => undefined);
  }

  cancel(): void {
    this.#set?.abort.abort();
    this.#set = undefined;
  }
}
