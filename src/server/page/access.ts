import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sameHash, tokenHash } from '../http/ids.js';
import { HttpProblem } from '../http/http-problem.js';

const MOST_SESSIONS = 100;
const MOST_CODES = 20;
const CODE_MS = 10 * 60_000;
const COOKIE_SECONDS = 30 * 24 * 3600;

/**
 * Who may use the page: a one-time code becomes a cookie, and the cookie opens it. Only hashes are
 * kept, and only until the service stops.
 */
export class PageAccess {
  /** Hashes of codes, with the time at which each ends. */
  #codes: { readonly hash: Uint8Array; readonly ends: number }[] = [];
  readonly #sessions: Uint8Array[] = [];

  /** A code that opens the page once, within so many milliseconds. */
  newCode(lifetimeMs = CODE_MS): string {
    const code = randomBytes(16).toString('base64url');
    const ends = Date.now() + lifetimeMs;
    this.#codes = [...this.#codes.slice(1 - MOST_CODES), { hash: tokenHash(code), ends }];
    return code;
  }

  /** Uses this code up. False for a wrong, used or old one. */
  useUp(code: string): boolean {
    const hash = tokenHash(code);
    const found = this.#codes.find((pending) => sameHash(pending.hash, hash));
    this.#codes = this.#codes.filter((pending) => pending !== found);
    return found !== undefined && found.ends >= Date.now();
  }

  /** The Set-Cookie header of a new session. */
  newSession(request: IncomingMessage): string {
    const session = randomBytes(24).toString('base64url');
    this.#sessions.push(tokenHash(session));
    if (this.#sessions.length > MOST_SESSIONS) this.#sessions.shift();
    return `${cookieName(request)}=${session}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict`;
  }

  /** Whether the request has the cookie of a session. */
  isOpen(request: IncomingMessage): boolean {
    const name = `${cookieName(request)}=`;
    return (request.headers.cookie ?? '').split(/; */).some((pair) => {
      if (!pair.startsWith(name)) return false;
      const hash = tokenHash(pair.slice(name.length));
      return this.#sessions.some((session) => sameHash(session, hash));
    });
  }

  /** Throws 401 without the cookie. */
  demand(request: IncomingMessage): void {
    if (this.isOpen(request)) return;
    throw new HttpProblem(401, 'open the address that locsync serve printed: it lets this browser in, once', {
      headers: { 'WWW-Authenticate': 'Cookie realm="locsync serve"' },
    });
  }
}

/**
 * Refuses what the page itself does not send. The services of other ports count as the same site,
 * so that SameSite alone does not keep their pages out: a change needs an Origin, which
 * `checkOrigin` has compared. Throws 403.
 */
export function checkSameOrigin(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'requests from other origins are not allowed');
  if (request.method === 'POST' && request.headers.origin === undefined)
    throw new HttpProblem(403, 'a change needs the Origin of the page');
}

/**
 * Whether a person opens this address: a browser that fetches it for an image, a frame or a script
 * says so, and so does one that looks at it in advance. A link in a mail or a terminal is a
 * navigation, and a program that is not a browser sends no such header.
 */
export function isOpenedByPerson({ method, headers }: IncomingMessage): boolean {
  const headerOf = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const isEarly = `${headerOf('sec-purpose') ?? ''} ${headerOf('purpose') ?? ''}`.includes('prefetch');
  const isDocument = (headerOf('sec-fetch-dest') ?? 'document') === 'document';
  return (
    method === 'GET' && !isEarly && isDocument && (headerOf('sec-fetch-mode') ?? 'navigate') === 'navigate'
  );
}

/** Whether a link of another site has led here: no cookie of SameSite=Strict comes with it. */
export function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** Cookies know no ports: each service of this machine has a name of its own. */
const cookieName = (request: IncomingMessage): string => `locsync-${request.socket.localPort ?? 0}`;
