import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../core/text/printable.js';
import { ClientGone, drain, readBody } from './http/request-body.js';
import type { ProjectContext } from './project-context.js';
import type { CombinedBehaviour } from './behave/combined.js';
import type { EndpointResponse } from './endpoints.js';
import type { Faults } from './http/faults.js';
import { bearerToken, checkOrigin, withToken } from './http/auth.js';
import type { Limits } from './server-options.js';
import { HttpProblem } from './http/http-problem.js';
import { etagOf, matchesEtag } from './http/etag.js';
import { isForPage, type TranslationPage } from './page/page.js';
import { asProblem, refuseOn, target, send } from './http/responses.js';
import { route } from './routes.js';
import { ConnectionSlots } from './http/connection-slots.js';
import { errorCode } from '../core/system/system-error.js';

export interface ServerOptions {
  readonly host: string;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly behaviour: CombinedBehaviour;
  readonly log: (line: string) => void;
  readonly logFailure: (line: string) => void;
  /** The projects of the database, complete before the first request can come. */
  readonly projects: readonly ProjectContext[];
}

// How much of a refused body is still read, and how long, so that the client sees the response.
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 2000;
const MOST_AGENT = 80;

/** The HTTP side of the service. */
export class ServiceServer {
  readonly http: Server;
  /** Set before the first request can come. */
  page: TranslationPage | undefined;
  #inFlight = 0;
  #isClosing = false;
  /** Aborted if requests in flight have not ended in time after {@link close}. */
  readonly #cutOff = new AbortController();

  constructor(readonly context: ServerOptions) {
    const { headersMs, requestMs, connections } = context.limits;
    this.http = createServer(
      {
        // checkOrigin requires it and responds with a problem.
        requireHostHeader: false,
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        // Time-outs are noticed only as often as connections are checked; Node's default is 30 s.
        connectionsCheckingInterval: Math.max(50, Math.min(1000, headersMs / 4)),
      },
      (request, response) => void this.#serve(request, response),
    );
    // A connection that is being closed still counts, so there is room for as many again.
    this.http.maxConnections = 2 * connections;
    const seats = new ConnectionSlots(connections);
    this.http.on('connection', (socket) => seats.take(socket));
    this.http.prependListener('request', ({ socket }, response) => seats.occupy(socket, response));
    this.http.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      const problem = new HttpProblem(417, 'only Expect: 100-continue is supported');
      void this.#serve(request, response, problem);
    });
    this.http.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
    this.http.on('connect', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      const problem = new HttpProblem(405, 'this is not a proxy', { headers: { Allow: 'GET, POST' } });
      this.#refuseOn(socket, problem);
    });
  }

  /** Stops listening, lets requests in flight end within `closeMs`, and closes every connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.page?.close();
    const closed = new Promise<void>((resolve) => this.http.close(() => resolve()));
    if (this.#inFlight === 0) this.http.closeAllConnections();
    const deadline = setTimeout(() => {
      this.#cutOff.abort();
      this.http.closeAllConnections();
    }, this.context.limits.closeMs);
    await closed;
    clearTimeout(deadline);
  }

  /** Responds to a request. `rejection`: what it is refused with once its origin is accepted. */
  async #serve(request: IncomingMessage, response: ServerResponse, rejection?: HttpProblem): Promise<void> {
    const started = performance.now();
    this.#inFlight += 1;
    response.once('close', () => {
      this.#inFlight -= 1;
      this.#log(request, response.writableFinished ? response.statusCode : undefined, started);
      if (this.#isClosing && this.#inFlight === 0) this.http.closeAllConnections();
    });
    try {
      const { latencyMs } = this.context.faults;
      if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: this.#cutOff.signal });
      if (this.page !== undefined && rejection === undefined && isForPage(request)) {
        checkOrigin(request, this.context.host);
        await this.page.serve(request, response);
        return;
      }
      const result = await this.#handle(request, rejection);
      this.#respond(request, response, result);
    } catch (error) {
      if (error instanceof ClientGone || this.#cutOff.signal.aborted) return;
      await this.#sendProblem(request, response, asProblem(error, this.context.logFailure));
    }
  }

  async #handle(request: IncomingMessage, rejection: HttpProblem | undefined): Promise<EndpointResponse> {
    const { host, faults, projects, limits } = this.context;
    checkOrigin(request, host);
    if (rejection !== undefined) throw rejection;
    const fault = faults.next();
    if (fault !== undefined) throw fault;
    const allowed = withToken(bearerToken(request), projects, (context) => context.project.tokenHash);
    const { path, query } = target(request);
    const { endpoint, project, sourceFile } = route(request.method ?? '', path);
    const context = allowed.find((candidate) => candidate.project.id === project);
    if (context === undefined) throw new HttpProblem(404, 'there is no such project for this token');
    const body = request.method === 'POST' ? await readBody(request, limits.bodyBytes) : '';
    const agent = printable(request.headers['user-agent'] ?? '', MOST_AGENT);
    const endpointRequest = { context, path, sourceFile, query, body, agent };
    return endpoint.inTurn === true
      ? context.imports.inTurn(() => endpoint.handle(endpointRequest))
      : endpoint.handle(endpointRequest);
  }

  async #sendProblem(
    request: IncomingMessage,
    response: ServerResponse,
    problem: HttpProblem,
  ): Promise<void> {
    const { status, body } = problem;
    const headers = { ...problem.extras.headers };
    if (status !== 413) {
      this.#send(response, status, 'application/problem+json', body, headers);
      return;
    }
    response.writeHead(status, {
      ...headers,
      ...COMMON_HEADERS,
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    });
    response.write(body);
    await drain(request, DRAIN_BYTES, DRAIN_MS);
    response.end();
  }

  /** A GET gets an ETag, or 304 if the client has it already (RFC 9110, section 13.1.2). */
  #respond(
    request: IncomingMessage,
    response: ServerResponse,
    { status, body, headers }: EndpointResponse,
  ): void {
    if (request.method !== 'GET' || status !== 200) {
      this.#send(response, status, 'application/json', body, headers);
      return;
    }
    const tagged = this.context.behaviour.etagSource(body);
    if (tagged === undefined) {
      this.#send(response, status, 'application/json', body, headers);
      return;
    }
    const etag = etagOf(tagged, headers);
    const named = { ...headers, ...ONLY_ASKING, ETag: etag };
    if (matchesEtag(etag, request.headers['if-none-match'])) response.writeHead(304, named).end();
    else this.#send(response, status, 'application/json', body, named);
  }

  #send(
    response: ServerResponse,
    status: number,
    type: string,
    body: string,
    headers: EndpointResponse['headers'] = {},
  ): void {
    const closing = this.#isClosing ? { Connection: 'close' } : {};
    send(response, status, type, body, { ...COMMON_HEADERS, ...headers, ...closing });
  }

  /** Answers on the bare socket what Node could not parse or waited for in vain; closes it. */
  #refuseBroken(error: Error, socket: Duplex): void {
    const code = errorCode(error);
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const detail = status === 408 ? 'the request took too long' : 'this is not an HTTP request';
    this.#refuseOn(socket, new HttpProblem(status, detail));
  }

  #refuseOn(socket: Duplex, problem: HttpProblem): void {
    refuseOn(socket, problem);
    this.context.log(`- - ${problem.status}`);
  }

  /** Neither query nor headers are logged: they may hold a token. */
  #log(request: IncomingMessage, status: number | undefined, started: number): void {
    const { path } = target(request);
    const ms = Math.round(performance.now() - started);
    this.context.log(`${printable(request.method ?? '')} ${printable(path)} ${status ?? 'aborted'} ${ms} ms`);
  }
}

/** A client may cache the response, but must revalidate it (RFC 9111, section 5.2.2.4). */
const ONLY_ASKING = { 'Cache-Control': 'private, no-cache' } as const;
const COMMON_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
