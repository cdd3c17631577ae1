import { ResponseCacheFile } from './response-cache-file.js';
import { responseCacheKey } from './response-cache-key.js';
import type { HttpResponse, HttpRequest, HttpResult } from '../../http/messages.js';
import type { ResponseCacheFolder } from '../../ports/host.js';
import type { Env } from '../../ports/env.js';
import type { Connection } from '../../ports/service.js';
import type { CachedResponse } from './response-cache-file.js';

/** Sends one request. */
type Send = (request: HttpRequest) => Promise<HttpResult>;

// RFC 9110, section 8.8.3, in ASCII and of a sensible length: it is sent back as it came.
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;

/**
 * Conditional requests (RFC 9110, section 13): what an earlier run was answered is kept with its ETag, and the service is asked only whether it still
 * holds. Nothing is ever taken from what is kept unless the service says 304 to just that request, and the body is the one that was kept.
 * Only answers that stand alone are asked for so: a page of a list can stay as it is and yet get a next one.
 *
 * Once this run has sent something that changes the service, it asks without conditions: what is read back must be what is there now, also
 * where ETags are made of the second.
 */
export class ResponseCache {
  readonly #file: ResponseCacheFile;
  readonly #writable: boolean;
  readonly #alone = new Set<string>();
  readonly #used = new Set<string>();
  #changed = false;
  #stale = false;

  /** What is kept belongs to one project of one origin as one token sees it. */
  constructor(
    connection: Connection,
    { root, writable, pid }: ResponseCacheFolder & { readonly pid: number },
    env: Env,
  ) {
    const key = responseCacheKey(connection, env, writable);
    this.#file = new ResponseCacheFile(root, key, pid);
    this.#writable = writable && key !== undefined;
  }

  /** Says of an address that its answer stands alone. */
  allow(url: URL): void {
    this.#alone.add(nameOf(url));
  }

  /** Sends a request, with the condition where an answer to it is kept, and puts the kept body into a 304. */
  async send(request: HttpRequest, send: Send): Promise<HttpResult> {
    if (request.method !== 'GET') this.#changed = true;
    const name = nameOf(request.url);
    const blind = this.#changed || this.#isDistrusted || !this.#alone.has(name);
    const kept = blind ? undefined : this.#file.find(name);
    if (!kept) return send(request);
    const outcome = await send({ ...request, ifNoneMatch: kept.etag });
    if (outcome.kind !== 'response' || outcome.status !== 304) return outcome;
    const body = isAbout(outcome, kept) ? this.#file.body(kept) : undefined;
    // Damaged, or a 304 for something else: the condition was a mistake.
    if (!body) return send(request);
    this.#used.add(name);
    const headers = new Map([...outcome.headers, ['content-type', kept.type]]);
    return { ...outcome, status: 200, headers, body, unchanged: true };
  }

  /** Keeps an answer that was understood, where the service named it and does not forbid it. */
  keep(url: URL, { status, headers, body, unchanged }: HttpResponse): void {
    const etag = headers.get('etag')?.trim() ?? '';
    if (
      !this.#writable ||
      unchanged === true ||
      status !== 200 ||
      !ETAG.test(etag) ||
      !this.#alone.has(nameOf(url))
    )
      return;
    if (/(?:^|[\s,])no-store(?:$|[\s,;])/i.test(headers.get('cache-control') ?? '')) return;
    if (this.#isDistrusted || this.#isStale(nameOf(url), etag, body)) return;
    this.#file.keep(nameOf(url), { etag, type: headers.get('content-type') ?? '' }, body);
  }

  /** Whether an earlier run found an ETag that stayed although the answer did not: nothing is asked for with conditions any more. */
  get #isDistrusted(): boolean {
    return this.#stale || this.#file.find(DISTRUST) !== undefined;
  }

  /** Whether this ETag has named another body before; remembered, since this service would hide translators' texts behind it. */
  #isStale(name: string, etag: string, body: Uint8Array): boolean {
    const kept = this.#file.find(name);
    if (kept?.etag !== etag) return false;
    const before = this.#file.body(kept);
    if (before === undefined || Buffer.compare(before, body) === 0) return false;
    this.#stale = true;
    this.#file.keep(DISTRUST, { etag, type: '' }, new Uint8Array());
    return true;
  }

  /** Writes what was kept. Never throws. */
  close(): Promise<void> {
    return this.#file.close(this.#used);
  }
}

/** Kept in place of an answer: the ETags of this service do not follow its texts. No path begins so. */
const DISTRUST = '!etags';

/** The origin is part of the scope. */
const nameOf = (url: URL): string => `${url.pathname}${url.search}`;

/** Whether a 304 speaks of what was asked about: by the weak comparison, since proxies that compress make a strong ETag a weak one. */
function isAbout({ headers }: HttpResponse, kept: CachedResponse): boolean {
  const etag = headers.get('etag')?.trim();
  return etag === undefined || etag.replace(/^W\//, '') === kept.etag.replace(/^W\//, '');
}
