import type { Clock } from '../ports/host.js';
import { PlanningSlots } from './planning-slots.js';
import { Pace, type RequestStart } from './pace.js';

/** The right to have one request in flight. */
export interface Slot {
  /** How often the gate had been narrowed when this request went out. */
  readonly narrowed: number;
  readonly start: RequestStart;
}

interface QueuedRequest {
  readonly admit: (pass: Slot | undefined) => void;
  readonly refuse: (error: unknown) => void;
}

/** The most milliseconds for which the plan of an upload may wait for a paced service. */
const PLANNING_MS = 1_000;

/**
 * The gate that every request of a run goes through: at most `width` at a time, in order, retries
 * first, and at the pace that {@link Pace} has learned.
 *
 * An overloaded service halves the width, once for all requests that were in flight together. A
 * whole round of successes widens it by one. While the service never rejects a request, only the
 * width holds requests back.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #pace = new Pace();
  readonly #waiting: QueuedRequest[] = [];
  /** Retries; they go before first attempts. */
  readonly #retries: QueuedRequest[] = [];
  /** Uploads, each with the moment after which its plan is too old. They go before all others. */
  #plans: (QueuedRequest & { readonly notAfter: number })[] = [];
  readonly #planning = new PlanningSlots();
  readonly #resting = new Set<() => void>();
  readonly #interrupt = (): void => this.#refuseAll(this.#signal.reason);
  #timer: { readonly until: number; readonly cancel: AbortController } | undefined;
  #width: number;
  #inside = 0;
  #narrowed = 0;
  #successes = 0;
  #refusal: { readonly error: Error; readonly until: number } | undefined;

  constructor(
    readonly maxWidth: number,
    clock: Clock,
    signal: AbortSignal,
  ) {
    this.#width = maxWidth;
    this.#clock = clock;
    this.#signal = signal;
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  /** Requests that may be in flight at the moment. */
  get width(): number {
    return this.#width;
  }

  /** The spacing of requests that the service is known to accept; 0 while only the width counts. */
  get settledSpacingMs(): number {
    return this.#pace.settledSpacingMs;
  }

  /** Requests that the service has accepted, whatever it responded. */
  get acceptedCount(): number {
    return this.#pace.acceptedCount;
  }

  /** How long the service has rejected every request by rate; undefined if it does not. */
  refusedForMs(): number | undefined {
    return this.#pace.refusedForMs(this.#clock.now());
  }

  /**
   * Waits for a slot; a retry goes first. Rejects with the signal's reason once it is aborted, and
   * with the error of {@link refuseWith}.
   */
  async enter(isRetry = false): Promise<Slot> {
    const pass = await this.#queued((one) => (isRetry ? this.#retries : this.#waiting).push(one));
    if (!pass) throw new Error('only a plan can be too late');
    return pass;
  }

  /**
   * As {@link enter}, before all others. Returns undefined as soon as no slot can be free by
   * `notAfter`.
   */
  enterBefore(notAfter: number): Promise<Slot | undefined> {
    return this.#queued((one) => this.#plans.push({ ...one, notAfter }));
  }

  /**
   * Waits until requests may go out and there is room to plan an upload with `requests` reads at
   * once, and to send it. The returned function gives the room back.
   */
  async planningSlot(requests: number): Promise<() => void> {
    this.#checkOpen();
    const weight = Math.min(requests, this.maxWidth);
    const entered = this.#planning.enter(weight);
    this.#admit();
    await entered;
    const leave = (): void => {
      this.#planning.leave(weight);
      this.#admit();
    };
    this.#openOr(leave);
    return leave;
  }

  async #queued(queue: (one: QueuedRequest) => void): Promise<Slot | undefined> {
    this.#checkOpen();
    const pass = await new Promise<Slot | undefined>((admit, refuse) => {
      queue({ admit, refuse });
      this.#admit();
    });
    // The response that ended the run releases its slot first and so admits one more: check again.
    if (pass) this.#openOr(() => this.leave());
    return pass;
  }

  #openOr(giveBack: () => void): void {
    try {
      this.#checkOpen();
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #checkOpen(): void {
    this.#signal.throwIfAborted();
    const refuseAllWith = this.#refusal;
    if (refuseAllWith !== undefined && this.#clock.now() < refuseAllWith.until) throw refuseAllWith.error;
  }

  leave(): void {
    this.#inside -= 1;
    this.#admit();
  }

  /** The service has carried out a request. */
  succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#width || this.#width === this.maxWidth) return;
    this.#successes = 0;
    this.#width += 1;
    this.#admit();
  }

  /**
   * The service has dealt with a request, so its limiter had accepted it; {@link rest} ends for
   * all.
   */
  accepted({ start }: Slot): void {
    this.#pace.accepted(start);
    for (const wake of [...this.#resting]) wake();
    this.#admit();
  }

  /** The service has rate-limited a request, and asked to wait `askedMs` if it said so. */
  rateLimited(pass: Slot, askedMs?: number): void {
    const free = this.#pace.isFree;
    if (this.#pace.refused(pass.start, this.#clock.now(), askedMs) && free) this.narrow(pass);
    this.#admit();
  }

  /** Halves the width, unless it has been narrowed since this request went out. */
  narrow(pass: Slot): void {
    this.#successes = 0;
    if (pass.narrowed !== this.#narrowed) return;
    this.#narrowed += 1;
    this.#width = Math.max(1, Math.floor(this.#width / 2));
  }

  /** Holds every request back for `ms`. */
  pauseFor(ms: number): void {
    this.#pace.pauseFor(ms, this.#clock.now());
    this.#admit();
  }

  /**
   * Rejects every further request with this error, for good or for `ms`, and returns the error. If
   * requests are rejected already, the first error stays so that all report the same. An error for
   * good replaces one that is not.
   */
  refuseWith(error: Error, ms = Infinity): Error {
    const now = this.#clock.now();
    const until = now + ms;
    const before = this.#refusal;
    const isFirst =
      before === undefined || now >= before.until || (until === Infinity && until > before.until);
    this.#refusal = isFirst
      ? { error, until }
      : { error: before.error, until: Math.max(before.until, until) };
    this.#refuseAll(this.#refusal.error);
    return this.#refusal.error;
  }

  /**
   * Waits for `ms`, or until the service accepts any request. Rejects with the signal's reason once
   * it is aborted.
   */
  async rest(ms: number): Promise<void> {
    const cancel = new AbortController();
    const wake = (): void => cancel.abort();
    this.#resting.add(wake);
    try {
      await this.#clock.sleep(ms, AbortSignal.any([this.#signal, cancel.signal]));
    } catch (error) {
      if (!cancel.signal.aborted || this.#signal.aborted) throw error;
    } finally {
      this.#resting.delete(wake);
    }
  }

  /** Lets go of the signal and of the timer. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#interrupt);
    this.#timer?.cancel.abort();
  }

  /** Admits the requests that may go out now, and sets the timer for the next one. */
  #admit(): void {
    this.#admitPlans();
    this.#refuseLate();
    while (this.#inside < this.#width) {
      const queue = [this.#plans, this.#retries, this.#waiting].find(({ length }) => length > 0);
      if (!queue) return;
      const now = this.#clock.now();
      const waitMs = this.#pace.waitMs(now);
      if (waitMs > 0) {
        this.#wakeAt(now + waitMs, waitMs);
        return;
      }
      this.#inside += 1;
      queue.shift()?.admit({ narrowed: this.#narrowed, start: this.#pace.start(now) });
    }
  }

  /** Plans wait for a paced service only as long as they are fresh; that bounds their number. */
  #admitPlans(): void {
    if (!this.#planning.isWaiting) return;
    const now = this.#clock.now();
    const closedMs = this.#pace.pausedForMs(now);
    if (closedMs > 0) {
      this.#wakeAt(now + closedMs, closedMs);
      return;
    }
    const { spacingMs: distance } = this.#pace;
    this.#planning.admit(
      distance === 0 ? this.#width : Math.min(this.#width, Math.floor(PLANNING_MS / distance)),
    );
  }

  /** A plan that cannot go out in time is made anew. */
  #refuseLate(): void {
    if (this.#plans.length === 0) return;
    const now = this.#clock.now();
    const start = now + this.#pace.waitMs(now);
    const late = this.#plans.filter(({ notAfter }) => start > notAfter);
    if (late.length === 0) return;
    this.#plans = this.#plans.filter(({ notAfter }) => start <= notAfter);
    for (const { admit } of late) admit(undefined);
  }

  /** One timer at a time: a wait that is no longer needed would keep the process alive. */
  #wakeAt(until: number, waitMs: number): void {
    if (this.#timer !== undefined && Math.abs(this.#timer.until - until) < 1) return;
    this.#timer?.cancel.abort();
    const timer = { until, cancel: new AbortController() };
    this.#timer = timer;
    const ended = (): void => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#admit();
    };
    // Cancelled: another timer replaces it.
    void this.#clock.sleep(waitMs, timer.cancel.signal).then(ended, () => undefined);
  }

  #refuseAll(error: unknown): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
    this.#planning.refuseAll(error);
    for (const { refuse } of [
      ...this.#plans.splice(0),
      ...this.#retries.splice(0),
      ...this.#waiting.splice(0),
    ])
      refuse(error);
  }
}
