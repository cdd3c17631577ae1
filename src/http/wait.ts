// How long a call waits before its next attempt: as Retry-After says, or by backoff.

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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

// The three forms of RFC 9110, section 5.6.7. Date.parse accepts more, and the last as local time.
const FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]+, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * Milliseconds since 1970 of an HTTP date (RFC 9110, section 5.6.7); undefined for anything else.
 * `now` decides on two-digit years.
 */
export function httpDate(text: string, now: number): number | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const part = (name: string): number => Number(groups[name]);
    const month = MONTHS.indexOf(groups['month'] ?? '');
    const at = Date.UTC(
      fullYear(part('year'), now),
      month,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return new Date(at).getUTCDate() === part('day') && part('hour') < 24 && part('minute') < 60
      ? at
      : undefined;
  }
  return undefined;
}

function fullYear(year: number, now: number): number {
  if (year >= 100) return year;
  const current = new Date(now).getUTCFullYear();
  const guess = current - (current % 100) + year;
  return guess > current + 50 ? guess - 100 : guess;
}

// The values of a list (RFC 9110, section 5.6.1), in which a date holds its own comma.
const VALUES = /[A-Z][a-z]+, \d[^,]*|[^,\s][^,]*/g;

const valuesOf = (header: string | undefined): readonly string[] =>
  (header?.match(VALUES) ?? []).map((value) => value.trim());

/**
 * The milliseconds that a Retry-After header (RFC 9110, section 10.2.3) asks to wait: digits are
 * seconds; an HTTP date is measured from the response's `Date`, if it has one. If gateways have
 * added values, the longest wait counts.
 *
 * Undefined if the header is absent, malformed, zero or in the past: then our own backoff is
 * better.
 */
export function retryAfterMs(headers: ReadonlyMap<string, string>, date: number): number | undefined {
  const sent = valuesOf(headers.get('date')).map((value) => httpDate(value, date));
  const from = sent.find((value) => value !== undefined) ?? date;
  const waits = valuesOf(headers.get('retry-after')).map((value) => waitMs(value, from, date));
  const longest = waits.reduce((longer, wait) => Math.max(longer, wait), 0);
  return longest > 0 ? longest : undefined;
}

/** The wait that one value asks for; 0 if it asks for none. */
function waitMs(value: string, from: number, date: number): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  return (httpDate(value, date) ?? from) - from;
}

/** Seconds for people, rounded up: a wait is never reported shorter than it is. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
