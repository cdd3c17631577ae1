import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { printable } from '../../core/text/printable.js';
import { HttpProblem, invalidField } from './http-problem.js';
import { DatabaseDamaged } from '../store/statements.js';
import { StorageFull } from '../store/storage-room.js';

/**
 * What a request is for. A request as to a proxy names the service, too (RFC 9112, section 3.2.2):
 * `authority` is that name, undefined in all others.
 */
export function target(request: IncomingMessage): {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authority: string | undefined;
} {
  const url = request.url ?? '';
  const authority = /^http:\/\/([^/?#]*)/i.exec(url);
  const [path = '', search = ''] = url.slice(authority?.[0].length ?? 0).split(/\?(.*)/s, 2);
  return { path: path === '' ? '/' : path, query: new URLSearchParams(search), authority: authority?.[1] };
}

/** Throws 422 for a parameter that a query has twice: the values may differ. */
export function checkOnce(query: URLSearchParams): void {
  const twice = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) throw invalidField(twice, 'the query has it more than once');
}

/** The problem that a client gets for an error. A bug is described only on the terminal. */
export function asProblem(error: unknown, logFailure: (line: string) => void): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof StorageFull)
    return new HttpProblem(507, 'the database has no room for this; nothing of it was stored');
  if (error instanceof DatabaseDamaged) {
    logFailure(`error: the database is damaged: ${printable(error.message)}`);
    return new HttpProblem(500, 'the database of the service is damaged');
  }
  logFailure(
    `defect: ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error), 2000)}`,
  );
  return new HttpProblem(500, 'internal error: see the output of `locsync serve`');
}

/** Responds with a whole body. */
export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Responds on a bare socket, and closes it. */
export function refuseOn(socket: Duplex, { status, body, extras }: HttpProblem): void {
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(extras.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
