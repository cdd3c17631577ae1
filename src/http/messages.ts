/** One HTTP request to the service. Headers that every request carries are the wire's business. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** JSON text. */
  readonly body?: string;
  /** An ETag: only an answer of another one is wanted (RFC 9110, section 13.1.2). */
  readonly ifNoneMatch?: string;
  /** Nobody could find out whether it was carried out: it goes over a connection of its own, which no server can have grown tired of. */
  readonly fresh?: boolean;
  /** Asked when the connection is there, right before the first byte: if it says yes, nothing is sent. */
  readonly isStale?: () => boolean;
}

/** A complete answer: the whole body of a 2xx, at most the first 64 KiB of any other. Header names are lower case. */
export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** The service said 304, and the body is the one that an earlier run was answered with. */
  readonly unchanged?: boolean;
}

/**
 * No complete answer. What became of the request decides what may be done next (reliability.md, section 2):
 * `no-host`, `connect`, `tls`, `proxy` and `stale`: it was surely not sent. `timeout` and `lost`: unclear. `too-large` and `encoding`: it was
 * carried out, and the answer to it cannot be used.
 */
export interface Failure {
  readonly kind: 'failure';
  readonly failure:
    'no-host' | 'connect' | 'tls' | 'proxy' | 'stale' | 'timeout' | 'lost' | 'too-large' | 'encoding';
  /** A phrase without a full stop, such as "connection refused". May hold text from outside. */
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
