/** One HTTP request to the service. The transport adds the headers that every request has. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** JSON text. */
  readonly body?: string;
  /** An ETag: the service is to respond only if its own differs (RFC 9110, section 13.1.2). */
  readonly ifNoneMatch?: string;
  /** Not safe to retry: use a fresh connection, so a server closing an idle one cannot lose it. */
  readonly fresh?: boolean;
  /** The most bytes of a 2xx, if not the usual limit. */
  readonly bodyLimit?: number;
  /** Asked once the connection is there, before the first byte. If true, nothing is sent. */
  readonly isExpired?: () => boolean;
}

/** A response with the body of a 2xx, or 64 KiB of any other. Header names are lower case. */
export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** The service said 304, and the body is the cached one of an earlier run. */
  readonly unchanged?: boolean;
}

/**
 * No complete response. The fate of the request decides what may be done next.
 *
 * `no-host`, `connect`, `tls`, `proxy` and `expired`: it was surely not sent. `timeout` and `lost`:
 * unclear. `too-large` and `encoding`: it was carried out, and its response is of no use.
 */
export interface Failure {
  readonly kind: 'failure';
  readonly failure:
    | 'no-host'
    | 'connect'
    | 'tls'
    | 'proxy'
    | 'expired'
    | 'timeout'
    | 'lost'
    | 'too-large'
    | 'encoding';
  /** A phrase without a full stop, such as "connection refused". May hold text of the service. */
  readonly reason: string;
  /** The status that a proxy gave instead of a tunnel. */
  readonly proxyStatus?: number;
  readonly cause?: unknown;
}

export type HttpResult = HttpResponse | Failure;

/** A failure without further details. */
export function failed(failure: Failure['failure'], reason: string, cause?: unknown): Failure {
  return { kind: 'failure', failure, reason, ...(cause === undefined ? {} : { cause }) };
}
