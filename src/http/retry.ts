import { backoff, rateLimitBackoff, retryAfterMs, WINDOW_MS, type BackoffInput } from './wait.js';
import type { HttpResult } from './messages.js';

/*
 * Decides what follows an attempt that brought no 2xx. `classify` says what the result means,
 * `countFailure` counts it for its call, and `decide` says what to do. All three are pure: the
 * client (client.ts) keeps the state, sends and waits.
 *
 * Everything that happens to a 429: it is classified, counted and decided here. wait.ts says how
 * long to wait, client.ts waits and sends again, gate.ts and pace.ts slow all requests of the run
 * down. adapters/service/call-error.ts makes RATE_LIMITED of the last one, and api.ts there ends
 * the run if the wait is too long. sync/compare/compare-project.ts compares a file again whose call
 * has failed.
 */

/**
 * `read` changes nothing. `write` changes something, and is sent again only if it was surely not
 * carried out. `upload` makes a version of a file, and reading back tells whether it was carried
 * out.
 */
export type CallKind = 'read' | 'write' | 'upload';

/** What a failed attempt means for its call. */
export interface ClassifiedFailure {
  /**
   * `rate-limited`: rejected because of too many requests. `retry`: not carried out, or harmless to
   * repeat. `unclear`: it may have been carried out. `final`: repeating is pointless.
   */
  readonly meaning: 'rate-limited' | 'retry' | 'unclear' | 'final';
  /** The wait that the service asks for (Retry-After). */
  readonly retryAfterMs: number | undefined;
  /** What happened, in a few words: "status 503". */
  readonly detail: string;
}

/** State of one call across its attempts. All times in milliseconds. */
export interface CallState {
  attempts: number;
  /** Failures other than rate limits. */
  failures: number;
  rateLimits: number;
  /** The latest rate limits, between which the service has accepted no request of this run. */
  rateLimitsInARow: number;
  /** The requests that the service had accepted in this run at the latest rate limit. */
  acceptedBefore: number;
  /** The attempts themselves and the waits that the decisions asked for. */
  spentMs: number;
  /** Between the attempts. */
  waitedMs: number;
  /** When the last attempt ended. */
  endedAt: number;
  /** The decision that still has to be waited for. */
  nextRetry: Extract<RetryDecision, { do: 'retry' }> | undefined;
}

/** The state of a call before its first attempt. Times are in milliseconds. */
export const newCallState = (now: number): CallState => ({
  attempts: 0,
  failures: 0,
  rateLimits: 0,
  rateLimitsInARow: 0,
  acceptedBefore: 0,
  spentMs: 0,
  waitedMs: 0,
  endedAt: now,
  nextRetry: undefined,
});

/** Everything that a decision depends on. */
export interface FailedAttempt extends BackoffInput {
  readonly kind: CallKind;
  readonly failure: ClassifiedFailure;
  readonly rateLimitsInARow: number;
  /** Retries that the whole run may still make. */
  readonly budget: number;
  /** The time that the call's attempts and the waits between them have taken. */
  readonly elapsedMs: number;
}

/** Why no further attempt is made. `wait`: a Retry-After over the limit. */
export type StopReason = 'final' | 'attempts' | 'budget' | 'time' | 'wait';

export type RetryDecision =
  | {
      readonly do: 'retry';
      readonly afterMs: number;
      readonly detail: string;
      /** No other request goes out during the wait either. */
      readonly pauseAll: boolean;
      /** The gate's pace counts as well: the wait ends early if the service accepts a request. */
      readonly rateLimited: boolean;
      readonly costsBudget: boolean;
    }
  /** Only reading back can tell whether the upload arrived. Nothing is sent for `afterMs`. */
  | { readonly do: 'read-back'; readonly afterMs: number; readonly detail: string }
  | {
      readonly do: 'fail';
      readonly reason: StopReason;
      readonly detail: string;
      readonly retryAfterMs?: number;
    };

/** The longest Retry-After that is waited for. A longer one fails the run with its message. */
export const WAIT_LIMIT_MS = 60_000;
/** A call that has taken this long, waits included, is not tried again. */
const CALL_LIMIT_MS = 300_000;

/** If the service rejects every request for 1.25 windows, give up. */
const REJECTION_LIMIT_MS = 1.25 * WINDOW_MS;
/** One call may be rate-limited this many times its retries while the service accepts others. */
const PATIENCE = 4;

// Rejected before any work: RFC 6585 (429), RFC 8470 (425), RFC 9110, section 15.5.20 (421).
const REJECTED = new Set([421, 425]);
/** Statuses after which a request may have been carried out, or not. */
export const UNCLEAR: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/** What a failed attempt means. `date`: now, for a Retry-After that is a date. */
export function classify(kind: CallKind, result: HttpResult, date: number): ClassifiedFailure {
  if (result.kind === 'failure')
    return { meaning: ofFailure(kind, result), retryAfterMs: undefined, detail: result.reason };
  const { status, headers } = result;
  const wait = retryAfterMs(headers, date);
  return {
    meaning: ofStatus(kind, status, wait !== undefined),
    retryAfterMs: wait,
    detail: `status ${status}`,
  };
}

function ofFailure(
  kind: CallKind,
  { failure, proxyStatus = 0 }: Extract<HttpResult, { kind: 'failure' }>,
): ClassifiedFailure['meaning'] {
  switch (failure) {
    case 'no-host':
    case 'tls':
      return 'final';
    case 'proxy':
      return proxyStatus >= 500 ? 'retry' : 'final';
    case 'connect':
    case 'expired':
      return 'retry';
    case 'timeout':
    case 'lost':
      return kind === 'read' ? 'retry' : 'unclear';
    case 'too-large':
    case 'encoding':
      return kind === 'read' ? 'final' : 'unclear';
  }
}

/**
 * Whether a status says that there were too many requests. GitHub's secondary limits are a 403 with
 * Retry-After; a 403 for good names no time.
 */
export const isRateLimit = (status: number, hasWait: boolean): boolean =>
  status === 429 || (status === 403 && hasWait);

function ofStatus(kind: CallKind, status: number, hasWait: boolean): ClassifiedFailure['meaning'] {
  if (isRateLimit(status, hasWait)) return 'rate-limited';
  if (REJECTED.has(status)) return 'retry';
  if (!UNCLEAR.has(status)) return 'final';
  if (kind === 'read' || (kind === 'write' && status === 503 && hasWait)) return 'retry';
  return 'unclear';
}

/**
 * Counts a failure of a call; returns its number for {@link decide}. Rate limits between which the
 * service accepts other requests count as one: it does not reject them, it sets the pace.
 */
export function countFailure(
  state: CallState,
  { meaning }: ClassifiedFailure,
  acceptedCount: number,
  retries: number,
): number {
  if (meaning === 'rate-limited') {
    state.rateLimits += 1;
    const setsPace = acceptedCount > state.acceptedBefore && state.rateLimits <= PATIENCE * (retries + 1);
    state.rateLimitsInARow = setsPace ? 1 : state.rateLimitsInARow + 1;
    state.acceptedBefore = acceptedCount;
  } else {
    state.failures += 1;
  }
  return state.failures + state.rateLimitsInARow;
}

/** What to do now. Backoff is random(0, min(20 s, base · 2^n)); a Retry-After is exact. */
export function decide(failed: FailedAttempt): RetryDecision {
  const { kind, failure } = failed;
  const { meaning, detail, retryAfterMs: asked } = failure;
  const fail = (reason: StopReason): RetryDecision => ({ do: 'fail', reason, detail });
  if (meaning === 'final') return fail('final');
  if (asked !== undefined && asked > WAIT_LIMIT_MS)
    return { do: 'fail', reason: 'wait', detail, retryAfterMs: asked };
  if (meaning === 'unclear') {
    if (kind === 'upload') return { do: 'read-back', afterMs: asked ?? 0, detail };
    if (kind === 'write') return fail('final');
  }
  if (failed.attempt > failed.retries) return fail('attempts');
  if (failed.budget < 1) return fail('budget');
  const rateLimited = meaning === 'rate-limited';
  if (rateLimited && asked === undefined && (failed.rateLimitedForMs ?? 0) > REJECTION_LIMIT_MS)
    return fail('budget');
  const afterMs = asked ?? (rateLimited ? rateLimitBackoff(failed) : backoff(failed));
  if (failed.elapsedMs + afterMs > CALL_LIMIT_MS) return fail('time');
  // The first rate limit is how the gate finds the pace: it costs nothing.
  const costsBudget = !rateLimited || failed.rateLimitsInARow > 1;
  return { do: 'retry', afterMs, detail, pauseAll: asked !== undefined, rateLimited, costsBudget };
}

/**
 * The retries of a whole run, so that 500 files against a dying server do not mean 2,000 attempts.
 * Every success earns one back, so a service that is merely flaky is never given up.
 */
export class RetryBudget {
  #left: number;

  constructor(readonly size: number) {
    this.#left = size;
  }

  /** Retries that may still be made. */
  get left(): number {
    return this.#left;
  }

  spend(): void {
    this.#left -= 1;
  }

  earn(): void {
    this.#left = Math.min(this.size, this.#left + 1);
  }
}
