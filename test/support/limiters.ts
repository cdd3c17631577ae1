/**
 * Whether a request at this time is taken; the seconds of a Retry-After if it is not and one is
 * given.
 */
export type Limiter = (now: number) => { readonly taken: boolean; readonly after?: number };

/**
 * nginx's limit_req: so many a second, evenly, and so many at once above that; milliseconds count.
 */
export function leakyBucket(perSecond: number, burst: number, after?: number): Limiter {
  let excess = 0;
  let last = -Infinity;
  return (now) => {
    const next = Math.max(0, excess - (perSecond * (now - last)) / 1_000 + 1);
    if (last !== -Infinity && next > burst + 1e-9) return refusal(after);
    excess = last === -Infinity ? 0 : next;
    last = now;
    return { taken: true };
  };
}

/**
 * So many in each window of so many milliseconds, counted by the clock; Retry-After says when the
 * next one begins.
 */
export function fixedWindow(count: number, windowMs: number, tellsWhen: boolean): Limiter {
  let window = -1;
  let taken = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) {
      window = current;
      taken = 0;
    }
    if (taken >= count) {
      const left = Math.ceil(((current + 1) * windowMs - now) / 1_000);
      return refusal(tellsWhen ? left : undefined);
    }
    taken += 1;
    return { taken: true };
  };
}

function refusal(after: number | undefined): ReturnType<Limiter> {
  return after === undefined ? { taken: false } : { taken: false, after };
}
