import type { Agent as Agents, Dispatcher } from 'undici';
import { BODY_LIMIT, ERROR_BODY_LIMIT, decoded, tooLarge } from './body.js';
import { failed } from './messages.js';
import { failureOf } from './failure.js';
import { BadHead, Gatherer, isDue, STALE } from './response-collector.js';
import type { HttpRequest, Outcome } from './messages.js';
import type { Proxy } from './proxy.js';

/** Milliseconds for a connection to be made, inside the time of the whole attempt. */
const CONNECT_MS = 10_000;
/** Milliseconds for which a connection may lie idle before something is sent over it again. */
const READ_IDLE_MS = 4_000;
const WRITE_IDLE_MS = 500;
// A longer timer fires at once.
const TIMER_LIMIT_MS = 2 ** 31 - 1;
const LATE = new Error('deadline');
const INTERRUPTED = new Error('interrupted');

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
  readonly reads: Dispatcher;
  readonly writes: Dispatcher;
  /** A connection for each request. */
  readonly fresh: Dispatcher;
}

/** Sends single requests to one service: no retry, no redirect, no cookie, nothing remembered but open connections. */
export class Wire {
  readonly #options: WireOptions;
  #dispatchers: Promise<Dispatchers> | undefined;
  /** Whether a kept connection was found closed when something was written over it. */
  #tired = false;
  // One listener on each signal, whatever is in flight: Node warns on stderr of more than ten.
  readonly #underWay = { GET: new Set<() => void>(), POST: new Set<() => void>() };
  readonly #endReads = (): void => this.#underWay.GET.forEach((interrupt) => interrupt());
  readonly #endWrites = (): void => this.#underWay.POST.forEach((interrupt) => interrupt());

  constructor(options: WireOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', this.#endReads, { once: true });
    options.giveUp.addEventListener('abort', this.#endWrites, { once: true });
  }

  /**
   * One attempt. Resolves with the answer or with what went wrong; rejects only with the reason of the run's signal, or with a defect.
   */
  async send(request: HttpRequest): Promise<Outcome> {
    const { signal, giveUp, timeoutMs } = this.#options;
    signal.throwIfAborted();
    const ending = request.method === 'GET' ? signal : giveUp;
    const gatherer = new Gatherer(request.isStale);
    // undici's own time-outs start again with each chunk, so that a body dripping byte by byte never ends: the deadline is ours.
    const timer = setTimeout(() => gatherer.giveUp(LATE), Math.min(timeoutMs, TIMER_LIMIT_MS));
    const interrupt = (): void => gatherer.giveUp(INTERRUPTED);
    this.#underWay[request.method].add(interrupt);
    try {
      return await this.#exchange(request, gatherer);
    } catch (error) {
      ending.throwIfAborted();
      if (error === LATE) return failed('timeout', `no complete answer within ${timeoutMs / 1000} s`, error);
      if (error instanceof BadHead) return failed('lost', 'invalid HTTP answer', error);
      if (error === STALE) return failed('stale', 'too late to be sent');
      const failure = failureOf(error);
      if (request.method === 'POST' && failure.failure === 'lost') this.#tired = true;
      return failure;
    } finally {
      clearTimeout(timer);
      this.#underWay[request.method].delete(interrupt);
    }
  }

  /** Closes all connections. Never throws. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#endReads);
    this.#options.giveUp.removeEventListener('abort', this.#endWrites);
    const opened = this.#dispatchers;
    this.#dispatchers = undefined;
    if (opened === undefined) return;
    await opened
      .then((all) => Promise.all(Object.values(all).map((one: Dispatcher) => one.destroy())))
      .catch(() => undefined);
  }

  async #exchange(request: HttpRequest, gatherer: Gatherer): Promise<Outcome> {
    this.#dispatchers ??= this.#open();
    const { reads, writes, fresh } = await this.#dispatchers;
    const { url } = request;
    const kept = request.method === 'GET' ? reads : writes;
    const over = request.fresh === true || (this.#tired && kept === writes) ? fresh : kept;
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        authorization: `Bearer ${this.#options.token}`,
        'content-type': 'application/json',
        ...(request.ifNoneMatch === undefined ? {} : { 'if-none-match': request.ifNoneMatch }),
        'user-agent': this.#options.userAgent,
      },
      body: request.body ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    if (!gatherer.isGivenUp) over.dispatch(options, gatherer);
    const { status, headers, body } = await gatherer.done;
    const limit = isDue(status) ? BODY_LIMIT : ERROR_BODY_LIMIT;
    const plain =
      body === undefined ? tooLarge(limit) : await decoded(body, headers.get('content-encoding'), limit);
    if (plain instanceof Uint8Array) return { kind: 'answer', status, headers, body: plain };
    // What an error's body says is a courtesy: where it cannot be read, the status still stands.
    return isDue(status) ? plain : { kind: 'answer', status, headers, body: new Uint8Array() };
  }

  async #open(): Promise<Dispatchers> {
    const { Agent, EnvHttpProxyAgent } = await import('undici');
    const { connections, proxy, timeoutMs } = this.#options;
    const common = {
      connections,
      // The bundle leaves HTTP/2 out (scripts/lean.mjs).
      allowH2: false,
      autoSelectFamily: true,
      connect: { timeout: Math.min(CONNECT_MS, timeoutMs) },
    };
    const dispatcher = (idle: Agents.Options): Dispatcher => {
      if (proxy === undefined) return new Agent({ ...common, ...idle });
      const { url } = proxy;
      // NO_PROXY has been asked already; undici would read the process's own.
      return new EnvHttpProxyAgent({ ...common, ...idle, httpProxy: url, httpsProxy: url, noProxy: '' });
    };
    const kept = (idleMs: number): Dispatcher =>
      dispatcher({ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
    // A server may close an idle connection at the very moment at which a request is written to it; the client cannot tell that from an
    // answer that was lost (RFC 9112, section 9.3.1). A GET is simply sent again. An upload is read back first, so a connection is kept for
    // it only as long as hardly a server loses patience, and after a first loss no longer.
    return { reads: kept(READ_IDLE_MS), writes: kept(WRITE_IDLE_MS), fresh: dispatcher({ pipelining: 0 }) };
  }
}
