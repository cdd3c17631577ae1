/** One request that went out. */
export interface RequestStart {
  /** How often the service had refused by rate when it went out. */
  readonly refusals: number;
  /** When, in milliseconds. */
  readonly at: number;
  /** Milliseconds since the latest request before it that the service took. */
  readonly sinceAcceptedMs: number;
  /** Milliseconds since the request before it. */
  readonly sinceStartMs: number;
}

/** The first distance that is tried after a service that was asked freely refuses. */
const FIRST_MS = 5;
/** While nothing is taken, each try comes so many times later than the one before, but never more than the limit later. */
const GROWTH = 1.6;
const SPACING_LIMIT_MS = 5_000;
/** Where the service names a wait, a try that fails costs that wait: the search begins at this part of it. */
const PART_OF_ASKED = 0.1;
/** A request that is not refused within this time has probably been taken: the next need not wait for its answer. */
const PROBE_MS = 300;
/** After a pause as long as this there may be room for many requests at once: a new window, a bucket filled again. */
const LONG_PAUSE_MS = 1_000;
/** A distance that is no longer worth keeping. */
const NO_SPACING_MS = 4;
/** What a distance is multiplied by for each request that is taken: until one is refused for the first time, and from then on. */
const BOLD_STEP = 0.5;
const STEP = 0.97;
/**
 * And for each that is refused. Seven steps undo one: refusals that have nothing to do with the pace, as long as they are fewer than one in seven,
 * slow nothing down. Where each refusal costs the wait that is asked for, they are made rare.
 */
const STEP_BACK = 1.2;
const STEP_BACK_ASKED = 1.6;
/** A request that comes later than so many times its distance shows nothing about that distance. */
const LOOSE = 1.5;
/**
 * How often a service wants to be asked, learned from its refusals (429). Time goes in, decisions come out; nothing here waits or reads a clock.
 *
 * `free`: it has never refused, or not for long: nothing is held back. `search`: it has just refused: one request at a time, each later than the
 * one before, until one is taken; about that distance is the pace. `try`: something was taken after a long pause: one request at
 * once shows whether there is room for many. `paced`: requests start one distance apart; it shrinks with each one taken, grows with each one refused.
 *
 * Limiters that this finds the pace of: a leaky bucket without burst, a token bucket, a fixed window, each with and without Retry-After.
 */
export class Pace {
  #mode: 'free' | 'search' | 'try' | 'paced' = 'free';
  #spacing = 0;
  /** The distance to go back to when a shorter one is refused. */
  #good = 0;
  /** Whether no distance has been refused since the search. */
  #bold = true;
  #hasTried = false;
  #refusals = 0;
  /** Refusals since the service last took something. */
  #inRow = 0;
  #taken = 0;
  #closedUntil = -Infinity;
  #lastStart = -Infinity;
  /** The start of the latest request that was taken; of the first request until then. */
  #since: number | undefined;
  #probe: number | undefined;
  #silentSince: number | undefined;

  /** Whether nothing is held back. */
  get isFree(): boolean {
    return this.#mode === 'free';
  }

  /** Milliseconds between the starts of two requests that the service is known to take; 0 where nothing is held back, or nothing known yet. */
  get settledSpacingMs(): number {
    return this.#mode === 'paced' && !this.#bold ? this.#spacing : 0;
  }

  /** Milliseconds between the starts of two requests as things are; Infinity if only one at a time may go out. */
  get spacingMs(): number {
    if (this.#mode === 'free') return 0;
    return this.#mode === 'paced' ? this.#spacing : Infinity;
  }

  /** Milliseconds for which nothing at all may start; 0 if it is not closed. */
  pausedForMs(now: number): number {
    return Math.max(0, this.#closedUntil - now);
  }

  /** Requests that the service has taken. */
  get acceptedCount(): number {
    return this.#taken;
  }

  /** Milliseconds since the service began to refuse everything by rate; undefined where it does not. */
  refusedForMs(now: number): number | undefined {
    return this.#silentSince === undefined ? undefined : now - this.#silentSince;
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
        return this.#probe === undefined ? (this.#since ?? 0) + this.#spacing : this.#probe + PROBE_MS;
      case 'try':
        return this.#probe === undefined ? -Infinity : this.#probe + PROBE_MS;
    }
  }

  /** A request starts. */
  start(now: number): RequestStart {
    this.#since ??= now;
    const apart = now - this.#lastStart;
    this.#lastStart = now;
    if (this.#mode === 'search' || this.#mode === 'try') this.#probe = now;
    return { refusals: this.#refusals, at: now, sinceAcceptedMs: now - this.#since, sinceStartMs: apart };
  }

  /** Nothing starts for so many milliseconds from now. */
  pauseFor(ms: number, now: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, now + ms);
  }

  /** The service did something with this request, so that its limiter had taken it. */
  accepted({ refusals, at, sinceAcceptedMs: gap, sinceStartMs: apart }: RequestStart): void {
    this.#since = Math.max(this.#since ?? at, at);
    this.#taken += 1;
    this.#silentSince = undefined;
    // What went out before the latest refusal says nothing about what has been learned from it.
    if (refusals !== this.#refusals) return;
    this.#inRow = 0;
    this.#probe = undefined;
    if (this.#mode === 'search') this.#found(gap);
    else if (this.#mode === 'try') this.#roomFor(gap);
    else if (this.#mode === 'paced' && apart <= this.#spacing * LOOSE) this.#kept();
  }

  /**
   * The service refused this request because of its rate, and asked to wait `askedMs` where it said so. Returns whether that was news: what went
   * out together with a request that was refused before is of the same burst, and teaches nothing more.
   */
  refused({ refusals, sinceAcceptedMs: gap }: RequestStart, now: number, askedMs?: number): boolean {
    if (askedMs !== undefined) this.pauseFor(askedMs, now);
    if (refusals !== this.#refusals) return false;
    this.#refusals += 1;
    this.#silentSince ??= now;
    this.#probe = undefined;
    this.#inRow += 1;
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
        // The gap holds the wait that was asked for, which says nothing about the distance.
        this.#lengthen(askedMs === undefined ? Math.max(this.#spacing, gap) : this.#spacing);
        break;
      case 'paced':
        this.#slower(askedMs !== undefined);
    }
    return true;
  }

  #free(): void {
    this.#mode = 'free';
    this.#hasTried = false;
  }

  /** The first request that is taken after a search. */
  #found(gap: number): void {
    const long = gap >= LONG_PAUSE_MS;
    // Somewhere between what was tried and what was taken: a request may have had reasons of its own to come later.
    if (!long && this.#good === 0) this.#spacing = Math.sqrt(this.#spacing * Math.max(this.#spacing, gap));
    this.#spacing = Math.min(this.#spacing, SPACING_LIMIT_MS);
    this.#good = this.#spacing;
    this.#bold = true;
    this.#mode = 'paced';
    if (!long || this.#hasTried) return;
    this.#hasTried = true;
    this.#mode = 'try';
  }

  /** There was room for one more at once: where there is room for many, a few shorter distances will show it. */
  #roomFor(gap: number): void {
    this.#mode = 'paced';
    this.#spacing = gap;
    this.#bold = true;
    this.#kept();
  }

  /** One more taken at this distance. */
  #kept(): void {
    this.#good = this.#spacing;
    this.#spacing *= this.#bold ? BOLD_STEP : STEP;
    if (this.#spacing < NO_SPACING_MS) this.#free();
  }

  /** Refused although it kept its distance. */
  #slower(asked: boolean): void {
    if (this.#inRow > 1) {
      this.#mode = 'search';
      this.#lengthen(this.#spacing);
      return;
    }
    const back = asked ? STEP_BACK_ASKED : STEP_BACK;
    this.#spacing = this.#bold && this.#spacing < this.#good ? this.#good : this.#spacing * back;
    this.#good = this.#spacing;
    this.#bold = false;
  }

  #lengthen(from: number): void {
    this.#spacing = Math.min(from * GROWTH, from + SPACING_LIMIT_MS);
    this.#good = 0;
  }
}
