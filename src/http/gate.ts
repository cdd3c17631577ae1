import type { Clock } from '../ports/host.js';
import { PlanningSlots } from './planning-slots.js';
import { Pace } from './pace.js';
import type { RequestStart } from './pace.js';

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

/** Plans that wait for a paced service are at most this old in milliseconds when their turn comes. */
const PLANNING_MS = 1_000;

/**
 * The one gate that every request of a run goes through, in the order in which they came, those that are sent again first: at most `width` at a time, and as often as {@link Pace} has
 * learned that the service wants it. A service that says "slow down" narrows it to the half, once for all requests that were under way together; a
 * whole round of successes widens it by one. A closed gate holds everybody. While the service never refuses, nothing is held back but by the width.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #pace = new Pace();
  readonly #waiting: QueuedRequest[] = [];
  /** Those who have been out before. */
  readonly #again: QueuedRequest[] = [];
  /** Uploads, each with the moment after which its plan is too old. They go before all others. */
  #planned: (QueuedRequest & { readonly notAfter: number })[] = [];
  readonly #lanes = new PlanningSlots();
  readonly #resting = new Set<() => void>();
  readonly #interrupt = (): void => this.#refuseAll(this.#signal.reason);
  #timer: { readonly until: number; readonly cancel: AbortController } | undefined;
  #width: number;
  #inside = 0;
  #narrowed = 0;
  #successes = 0;
  #shut: { readonly error: Error; readonly until: number } | undefined;

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

  /** Milliseconds between the starts of two requests that the service is known to take; 0 while only the width counts. */
  get settledSpacingMs(): number {
    return this.#pace.settledSpacingMs;
  }

  /** Requests that the service has taken, whatever it made of them. */
  get acceptedCount(): number {
    return this.#pace.acceptedCount;
  }

  /** Milliseconds since the service began to refuse everything by rate; undefined where it does not. */
  refusedForMs(): number | undefined {
    return this.#pace.refusedForMs(this.#clock.now());
  }

  /**
   * Waits for a place; who comes `again` has waited before and goes first. Rejects with the signal's reason once it is aborted, and with the error
   * of a gate that is shut.
   */
  async enter(again = false): Promise<Slot> {
    const pass = await this.#queued((one) => (again ? this.#again : this.#waiting).push(one));
    if (!pass) throw new Error('only a plan can be too late');
    return pass;
  }

  /** As {@link enter}, before all others. Gives undefined as soon as it is clear that there is no place until `notAfter`. */
  enterBefore(notAfter: number): Promise<Slot | undefined> {
    return this.#queued((one) => this.#planned.push({ ...one, notAfter }));
  }

  /**
   * Waits until the gate is open and there is room for an upload to be planned with `requests` at once, and sent. The returned function gives the
   * room back.
   */
  async planningSlot(requests: number): Promise<() => void> {
    this.#checkOpen();
    const weight = Math.min(requests, this.maxWidth);
    const entered = this.#lanes.enter(weight);
    this.#admit();
    await entered;
    const leave = (): void => {
      this.#lanes.leave(weight);
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
    // Whose answer ends the run gives its place back first, and so lets one in.
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
    const refuseAllWith = this.#shut;
    if (refuseAllWith !== undefined && this.#clock.now() < refuseAllWith.until) throw refuseAllWith.error;
  }

  leave(): void {
    this.#inside -= 1;
    this.#admit();
  }

  /** The service did what was asked. */
  succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#width || this.#width === this.maxWidth) return;
    this.#successes = 0;
    this.#width += 1;
    this.#admit();
  }

  /** The service dealt with the request, so that its limiter had taken it; {@link rest} ends for all. */
  accepted({ start }: Slot): void {
    this.#pace.accepted(start);
    for (const wake of [...this.#resting]) wake();
    this.#admit();
  }

  /** The service refused the request because of its rate, and asked to wait `askedMs` where it said so. */
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

  /** Holds every request back for so many milliseconds from now. */
  pauseFor(ms: number): void {
    this.#pace.pauseFor(ms, this.#clock.now());
    this.#admit();
  }

  /**
   * Refuses every further request with this error, for good or for so many milliseconds, and gives the error back. Where it is shut already the
   * first error stays, so that all are told the same, unless this one is for good and that one was not.
   */
  refuseWith(error: Error, ms = Infinity): Error {
    const now = this.#clock.now();
    const until = now + ms;
    const before = this.#shut;
    const isFirst =
      before === undefined || now >= before.until || (until === Infinity && until > before.until);
    this.#shut = isFirst ? { error, until } : { error: before.error, until: Math.max(before.until, until) };
    this.#refuseAll(this.#shut.error);
    return this.#shut.error;
  }

  /** Waits so many milliseconds, or until the service takes a request of anybody. Rejects with the signal's reason once it is aborted. */
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

  /** Lets in whoever may go in now, and sees to it that the next one is let in when its time has come. */
  #admit(): void {
    this.#admitLanes();
    this.#refuseLate();
    while (this.#inside < this.#width) {
      const queue = [this.#planned, this.#again, this.#waiting].find(({ length }) => length > 0);
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

  /** Of a service that wants to be asked one by one, as many plans wait as it takes in the time for which they hold. */
  #admitLanes(): void {
    if (!this.#lanes.isWaiting) return;
    const now = this.#clock.now();
    const closedMs = this.#pace.pausedForMs(now);
    if (closedMs > 0) {
      this.#wakeAt(now + closedMs, closedMs);
      return;
    }
    const { spacingMs: distance } = this.#pace;
    this.#lanes.admit(
      distance === 0 ? this.#width : Math.min(this.#width, Math.floor(PLANNING_MS / distance)),
    );
  }

  /** A plan that cannot go out in time is made anew, rather than waited with. */
  #refuseLate(): void {
    if (this.#planned.length === 0) return;
    const now = this.#clock.now();
    const start = now + this.#pace.waitMs(now);
    const late = this.#planned.filter(({ notAfter }) => start > notAfter);
    if (late.length === 0) return;
    this.#planned = this.#planned.filter(({ notAfter }) => start <= notAfter);
    for (const { admit } of late) admit(undefined);
  }

  /** One timer at a time: a wait that nobody needs any more would keep the process alive. */
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
    // Cancelled: somebody else sees to it.
    void this.#clock.sleep(waitMs, timer.cancel.signal).then(ended, () => undefined);
  }

  #refuseAll(error: unknown): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
    this.#lanes.refuseAll(error);
    for (const { refuse } of [
      ...this.#planned.splice(0),
      ...this.#again.splice(0),
      ...this.#waiting.splice(0),
    ])
      refuse(error);
  }
}
