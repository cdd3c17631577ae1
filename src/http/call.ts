import type { Failure, HttpRequest, HttpResult } from './messages.js';
import type { CallKind, RetryDecision } from './retry.js';

/** One call of the service: a request that is sent until a 2xx comes or it may not be repeated. */
export interface Call extends HttpRequest {
  readonly kind: CallKind;
  /** What is requested, for messages: "the list of locales". */
  readonly what: string;
  /** Attempts after the first if it fails other than by a rate limit; the run's if not given. */
  readonly retries?: number;
  /** Moment of the clock after which the first byte must not be sent. */
  readonly notAfter?: number;
}

/** What was read from a response, or the failure that it counts as. */
export type ReadResult<T> = { readonly value: T } | Failure;

/** The result of an attempt; `again`: another one is allowed; `expired`: too late to send. */
export type AttemptResult<T> = { readonly value: T } | 'again' | 'expired';

/** A call that brought no 2xx. */
export interface FailedCall {
  readonly result: HttpResult;
  readonly decision: Exclude<RetryDecision, { do: 'retry' }>;
  readonly attempts: number;
  /** Milliseconds waited between the attempts. */
  readonly waitedMs: number;
}
