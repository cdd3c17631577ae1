import type { RequestStart } from './pace.js';

/** The right to have one request in flight. */
export interface Slot {
  /** How often the gate had been narrowed when this request went out. */
  readonly narrowed: number;
  readonly start: RequestStart;
}

/** A request that waits for its slot. */
export interface QueuedRequest {
  /** Without a slot, the plan of an upload is too old. */
  readonly admit: (slot: Slot | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The requests that wait for a slot: uploads first, then retries, then all others, in order. */
export class RequestQueues {
  readonly #waiting: QueuedRequest[] = [];
  readonly #retries: QueuedRequest[] = [];
  /** Uploads, each with the moment after which its plan is too old. */
  #plans: (QueuedRequest & { readonly notAfter: number })[] = [];

  get isEmpty(): boolean {
    return this.#plans.length + this.#retries.length + this.#waiting.length === 0;
  }

  get hasPlans(): boolean {
    return this.#plans.length > 0;
  }

  add(request: QueuedRequest, isRetry: boolean): void {
    (isRetry ? this.#retries : this.#waiting).push(request);
  }

  addPlan(request: QueuedRequest, notAfter: number): void {
    this.#plans.push({ ...request, notAfter });
  }

  /** Takes out the request that goes first; undefined if none waits. */
  next(): QueuedRequest | undefined {
    return this.#plans.shift() ?? this.#retries.shift() ?? this.#waiting.shift();
  }

  /** Admits without a slot the uploads whose plan is too old at `start`. */
  admitLate(start: number): void {
    const late = this.#plans.filter(({ notAfter }) => start > notAfter);
    if (late.length === 0) return;
    this.#plans = this.#plans.filter(({ notAfter }) => start <= notAfter);
    for (const { admit } of late) admit(undefined);
  }

  /** Empties the queues. */
  rejectAll(error: unknown): void {
    const queued = [...this.#plans.splice(0), ...this.#retries.splice(0), ...this.#waiting.splice(0)];
    for (const { reject } of queued) reject(error);
  }
}
