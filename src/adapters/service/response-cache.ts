import { ResponseCacheFile, type CachedResponse } from './response-cache-file.js';
import { userKey } from '../user-key.js';
import type { HttpResponse, HttpRequest, HttpResult } from '../../http/messages.js';
import type { ResponseCacheFolder } from '../../ports/host.js';
import type { Env } from '../../core/env.js';
import type { Connection } from '../../ports/service.js';

/** Sends one request. */
type Send = (request: HttpRequest) => Promise<HttpResult>;

// RFC 9110, section 8.8.3, in ASCII and of a sensible length: it is sent back unchanged.
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;

/**
 * Conditional requests (RFC 9110, section 13): responses are cached with their ETags, and later
 * runs only ask whether they are still valid. A cached body is used only after a 304 to that very
 * request, and only if it is intact. Pages of a list are never cached: a page can stay the same and
 * still get a next one.
 *
 * Once this run has changed the service, it asks without conditions: reading back must return the
 * current texts, even if ETags have a resolution of one second.
 */
export class ResponseCache {
  readonly #file: ResponseCacheFile;
  readonly #writable: boolean;
  readonly #cacheable = new Set<string>();
  readonly #used = new Set<string>();
  #hasWritten = false;
  #hasUnreliableEtags = false;

  /** The cache belongs to one project, origin and token. */
  constructor(
    connection: Connection,
    { root, writable, pid }: ResponseCacheFolder & { readonly pid: number },
    env: Env,
  ) {
    const key = responseCacheKey(connection, env, writable);
    this.#file = new ResponseCacheFile(root, key, pid);
    this.#writable = writable && key !== undefined;
  }

  /** Allows to cache the response to this address. */
  allow(url: URL): void {
    this.#cacheable.add(nameOf(url));
  }

  /**
   * Sends a request, with a condition if its response is cached; fills a 304 with the cached body.
   */
  async send(request: HttpRequest, send: Send): Promise<HttpResult> {
    if (request.method !== 'GET') this.#hasWritten = true;
    const name = nameOf(request.url);
    const blind = this.#hasWritten || this.#isDistrusted || !this.#cacheable.has(name);
    const kept = blind ? undefined : this.#file.find(name);
    if (!kept) return send(request);
    const result = await send({ ...request, ifNoneMatch: kept.etag });
    if (result.kind !== 'response' || result.status !== 304) return result;
    const body = isAbout(result, kept) ? this.#file.body(kept) : undefined;
    // Damaged, or a 304 for something else: ask again without the condition.
    if (!body) return send(request);
    this.#used.add(name);
    const headers = new Map([...result.headers, ['content-type', kept.type]]);
    return { ...result, status: 200, headers, body, unchanged: true };
  }

  /** Caches a response that was understood, if it has an ETag and may be stored. */
  keep(url: URL, { status, headers, body, unchanged }: HttpResponse): void {
    const etag = headers.get('etag')?.trim() ?? '';
    if (
      !this.#writable ||
      unchanged === true ||
      status !== 200 ||
      !ETAG.test(etag) ||
      !this.#cacheable.has(nameOf(url))
    )
      return;
    if (/(?:^|[\s,])no-store(?:$|[\s,;])/i.test(headers.get('cache-control') ?? '')) return;
    if (this.#isDistrusted || this.#namesTwoBodies(nameOf(url), etag, body)) return;
    this.#file.keep(nameOf(url), { etag, type: headers.get('content-type') ?? '' }, body);
  }

  /** Whether an ETag has ever stayed the same for another body: then all conditions are off. */
  get #isDistrusted(): boolean {
    return this.#hasUnreliableEtags || this.#file.find(DISTRUST) !== undefined;
  }

  /**
   * Whether this ETag has named another body before. Remembered, since such a service would hide
   * translators' texts.
   */
  #namesTwoBodies(name: string, etag: string, body: Uint8Array): boolean {
    const kept = this.#file.find(name);
    if (kept?.etag !== etag) return false;
    const before = this.#file.body(kept);
    if (before === undefined || Buffer.compare(before, body) === 0) return false;
    this.#hasUnreliableEtags = true;
    this.#file.keep(DISTRUST, { etag, type: '' }, new Uint8Array());
    return true;
  }

  /** What an earlier run has found out about this service and noted under this name. */
  note(name: string): string | undefined {
    const kept = this.#file.find(`!${name}`);
    const body = kept && this.#file.body(kept);
    if (!body) return undefined;
    this.#used.add(`!${name}`);
    return Buffer.from(body).toString('utf8');
  }

  /** Notes something for later runs. */
  setNote(name: string, text: string): void {
    if (this.#writable) this.#file.keep(`!${name}`, { etag: '', type: '' }, Buffer.from(text));
  }

  /** Writes the cache. Never throws. */
  close(): Promise<void> {
    return this.#file.close(this.#used);
  }
}

/**
 * Cached instead of a response: the ETags of this service are unreliable. No path begins like this.
 */
const DISTRUST = '!etags';

/** The origin is part of the key. */
const nameOf = (url: URL): string => `${url.pathname}${url.search}`;

/**
 * Whether a 304 is about the cached response: weak comparison, since proxies that compress make a
 * strong ETag weak.
 */
function isAbout({ headers }: HttpResponse, kept: CachedResponse): boolean {
  const etag = headers.get('etag')?.trim();
  return etag === undefined || etag.replace(/^W\//, '') === kept.etag.replace(/^W\//, '');
}

/**
 * The key that proves that a cache file was written for this project, origin and token. Only this
 * user can make such a file, or test tokens on one. Undefined if the user has no secret; `make`
 * creates it.
 */
export const responseCacheKey = (
  { baseUrl, project, token }: Connection,
  env: Env,
  make: boolean,
): Buffer | undefined => userKey([2, baseUrl.origin, baseUrl.pathname, project, token], env, make);
