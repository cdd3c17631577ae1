import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The six endpoints of the service, and anything else. */
export type Endpoint = 'project' | 'locales' | 'event' | 'sourceFiles' | 'texts' | 'upload' | 'other';

/** One request as it arrived. */
export interface Received {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Milliseconds of the server's own clock. */
  readonly at: number;
}

/**
 * Takes over the raw connection: `respond` is the ordinary way, for a server that first misbehaves.
 */
export type Raw = (socket: Socket, request: IncomingMessage) => void;

/** What the server does with one request. */
export type Step =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** A text or bytes as they are, anything else as JSON. */
      readonly body?: unknown;
    }
  | {
      readonly raw: Raw;
      /** Takes the connection over before the body has arrived. */ readonly early?: boolean;
    };

/** Answers requests as a script says: answer n of endpoint e is X, the last one for ever. */
export interface ScriptedServer {
  readonly url: URL;
  readonly requests: readonly Received[];
  /** Requests of one endpoint, in order of arrival. */
  of(endpoint: Endpoint): readonly Received[];
  /** What this endpoint answers from now on, in turn; the last one for ever. */
  on(endpoint: Endpoint, ...steps: (Step | ((request: Received) => Step))[]): ScriptedServer;
  /** Connections that were ever opened. */
  readonly connections: number;
  close(): Promise<void>;
}

export const PROJECT = 'pro_1';
export const LOCALES = [
  { api_id: 'loc_1', name: 'English', code: 'en', country: '' },
  { api_id: 'loc_2', name: 'German', code: 'de', country: 'DE' },
];

/** What the server answers if nothing else was given: one project, two locales, one source file. */
const DEFAULTS: Readonly<Record<Endpoint, (request: Received) => Step>> = {
  project: () => ({
    body: { api_id: PROJECT, name: 'Shop', technology: 'ruby', framework: 'rails', format: 'yaml' },
  }),
  locales: () => ({ body: LOCALES }),
  event: () => ({ body: { api_id: 'evt_77', kind: 'api_upload' } }),
  sourceFiles: () => ({ body: [{ api_id: 'fil_1', name: 'en.yml', keys: 2 }] }),
  texts: ({ url }) => {
    const locale = new URL(url, 'http://h').searchParams.get('locale_id');
    const code = LOCALES.find((known) => known.api_id === locale)?.code ?? 'en';
    return {
      body: {
        api_id: 'fil_1',
        name: 'en.yml',
        keys: 2,
        content: { [code]: { hello: 'Hi', 'bye.now': 'Bye' } },
      },
    };
  },
  upload: ({ body }) => {
    const { filename } = JSON.parse(body) as { filename: string };
    const last_version = { id: 'fiv_3', number: 3, upload: 'api' };
    return { status: 201, body: { api_id: 'fil_1', name: filename, project_id: PROJECT, last_version } };
  },
  other: () => ({ status: 404, body: { error: 'not found' } }),
};

/** Starts one on a free port of 127.0.0.1, or of `host`. */
export async function scriptedServer(
  host = '127.0.0.1',
  make: (handler: Handler) => Server = createServer,
): Promise<ScriptedServer> {
  const scripts = new Map<Endpoint, (Step | ((request: Received) => Step))[]>();
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const server = make((request, response) => {
    const endpoint = endpointOf(request);
    const chunks: Buffer[] = [];
    const script = scripts.get(endpoint);
    const queued = script !== undefined && script.length > 1 ? script.shift() : script?.[0];
    const respond = (): void => {
      const received: Received = {
        endpoint,
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      requests.push(received);
      const step = typeof queued === 'function' ? queued(received) : (queued ?? DEFAULTS[endpoint](received));
      if ('raw' in step) step.raw(request.socket, request);
      else answer(response, step);
    };
    if (typeof queued === 'object' && 'early' in queued && queued.early) {
      respond();
      return;
    }
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', respond);
    request.on('error', () => undefined);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, host, listening));
  const { port } = server.address() as AddressInfo;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';

  const self: ScriptedServer = {
    url: new URL(`${scheme}://${host}:${port}`),
    requests,
    of: (endpoint) => requests.filter((request) => request.endpoint === endpoint),
    on(endpoint, ...steps) {
      scripts.set(endpoint, steps);
      return self;
    },
    get connections() {
      return connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return self;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function answer(response: ServerResponse, step: Exclude<Step, { raw: Raw }>): void {
  const { status = 200, headers = {}, body } = step;
  response.statusCode = status;
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    response.setHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === undefined) response.end();
  else response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
}

function endpointOf({ method, url = '' }: IncomingMessage): Endpoint {
  const path = url.replace(/\?.*/, '');
  const [, rest] = /\/api\/v1\/projects\/[^/]+(.*)$/.exec(path) ?? [];
  if (method === 'GET' && rest === '') return 'project';
  if (method === 'GET' && rest === '/locales') return 'locales';
  if (method === 'POST' && rest === '/events') return 'event';
  if (rest === '/source_files') return method === 'POST' ? 'upload' : 'sourceFiles';
  if (method === 'GET' && rest !== undefined && /^\/source_files\/[^/]+$/.test(rest)) return 'texts';
  return 'other';
}

/** Writes this text as the whole answer and ends the connection. */
export function speak(text: string | Uint8Array): Step {
  return { raw: (socket) => socket.end(text) };
}

/** Writes this text and then resets the connection (RST, not FIN). */
export function speakThenReset(text: string): Step {
  return {
    raw: (socket) =>
      text === ''
        ? socket.resetAndDestroy()
        : socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  };
}

/** Closes without a word. */
export const hangUp: Step = { raw: (socket) => socket.end() };
/** Resets the connection without a word, the request's body unread. */
export const resetEarly: Step = { early: true, raw: (socket) => socket.resetAndDestroy() };
/** Never answers. */
export const hang: Step = { raw: () => undefined };

/**
 * Sends the head of an answer and then so many bytes of spaces, as fast as they are taken; stops as
 * soon as the client has gone.
 */
export function pour(head: string, bytes: number, sent: (bytes: number) => void = () => undefined): Step {
  return {
    raw: (socket) => {
      const chunk = Buffer.alloc(100_000, ' ');
      let left = bytes;
      const next = (error?: Error | null): void => {
        if (left <= 0 || socket.destroyed || (error !== undefined && error !== null)) return;
        left -= chunk.length;
        sent(chunk.length);
        socket.write(chunk, next);
      };
      socket.write(head, next);
    },
  };
}

/** Sends the head of an answer and then one byte of its body every `ms`, for ever. */
export function drip(ms: number): Step {
  return {
    raw: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), ms);
      socket.on('close', () => clearInterval(timer));
    },
  };
}
