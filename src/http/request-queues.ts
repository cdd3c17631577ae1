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
  #uploads: (QueuedRequest & { readonly notAfter: number })[] = [];

  get isEmpty(): boolean {
    return this.#uploads.length + this.#retries.length + this.#waiting.length === 0;
  }

  get hasUploads(): boolean {
    return this.#uploads.length > 0;
  }

  add(request: QueuedRequest, isRetry: boolean): void {
    (isRetry ? this.#retries : this.#waiting).push(request);
  }

  addUpload(request: QueuedRequest, notAfter: number): void {
    this.#uploads.push({ ...request, notAfter });
  }

  /** Takes out the request that goes first; undefined if none waits. */
  next(): QueuedRequest | undefined {
    return this.#uploads.shift() ?? this.#retries.shift() ?? this.#waiting.shift();
  }

  /** Admits without a slot the uploads whose plan is too old at `start`. */
  returnLate(start: number): void {
    const late = this.#uploads.filter(({ notAfter }) => start > notAfter);
    if (late.length === 0) return;
    this.#uploads = this.#uploads.filter(({ notAfter }) => start <= notAfter);
    for (const { admit } of late) admit(undefined);
  }

  /** Empties the queues. */
  rejectAll(error: unknown): void {
    const queued = [...this.#uploads.splice(0), ...this.#retries.splice(0), ...this.#waiting.splice(0)];
    for (const { reject } of queued) reject(error);
  }
}
