import type { Agent as Agents, Dispatcher } from 'undici';
import { BODY_LIMIT, ERROR_BODY_LIMIT, decodeBody, tooLarge } from './body.js';
import { failed, type HttpRequest, type HttpResult } from './messages.js';
import { failureOf } from './failure.js';
import { InvalidHeadError, ResponseCollector, isDue, EXPIRED } from './response-collector.js';
import type { Proxy } from './proxy.js';

/** Milliseconds for a connection to be made, within the time of the whole attempt. */
const CONNECT_MS = 10_000;
/** Milliseconds for which a connection may be idle before it is used again. */
const READ_IDLE_MS = 4_000;
const WRITE_IDLE_MS = 500;
// Node fires a longer timer at once.
const TIMER_LIMIT_MS = 2 ** 31 - 1;
const DEADLINE = new Error('deadline');
const INTERRUPTED = new Error('interrupted');

export interface TransportOptions {
  readonly token: string;
  /** Headers that each request has besides; none of those that are set here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly userAgent: string;
  /** The most connections that are kept open. */
  readonly connections: number;
  /** Milliseconds for one request, from the first packet to the last byte of the response. */
  readonly timeoutMs: number;
  readonly proxy: Proxy | undefined;
  /** Lets nothing more out, and ends the reads in flight. */
  readonly signal: AbortSignal;
  /** Ends the writes in flight: later, so that an interrupted run still learns their result. */
  readonly giveUp: AbortSignal;
}

interface Dispatchers {
  readonly reads: Dispatcher;
  readonly writes: Dispatcher;
  /** A connection for each request. */
  readonly fresh: Dispatcher;
}

/** Sends single requests: no retry, no redirect, no cookie, no state but connections. */
export class Transport {
  #dispatchers: Promise<Dispatchers> | undefined;
  /** Whether a server has closed a kept connection while a request was written to it. */
  #hasLostKept = false;
  // One listener for each signal, whatever is in flight: Node warns about more than ten.
  readonly #underWay = { GET: new Set<() => void>(), POST: new Set<() => void>() };
  readonly #endReads = (): void => this.#underWay.GET.forEach((interrupt) => interrupt());
  readonly #endWrites = (): void => this.#underWay.POST.forEach((interrupt) => interrupt());

  constructor(private readonly options: TransportOptions) {
    options.signal.addEventListener('abort', this.#endReads, { once: true });
    options.giveUp.addEventListener('abort', this.#endWrites, { once: true });
  }

  /** One attempt: a response or failure. Rejects only with the signal's reason, or a bug. */
  async send(request: HttpRequest): Promise<HttpResult> {
    const { signal, giveUp, timeoutMs } = this.options;
    signal.throwIfAborted();
    const ending = request.method === 'GET' ? signal : giveUp;
    const collector = new ResponseCollector(request.isExpired, request.bodyLimit);
    // undici's time-outs start again with each chunk, so a slow drip never ends: the deadline is
    // ours.
    const timer = setTimeout(() => collector.giveUp(DEADLINE), Math.min(timeoutMs, TIMER_LIMIT_MS));
    const interrupt = (): void => collector.giveUp(INTERRUPTED);
    this.#underWay[request.method].add(interrupt);
    try {
      return await this.#exchange(request, collector);
    } catch (error) {
      ending.throwIfAborted();
      if (error === DEADLINE)
        return failed('timeout', `no complete response within ${timeoutMs / 1000} s`, error);
      if (error instanceof InvalidHeadError) return failed('lost', 'invalid HTTP response', error);
      if (error === EXPIRED) return failed('expired', 'too late to be sent');
      const failure = failureOf(error);
      if (request.method === 'POST' && failure.failure === 'lost') this.#hasLostKept = true;
      return failure;
    } finally {
      clearTimeout(timer);
      this.#underWay[request.method].delete(interrupt);
    }
  }

  /** Closes all connections. Never throws. */
  async close(): Promise<void> {
    this.options.signal.removeEventListener('abort', this.#endReads);
    this.options.giveUp.removeEventListener('abort', this.#endWrites);
    const opened = this.#dispatchers;
    this.#dispatchers = undefined;
    if (opened === undefined) return;
    await opened
      .then((dispatchers) =>
        Promise.all(Object.values(dispatchers).map((dispatcher: Dispatcher) => dispatcher.destroy())),
      )
      .catch(() => undefined);
  }

  async #exchange(request: HttpRequest, collector: ResponseCollector): Promise<HttpResult> {
    this.#dispatchers ??= this.#open();
    const { reads, writes, fresh } = await this.#dispatchers;
    const { url } = request;
    const kept = request.method === 'GET' ? reads : writes;
    const over = request.fresh === true || (this.#hasLostKept && kept === writes) ? fresh : kept;
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: {
        ...this.options.headers,
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        authorization: `Bearer ${this.options.token}`,
        'content-type': 'application/json',
        // A cache in between must ask the service (RFC 9111, section 5.2.1.4).
        ...(request.method === 'GET' ? { 'cache-control': 'no-cache' } : {}),
        ...(request.ifNoneMatch === undefined ? {} : { 'if-none-match': request.ifNoneMatch }),
        'user-agent': this.options.userAgent,
      },
      body: request.body ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    if (!collector.isGivenUp) over.dispatch(options, collector);
    const { status, headers, body } = await collector.done;
    const limit = isDue(status) ? (request.bodyLimit ?? BODY_LIMIT) : ERROR_BODY_LIMIT;
    const plain =
      body === undefined ? tooLarge(limit) : await decodeBody(body, headers.get('content-encoding'), limit);
    if (plain instanceof Uint8Array) return { kind: 'response', status, headers, body: plain };
    // If the body of an error cannot be read, its status still counts.
    return isDue(status) ? plain : { kind: 'response', status, headers, body: new Uint8Array() };
  }

  async #open(): Promise<Dispatchers> {
    const { Agent, EnvHttpProxyAgent } = await import('undici');
    const { connections, proxy, timeoutMs } = this.options;
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
      // NO_PROXY is applied already; undici would read that of the process.
      return new EnvHttpProxyAgent({ ...common, ...idle, httpProxy: url, httpsProxy: url, noProxy: '' });
    };
    const keepAliveDispatcher = (idleMs: number): Dispatcher =>
      dispatcher({ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
    // A server may close an idle connection just as a request is written to it. The client cannot
    // tell that from a lost response (RFC 9112, section 9.3.1). A GET is sent again. An upload has
    // to be read back first, so keep its connection only briefly, and after one loss not at all.
    return {
      reads: keepAliveDispatcher(READ_IDLE_MS),
      writes: keepAliveDispatcher(WRITE_IDLE_MS),
      fresh: dispatcher({ pipelining: 0 }),
    };
  }
}
