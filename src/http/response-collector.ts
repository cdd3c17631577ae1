import { awaitedLater } from '../core/util/awaited-later.js';
import type { Dispatcher } from 'undici';
import { BODY_LIMIT, ERROR_BODY_LIMIT } from './body.js';

/** A response as it came, still encoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined if it is the body of a 2xx that is too large. */
  readonly body: Uint8Array | undefined;
}

/** Ends a request that is too late before its first byte is written. */
export const EXPIRED = new Error('expired');

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A response that is not HTTP, such as with two lengths (RFC 9112, section 6.3). */
export class InvalidHeadError extends Error {
  override readonly name = 'InvalidHeadError';

  constructor(cause: Error) {
    super('invalid head', { cause });
  }
}

/**
 * Collects the response to one request from undici's callbacks, without a stream in between. `done`
 * resolves with the whole body of a 2xx or the first 64 KiB of any other, and rejects with what
 * went wrong. If the body of an error cannot be read, its status still counts.
 */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly done: Promise<RawResponse>;
  #resolve: (response: RawResponse) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    private readonly isExpired: () => boolean = () => false,
    private readonly limit = BODY_LIMIT,
  ) {
    this.done = awaitedLater(
      new Promise((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
      }),
    );
  }

  get isGivenUp(): boolean {
    return this.#givenUp !== undefined;
  }

  /**
   * Ends the request with this error, or with its status if that is known and not a 2xx. undici
   * ends a request only once it has a connection, which a proxy may delay without end. A request
   * that was given up before is never sent.
   */
  giveUp(error: Error): void {
    this.#givenUp ??= error;
    this.#controller?.abort(error);
    this.#fail(error);
  }

  /** undici calls it once the connection is there, and writes the first byte in the same turn. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.isExpired()) this.#givenUp ??= EXPIRED;
    if (this.#givenUp) controller.abort(this.#givenUp);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return; // An interim response (RFC 9110, section 15.2).
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const limit = this.#isDue ? this.limit : ERROR_BODY_LIMIT;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= limit) return;
    this.#settle(this.#isDue ? undefined : Buffer.concat(this.#chunks, limit));
    controller.abort(new Error('larger than is read'));
  }

  onResponseEnd(): void {
    const [only] = this.#chunks;
    this.#settle(only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#size));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const isMismatch = 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
    // Before any head there is no length that a body could miss: undici says so of a head with two
    // of them.
    this.#fail(isMismatch && this.#status === 0 ? new InvalidHeadError(error) : error);
  }

  #fail(error: Error): void {
    if (this.#status === 0 || this.#isDue) this.#reject(error);
    else this.#settle(new Uint8Array());
  }

  #settle(body: Uint8Array | undefined): void {
    this.#resolve({ status: this.#status, headers: flatHeaders(this.#headers), body });
  }

  get #isDue(): boolean {
    return isDue(this.#status);
  }
}

/** Whether the whole body is needed: that of a 2xx is the data, of any other a text for people. */
export function isDue(status: number): boolean {
  return status >= 200 && status <= 299;
}

function flatHeaders(headers: Headers): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      map.set(name.toLowerCase(), typeof value === 'string' ? value : value.join(', '));
  }
  return map;
}
