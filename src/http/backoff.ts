/** The usual window of a rate limiter. */
export const WINDOW_MS = 60_000;
const BACKOFF_MS = 500;
const BACKOFF_LIMITED_MS = 1_000;
const BACKOFF_PACED_MS = 200;
const BACKOFF_LIMIT_MS = 20_000;

/** What the wait before the next attempt of a call depends on, if the service names none. */
export interface BackoffInput {
  /** The number of this failure, from 1, as `countFailure` counts. */
  readonly attempt: number;
  /** Attempts allowed after the first. */
  readonly retries: number;
  /** How long the service has rejected every request by rate; undefined if it does not. */
  readonly rateLimitedForMs: number | undefined;
  /** Whether it has accepted any request in this run. */
  readonly hasAccepted: boolean;
  /** At least 0, less than 1. */
  readonly random: number;
}

/**
 * The wait of a call that was rate-limited, in milliseconds. A service that has accepted requests
 * and now accepts none counts them by the minute: the last attempt comes when that minute is over.
 */
export function rateLimitBackoff({
  attempt,
  retries,
  rateLimitedForMs,
  hasAccepted,
  random,
}: BackoffInput): number {
  // If it has accepted others just before, the gate finds the pace: one attempt soon is enough.
  const base = attempt === 1 && hasAccepted ? BACKOFF_PACED_MS : BACKOFF_LIMITED_MS;
  const own = exponential(base, attempt, random);
  const isLast = attempt >= 3 && attempt === retries;
  return isLast && hasAccepted && rateLimitedForMs !== undefined
    ? Math.max(own, WINDOW_MS - rateLimitedForMs)
    : own;
}

/** The wait of a call that failed for another reason, in milliseconds. */
export const backoff = ({ attempt, random }: BackoffInput): number =>
  exponential(BACKOFF_MS, attempt, random);

const exponential = (baseMs: number, attempt: number, random: number): number =>
  Math.floor(random * Math.min(BACKOFF_LIMIT_MS, baseMs * 2 ** (attempt - 1)));
