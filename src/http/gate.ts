import type { Clock } from '../ports/host.js';
import { PlanningSlots } from './planning-slots.js';
import { Pace } from './pace.js';
import { RequestQueues, type QueuedRequest, type Slot } from './request-queues.js';
import { SingleTimer } from './single-timer.js';

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
  readonly pace = new Pace();
  readonly #queues = new RequestQueues();
  readonly #planning = new PlanningSlots();
  readonly #resting = new Set<() => void>();
  readonly #interrupt = (): void => this.#rejectAll(this.signal.reason);
  readonly #timer: SingleTimer;
  #width: number;
  #inside = 0;
  #narrowed = 0;
  #successes = 0;
  readonly #rejection = new GateRejection();

  constructor(
    readonly maxWidth: number,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {
    this.#width = maxWidth;
    this.#timer = new SingleTimer(clock, () => this.#admit());
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  /** Requests that may be in flight at the moment. */
  get width(): number {
    return this.#width;
  }

  /** Waits for a slot; retries first. Rejects as the signal or {@link rejectWith} says. */
  async enter(isRetry = false): Promise<Slot> {
    const slot = await this.#queued((request) => this.#queues.add(request, isRetry));
    if (!slot) throw new Error('only a plan can be too late');
    return slot;
  }

  /** {@link enter} before all others. Undefined once no slot can be free by `notAfter`. */
  enterBefore(notAfter: number): Promise<Slot | undefined> {
    return this.#queued((request) => this.#queues.addUpload(request, notAfter));
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

  async #queued(queue: (request: QueuedRequest) => void): Promise<Slot | undefined> {
    this.#checkOpen();
    const slot = await new Promise<Slot | undefined>((admit, reject) => {
      queue({ admit, reject });
      this.#admit();
    });
    // The response that ended the run releases its slot first and so admits one more: check again.
    if (slot) this.#openOr(() => this.leave());
    return slot;
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
    this.signal.throwIfAborted();
    const error = this.#rejection.at(this.clock.now());
    if (error) throw error;
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

  /** The service has dealt with a request, so the limiter accepted it: ends every {@link rest}. */
  accepted({ start }: Slot): void {
    this.pace.accepted(start);
    for (const wake of [...this.#resting]) wake();
    this.#admit();
  }

  /** The service has rate-limited a request, and asked to wait `askedMs` if it said so. */
  rateLimited(slot: Slot, askedMs?: number): void {
    const free = this.pace.isFree;
    if (this.pace.rateLimited(slot.start, this.clock.now(), askedMs) && free) this.narrow(slot);
    this.#admit();
  }

  /** Halves the width, unless it has been narrowed since this request went out. */
  narrow(slot: Slot): void {
    this.#successes = 0;
    if (slot.narrowed !== this.#narrowed) return;
    this.#narrowed += 1;
    this.#width = Math.max(1, Math.floor(this.#width / 2));
  }

  /** Holds every request back for `ms`. */
  pauseFor(ms: number): void {
    this.pace.pauseFor(ms, this.clock.now());
    this.#admit();
  }

  /** Rejects every further request, for good or for `ms`; see {@link GateRejection.begin}. */
  rejectWith(error: Error, ms = Infinity): Error {
    const first = this.#rejection.begin(error, this.clock.now(), ms);
    this.#rejectAll(first);
    return first;
  }

  /** Waits for `ms` or until a request is accepted. Rejects with the signal's reason. */
  async rest(ms: number): Promise<void> {
    const cancel = new AbortController();
    const wake = (): void => cancel.abort();
    this.#resting.add(wake);
    try {
      await this.clock.sleep(ms, AbortSignal.any([this.signal, cancel.signal]));
    } catch (error) {
      if (!cancel.signal.aborted || this.signal.aborted) throw error;
    } finally {
      this.#resting.delete(wake);
    }
  }

  /** Lets go of the signal and of the timer. */
  close(): void {
    this.signal.removeEventListener('abort', this.#interrupt);
    this.#timer.cancel();
  }

  /** Admits the requests that may go out now, and sets the timer for the next one. */
  #admit(): void {
    this.#admitPlanning();
    this.#returnLate();
    while (this.#inside < this.#width) {
      if (this.#queues.isEmpty) return;
      const now = this.clock.now();
      const waitMs = this.pace.waitMs(now);
      if (waitMs > 0) {
        this.#timer.set(now + waitMs, waitMs);
        return;
      }
      this.#inside += 1;
      this.#queues.next()?.admit({ narrowed: this.#narrowed, start: this.pace.start(now) });
    }
  }

  /** Plans wait for a paced service only as long as they are fresh; that bounds their number. */
  #admitPlanning(): void {
    if (!this.#planning.isWaiting) return;
    const now = this.clock.now();
    const closedMs = this.pace.pausedForMs(now);
    if (closedMs > 0) {
      this.#timer.set(now + closedMs, closedMs);
      return;
    }
    const { spacingMs: distance } = this.pace;
    this.#planning.admit(
      distance === 0 ? this.#width : Math.min(this.#width, Math.floor(PLANNING_MS / distance)),
    );
  }

  /** A plan that cannot go out in time is made anew. */
  #returnLate(): void {
    if (!this.#queues.hasUploads) return;
    const now = this.clock.now();
    this.#queues.returnLate(now + this.pace.waitMs(now));
  }

  #rejectAll(error: unknown): void {
    this.#timer.cancel();
    this.#planning.rejectAll(error);
    this.#queues.rejectAll(error);
  }
}

/** The error with which all requests are rejected, for good or for some time. */
class GateRejection {
  #begun: { readonly error: Error; readonly until: number } | undefined;

  /** The error of a request at `now`; undefined if requests may go out. */
  at(now: number): Error | undefined {
    return this.#begun && now < this.#begun.until ? this.#begun.error : undefined;
  }

  /**
   * Begins to reject requests, for good or for `ms`, and returns the error. If they are rejected
   * already, the first error remains so that all report the same. An error for good replaces one
   * that is not.
   */
  begin(error: Error, now: number, ms = Infinity): Error {
    const until = now + ms;
    const before = this.#begun;
    const isFirst =
      before === undefined || now >= before.until || (until === Infinity && until > before.until);
    this.#begun = isFirst ? { error, until } : { ...before, until: Math.max(before.until, until) };
    return this.#begun.error;
  }
}
