const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

// The three forms of RFC 9110, section 5.6.7. Date.parse takes far more than these, and the last one as local time.
const FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]+, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** Milliseconds since 1970 of an HTTP date (RFC 9110, section 5.6.7); undefined for anything else. `now` settles two-digit years. */
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

/**
 * The milliseconds that a Retry-After header (RFC 9110, section 10.2.3) asks to wait: digits as seconds, or an HTTP date, which is
 * measured from the server's own clock where the answer has a `Date`. Undefined where it is absent, malformed, zero or in the past: then
 * our own backoff is the better guess.
 */
export function retryAfterMs(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) > 0 ? Number(value) * 1000 : undefined;
  const at = httpDate(value, now);
  if (at === undefined) return undefined;
  const wait = at - (httpDate(headers.get('date')?.trim() ?? '', now) ?? now);
  return wait > 0 ? wait : undefined;
}
