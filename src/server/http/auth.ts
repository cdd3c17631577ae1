import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { sameHash, tokenHash } from './ids.js';
import { HttpProblem } from './http-problem.js';
import { target } from './responses.js';

/**
 * Refuses requests that a web page can make a browser send. A page reaches a local service through
 * a name of its own that resolves to 127.0.0.1. So only hosts that no page can take are served:
 * addresses, `localhost`, and the name that the service listens on.
 *
 * A page of another origin is refused by its Origin; no response ever allows one (no CORS). Throws
 * 400 and 403.
 */
export function checkOrigin(request: IncomingMessage, ownHost: string): void {
  const [host, ...others] = request.headersDistinct['host'] ?? [];
  if (host === undefined || others.length > 0)
    throw new HttpProblem(400, 'the request needs one Host header');
  if ((target(request).authority ?? host) !== host)
    throw new HttpProblem(400, 'the Host header differs from the host of the request');
  const name = hostName(host);
  if (name === undefined || !isOwn(name, ownHost)) throw new HttpProblem(403, 'this Host is not served');
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== `http://${host}`)
    throw new HttpProblem(403, 'requests from other origins are not allowed');
}

/**
 * The bearer token of a request (RFC 6750, section 2.1): one Authorization header, one token,
 * nothing in the query. Throws 401 with `WWW-Authenticate: Bearer`.
 */
export function bearerToken(request: IncomingMessage): string {
  const [header, ...others] = request.headersDistinct['authorization'] ?? [];
  const token = header === undefined ? undefined : /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
  if (token === undefined || others.length > 0)
    throw unauthorized('this service needs one header Authorization: Bearer <token>');
  return token;
}

/** The values with this token, compared in constant time. Throws 401 if there is none. */
export function withToken<T>(
  token: string,
  values: readonly T[],
  hashOf: (value: T) => Uint8Array,
): readonly T[] {
  const hash = tokenHash(token);
  const own = values.filter((value) => sameHash(hashOf(value), hash));
  if (own.length === 0) throw unauthorized('the token is not valid here');
  return own;
}

function unauthorized(detail: string): HttpProblem {
  return new HttpProblem(401, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The name or address of a Host header, without its port, or undefined if it is malformed. */
function hostName(host: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::[0-9]{1,5})?$/i.exec(host);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function isOwn(name: string, ownHost: string): boolean {
  return isIP(name) !== 0 || name === 'localhost' || name === ownHost.toLowerCase();
}
