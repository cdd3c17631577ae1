/** One request that went out. */
export interface RequestStart {
  /** How often the service had rate-limited when it went out. */
  readonly rateLimits: number;
  /** When, in milliseconds. */
  readonly at: number;
  /** Milliseconds since the start of the latest request that the service accepted. */
  readonly sinceAcceptedMs: number;
  /** Milliseconds since the start of the request before it. */
  readonly sinceStartMs: number;
}

/** The first spacing to try after an unpaced service rejects. */
const FIRST_MS = 5;
/** In a search each attempt comes this many times later than the one before, up to the limit. */
const GROWTH = 1.6;
const SPACING_LIMIT_MS = 5_000;
/** A failed attempt costs the wait that the service names: search from this share of it. */
const PART_OF_ASKED = 0.1;
/** A request that is not rejected within this time is probably accepted: the next need not wait. */
const PROBE_MS = 300;
/** After such a pause there may be room for many at once: a new window or a refilled bucket. */
const LONG_PAUSE_MS = 1_000;
/** A spacing that is too short to keep. */
const NO_SPACING_MS = 4;
/** The factor of the spacing per accepted request, before the first rejection and after it. */
const BOLD_STEP = 0.5;
const STEP = 0.97;
/**
 * The factor for each rejected request. Seven accepted ones undo one, so unrelated rejections have
 * no effect below one in seven. If each costs a Retry-After, the factor is larger to make them
 * rare.
 */
const STEP_BACK = 1.2;
const STEP_BACK_ASKED = 1.6;
/** A request that comes later than this many times the spacing shows nothing about it. */
const LOOSE = 1.5;
/**
 * How often a service wants to be asked, learned from its rate limits (429). It neither waits nor
 * reads a clock.
 *
 * `free`: no rate limit yet, or long ago: nothing is held back. `search`: just rate-limited: one
 * request at a time, each later than the one before, until one is accepted; about that spacing is
 * the pace. `try`: accepted after a long pause: one request at once shows whether there is room for
 * many. `paced`: requests start one spacing apart; it shrinks with each accepted one and grows with
 * each rejected one.
 *
 * It finds the pace of a leaky bucket without burst, a token bucket and a fixed window, each with
 * and without Retry-After.
 */
export class Pace {
  #mode: 'free' | 'search' | 'try' | 'paced' = 'free';
  #spacing = 0;
  /** The spacing to go back to if a shorter one is rejected. */
  #good = 0;
  /** Whether no spacing has been rejected since the search. */
  #isHalving = true;
  #hasTried = false;
  #rateLimits = 0;
  /** Rate limits since the service last accepted a request. */
  #rateLimitsInARow = 0;
  #acceptedCount = 0;
  #closedUntil = -Infinity;
  #lastStart = -Infinity;
  /** The start of the latest accepted request; until there is one, of the first request. */
  #lastAcceptedStart: number | undefined;
  #probe: number | undefined;
  #rateLimitedSince: number | undefined;

  /** Whether nothing is held back. */
  get isFree(): boolean {
    return this.#mode === 'free';
  }

  /** The spacing that the service is known to accept; 0 if nothing is held back or known. */
  get acceptedSpacingMs(): number {
    return this.#mode === 'paced' && !this.#isHalving ? this.#spacing : 0;
  }

  /** The spacing at the moment; Infinity if only one request at a time may go out. */
  get spacingMs(): number {
    if (this.#mode === 'free') return 0;
    return this.#mode === 'paced' ? this.#spacing : Infinity;
  }

  /** Milliseconds for which no request may start; 0 without a pause. */
  pausedForMs(now: number): number {
    return Math.max(0, this.#closedUntil - now);
  }

  /** Requests that the service has accepted. */
  get acceptedCount(): number {
    return this.#acceptedCount;
  }

  /** How long the service has rejected every request by rate; undefined if it does not. */
  rateLimitedForMs(now: number): number | undefined {
    return this.#rateLimitedSince === undefined ? undefined : now - this.#rateLimitedSince;
  }

  /** Milliseconds until the next request may start, 0 for now. */
  waitMs(now: number): number {
    return Math.max(0, this.#closedUntil - now, this.#dueAt() - now);
  }

  #dueAt(): number {
    switch (this.#mode) {
      case 'free':
        return -Infinity;
      case 'paced':
        return this.#lastStart + this.#spacing;
      case 'search':
        return this.#probe === undefined
          ? (this.#lastAcceptedStart ?? 0) + this.#spacing
          : this.#probe + PROBE_MS;
      case 'try':
        return this.#probe === undefined ? -Infinity : this.#probe + PROBE_MS;
    }
  }

  /** A request starts. */
  start(now: number): RequestStart {
    this.#lastAcceptedStart ??= now;
    const sinceStartMs = now - this.#lastStart;
    this.#lastStart = now;
    if (this.#mode === 'search' || this.#mode === 'try') this.#probe = now;
    return {
      rateLimits: this.#rateLimits,
      at: now,
      sinceAcceptedMs: now - this.#lastAcceptedStart,
      sinceStartMs,
    };
  }

  /** No request starts for `ms`. */
  pauseFor(ms: number, now: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, now + ms);
  }

  /** The service has dealt with this request, so its limiter had accepted it. */
  accepted({ rateLimits, at, sinceAcceptedMs, sinceStartMs }: RequestStart): void {
    this.#lastAcceptedStart = Math.max(this.#lastAcceptedStart ?? at, at);
    this.#acceptedCount += 1;
    this.#rateLimitedSince = undefined;
    // A request from before the latest rate limit says nothing about what was learned from it.
    if (rateLimits !== this.#rateLimits) return;
    this.#rateLimitsInARow = 0;
    this.#probe = undefined;
    if (this.#mode === 'search') this.#found(sinceAcceptedMs);
    else if (this.#mode === 'try') this.#roomFor(sinceAcceptedMs);
    else if (this.#mode === 'paced' && sinceStartMs <= this.#spacing * LOOSE) this.#kept();
  }

  /**
   * The service has rate-limited this request, and asked to wait `askedMs` if it said so. Returns
   * whether that was news: requests of one burst teach nothing more than the first of them.
   */
  rateLimited({ rateLimits, sinceAcceptedMs }: RequestStart, now: number, askedMs?: number): boolean {
    // Also if the call ends with this: the others wait all the same.
    if (askedMs !== undefined) this.pauseFor(askedMs, now);
    if (rateLimits !== this.#rateLimits) return false;
    this.#rateLimits += 1;
    this.#rateLimitedSince ??= now;
    this.#probe = undefined;
    this.#rateLimitsInARow += 1;
    switch (this.#mode) {
      case 'free':
        this.#mode = 'search';
        this.#good = 0;
        this.#spacing = Math.max(FIRST_MS, (askedMs ?? 0) * PART_OF_ASKED);
        break;
      case 'try':
        this.#mode = 'search';
        this.#spacing = this.#good;
        break;
      case 'search':
        // The time since the last accepted request includes the requested wait, so it is no
        // spacing.
        this.#lengthen(askedMs === undefined ? Math.max(this.#spacing, sinceAcceptedMs) : this.#spacing);
        break;
      case 'paced':
        this.#slower(askedMs !== undefined);
    }
    return true;
  }

  #enterFreeMode(): void {
    this.#mode = 'free';
    this.#hasTried = false;
  }

  /** The first request that is accepted after a search. */
  #found(sinceAcceptedMs: number): void {
    const long = sinceAcceptedMs >= LONG_PAUSE_MS;
    // Between the attempted and the accepted spacing: a request may be late for other reasons.
    if (!long && this.#good === 0)
      this.#spacing = Math.sqrt(this.#spacing * Math.max(this.#spacing, sinceAcceptedMs));
    this.#spacing = Math.min(this.#spacing, SPACING_LIMIT_MS);
    this.#good = this.#spacing;
    this.#isHalving = true;
    this.#mode = 'paced';
    if (!long || this.#hasTried) return;
    this.#hasTried = true;
    this.#mode = 'try';
  }

  /** There was room for one more at once: shorter spacings show if there is room for many. */
  #roomFor(sinceAcceptedMs: number): void {
    this.#mode = 'paced';
    this.#spacing = sinceAcceptedMs;
    this.#isHalving = true;
    this.#kept();
  }

  /** One more request accepted at this spacing. */
  #kept(): void {
    this.#good = this.#spacing;
    this.#spacing *= this.#isHalving ? BOLD_STEP : STEP;
    if (this.#spacing < NO_SPACING_MS) this.#enterFreeMode();
  }

  /** Rejected although it kept the spacing. */
  #slower(asked: boolean): void {
    if (this.#rateLimitsInARow > 1) {
      this.#mode = 'search';
      this.#lengthen(this.#spacing);
      return;
    }
    const back = asked ? STEP_BACK_ASKED : STEP_BACK;
    this.#spacing = this.#isHalving && this.#spacing < this.#good ? this.#good : this.#spacing * back;
    this.#good = this.#spacing;
    this.#isHalving = false;
  }

  #lengthen(from: number): void {
    this.#spacing = Math.min(from * GROWTH, from + SPACING_LIMIT_MS);
    this.#good = 0;
  }
}
