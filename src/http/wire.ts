import type { Dispatcher } from 'undici';
import { BODY_LIMIT, ERROR_BODY_LIMIT, decoded, readAtMost, tooLarge } from './body.js';
import { failed } from './exchange.js';
import { failureOf } from './failure.js';
import type { HttpRequest, Outcome } from './exchange.js';
import type { Proxy } from './proxy.js';

/** Milliseconds for a connection to be made, inside the time of the whole attempt. */
const CONNECT_MS = 10_000;
// A longer timer fires at once.
const TIMER_LIMIT_MS = 2 ** 31 - 1;
const LATE = new Error('deadline');

export interface WireOptions {
  readonly token: string;
  readonly userAgent: string;
  /** Connections that are kept open at most. */
  readonly connections: number;
  /** Milliseconds for one request, from the first packet to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly proxy: Proxy | undefined;
  /** Lets nothing more out, and ends the reads that are under way. */
  readonly signal: AbortSignal;
  /** Ends the writes that are under way: later, so that a run that is interrupted still learns what became of them. */
  readonly giveUp: AbortSignal;
}

interface Dispatchers {
  readonly request: typeof import('undici').request;
  readonly reads: Dispatcher;
  readonly writes: Dispatcher;
}

/** Sends single requests to one service: no retry, no redirect, no cookie, nothing remembered but open connections. */
export class Wire {
  readonly #options: WireOptions;
  #dispatchers: Promise<Dispatchers> | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /**
   * One attempt. Resolves with the answer or with what went wrong; rejects only with the reason of the run's signal, or with a defect.
   */
  async send(request: HttpRequest): Promise<Outcome> {
    const { signal, giveUp, timeoutMs } = this.#options;
    signal.throwIfAborted();
    const ending = request.method === 'GET' ? signal : giveUp;
    // undici's own time-outs start again with each chunk, so that a body dripping byte by byte never ends: the deadline is ours.
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(LATE), Math.min(timeoutMs, TIMER_LIMIT_MS));
    const interrupt = (): void => attempt.abort();
    ending.addEventListener('abort', interrupt, { once: true });
    try {
      return await Promise.race([this.#exchange(request, attempt.signal), abandoned(attempt.signal)]);
    } catch (error) {
      ending.throwIfAborted();
      if (attempt.signal.reason === LATE)
        return failed('timeout', `no complete answer within ${timeoutMs / 1000} s`, error);
      return failureOf(error);
    } finally {
      clearTimeout(timer);
      ending.removeEventListener('abort', interrupt);
    }
  }

  /** Closes all connections. Never throws. */
  async close(): Promise<void> {
    const opened = this.#dispatchers;
    this.#dispatchers = undefined;
    if (opened === undefined) return;
    await opened
      .then(({ reads, writes }) => Promise.all([reads.destroy(), writes.destroy()]))
      .catch(() => undefined);
  }

  async #exchange(request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
    this.#dispatchers ??= this.#open();
    const { request: send, reads, writes } = await this.#dispatchers;
    const { statusCode, headers, body } = await send(request.url, {
      dispatcher: request.method === 'GET' ? reads : writes,
      method: request.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        authorization: `Bearer ${this.#options.token}`,
        'content-type': 'application/json',
        'user-agent': this.#options.userAgent,
      },
      body: request.body ?? null,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const known = flat(headers);
    const limit = isDue(statusCode) ? BODY_LIMIT : ERROR_BODY_LIMIT;
    const bytes = await this.#read(body, statusCode, limit);
    const plain =
      bytes === undefined ? tooLarge(limit) : await decoded(bytes, known.get('content-encoding'), limit);
    if (plain instanceof Uint8Array)
      return { kind: 'answer', status: statusCode, headers: known, body: plain };
    // What an error's body says is a courtesy: where it cannot be read, the status still stands.
    return isDue(statusCode)
      ? plain
      : { kind: 'answer', status: statusCode, headers: known, body: new Uint8Array() };
  }

  /** The bytes of a body; undefined where a body that is needed is over the limit. */
  async #read(
    body: AsyncIterable<Uint8Array>,
    status: number,
    limit: number,
  ): Promise<Uint8Array | undefined> {
    try {
      const { bytes, complete } = await readAtMost(body, limit);
      return complete || !isDue(status) ? bytes : undefined;
    } catch (error) {
      if (isDue(status)) throw error;
      return new Uint8Array();
    }
  }

  async #open(): Promise<Dispatchers> {
    const { Agent, EnvHttpProxyAgent, request } = await import('undici');
    const { connections, proxy, timeoutMs } = this.#options;
    const common = {
      connections,
      autoSelectFamily: true,
      connect: { timeout: Math.min(CONNECT_MS, timeoutMs) },
    };
    const dispatcher = (pipelining: 0 | 1): Dispatcher => {
      if (proxy === undefined) return new Agent({ ...common, pipelining });
      const { url, noProxy } = proxy;
      return new EnvHttpProxyAgent({ ...common, pipelining, httpProxy: url, httpsProxy: url, noProxy });
    };
    // A server may close an idle connection at the very moment at which a request is written to it; the client cannot tell that from an
    // answer that was lost (RFC 9112, section 9.3.1). A GET is simply sent again, a POST goes over a connection of its own.
    return { request, reads: dispatcher(1), writes: dispatcher(0) };
  }
}

/**
 * Rejects soon after the signal is aborted. undici obeys a signal only once it has a connection: a proxy that never opens its tunnel would
 * hold the attempt for ever (run, 7.30); a request that was given up so is never sent. What undici does obey settles within the same turn of
 * the event loop and comes first: an error whose status is known is still told by its status.
 */
function abandoned(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setImmediate(() => reject(new Error('given up'))), { once: true });
  });
}

/** Whether a body is due whole: of a 2xx it is the data, of anything else only a text for people. */
function isDue(status: number): boolean {
  return status >= 200 && status <= 299;
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}
