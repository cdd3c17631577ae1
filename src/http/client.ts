import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../ports/host.js';
import { RetryBudget } from './retry-budget.js';
import { newCourse, type Course } from './call-state.js';
import { Gate } from './gate.js';
import { WAIT_LIMIT_MS, isLimit, verdict } from './retry.js';
import { retryAfterMs } from './retry-after.js';
import type { Answer, Failure, HttpRequest, Outcome } from './messages.js';
import type { Pass } from './gate.js';
import type { CallKind, Verdict } from './retry.js';

/** Retries that one run may make beyond what its successes earn back. */
const RETRY_BUDGET = 40;
/** With the budget gone the service counts as down, and nothing is sent for this long. */
const DOWN_MS = 30_000;
/** A wait of this length and longer is told. */
const QUIET_WAIT_MS = 2_000;
/** How many times its retries one call may be refused by rate in all, while the service takes others. */
const PATIENCE = 4;
/** A run whose requests are kept this far apart is slow for a reason that is worth a word. */
const TELLING_SPACING_MS = 20;

/** Turns of the event loop that an answer waits for others to come in, before it is looked at. */
const MOST_TURNS = 20;

/** One call of the service: a request that is sent until it brings a 2xx or may not be sent again. */
export interface Call extends HttpRequest {
  readonly kind: CallKind;
  /** What is asked for, in a message: "the list of locales". */
  readonly what: string;
  /** Moment of the clock after which the first byte must not go out. */
  readonly notAfter?: number;
}

/** What was made of an answer, or why it is none. */
export type Read<T> = { readonly value: T } | Failure;

/** How one attempt ended that was not the last: it may be made again, or it was too late and nothing was sent. */
export type Attempted<T> = { readonly value: T } | 'again' | 'stale';

/** A call that brought no 2xx. */
export interface Defeat {
  readonly outcome: Outcome;
  readonly verdict: Exclude<Verdict, { do: 'retry' }>;
  readonly attempts: number;
  /** Milliseconds waited between the attempts. */
  readonly waitedMs: number;
}

export interface CallerOptions {
  /** One attempt; resolves with what came of it. */
  readonly send: (request: HttpRequest) => Promise<Outcome>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly retries: number;
  /** The error of calls that are not sent because the service has failed too often. */
  readonly down: (why: string) => Error;
  readonly notify: (notice: string) => void;
  readonly trace: (line: string) => void;
}

/** Sends calls through one gate and tries again as {@link verdict} says. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #gate: Gate;
  readonly #budget = new RetryBudget(RETRY_BUDGET);
  #toldUntil = -Infinity;
  #toldPace = false;
  #turns: Promise<void> = Promise.resolve();
  /** What has come of attempts so far. */
  #came = 0;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#gate = new Gate(options.concurrency, options.clock, options.signal);
  }

  /**
   * What `read` makes of the first 2xx. A failure that it returns (an answer that ends in the middle) counts as one of the network; what it
   * throws is thrown. `defeated` makes the error of a call that failed. Rejects with the signal's reason when the run is interrupted.
   */
  async call<T>(
    call: Call,
    read: (answer: Answer) => Read<T>,
    defeated: (defeat: Defeat) => Error,
  ): Promise<T> {
    const course = newCourse(this.#options.clock.now());
    for (;;) {
      const came = await this.attempt(course, call, read, defeated);
      if (typeof came === 'object') return came.value;
      await this.#rest(course);
    }
  }

  /** The course of a call of which each attempt is made by {@link attempt}. */
  course(): Course {
    return newCourse(this.#options.clock.now());
  }

  /**
   * Waits until the next attempt of this course may be made and there is room to read for it, `requests` at once, right before. The returned
   * function gives the room back.
   */
  async lane(course: Course, requests: number): Promise<() => void> {
    await this.#rest(course);
    return this.#gate.lane(requests);
  }

  /**
   * One attempt of {@link call}. One that has a `notAfter` goes before everybody else, and is not sent later than that: neither when it has waited for
   * its turn nor when it has waited for its connection.
   */
  async attempt<T>(
    course: Course,
    call: Call,
    read: (answer: Answer) => Read<T>,
    defeated: (defeat: Defeat) => Error,
  ): Promise<Attempted<T>> {
    const { clock } = this.#options;
    const { notAfter } = call;
    const pass =
      notAfter === undefined
        ? await this.#gate.enter(course.attempts > 0)
        : await this.#gate.enterWithPlan(notAfter);
    if (!pass) return 'stale';
    const begun = clock.now();
    if (course.attempts > 0) course.waitedMs += begun - course.ended;
    course.attempts += 1;
    let inside = true;
    let outcome: Outcome;
    let decision: Verdict;
    try {
      outcome = await this.#send(call, course.attempts);
      this.#came += 1;
      // Without the time in the gate's queue, which is the run's: a call that stood there for long has not used up its own.
      course.ended = clock.now();
      course.spentMs += course.ended - begun;
      if (outcome.kind === 'failure' && outcome.failure === 'stale') {
        course.attempts -= 1;
        return 'stale';
      }
      if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status <= 299) {
        this.#accepted(pass);
        this.#gate.leave();
        inside = false;
        // The next request goes out first: what this answer holds is looked at while that one is under way.
        await this.#turn();
        const result = read(outcome);
        if ('value' in result) {
          this.#gate.succeeded();
          this.#budget.earn();
          return result;
        }
        outcome = result;
      }
      decision = this.#judge(call, course, outcome, pass);
    } finally {
      if (inside) this.#gate.leave();
    }
    if (decision.do !== 'retry')
      throw defeated({ outcome, verdict: decision, attempts: course.attempts, waitedMs: course.waitedMs });
    course.spentMs += decision.afterMs;
    course.due = decision;
    return 'again';
  }

  /** Waits as the verdict on the last attempt said. */
  async #rest(course: Course): Promise<void> {
    const { clock, signal } = this.#options;
    const { due } = course;
    if (!due) return;
    course.due = undefined;
    if (due.limited && !due.everybody) await this.#gate.rest(due.afterMs);
    else await clock.sleep(due.afterMs, signal);
  }

  /**
   * One after the other, each in a turn of the event loop of its own, and while answers keep coming in not at all: what comes from the network or
   * goes there has precedence.
   */
  #turn(): Promise<void> {
    this.#turns = this.#turns.then(async () => {
      for (let turns = 0, seen = -1; turns < MOST_TURNS && seen !== this.#came; turns++) {
        seen = this.#came;
        await nextTurn();
      }
    });
    return this.#turns;
  }

  /** Lets no further request out, for good or for so long: each rejects with the error given back, see {@link Gate.shut}. */
  stop(error: Error, ms?: number): Error {
    return this.#gate.shut(error, ms);
  }

  close(): void {
    this.#gate.close();
  }

  /** What to do after an attempt that failed, with what it means for everybody already done: nothing else goes out in between. */
  #judge(call: Call, course: Course, outcome: Outcome, pass: Pass): Verdict {
    const { clock, retries } = this.#options;
    const gate = this.#gate;
    const now = clock.now();
    const date = clock.date();
    const asked = outcome.kind === 'answer' ? retryAfterMs(outcome.headers, date) : undefined;
    if (isLimit(outcome, asked !== undefined)) {
      // Whoever asks for more than may be waited ends the call; that is no pace.
      if (asked === undefined || asked <= WAIT_LIMIT_MS) gate.limited(pass, asked);
      course.refusals += 1;
      // A service that takes others in between does not refuse, it sets the pace.
      if (gate.taken > course.taken && course.refusals <= PATIENCE * (retries + 1)) course.inRow = 0;
      course.inRow += 1;
      course.taken = gate.taken;
    } else {
      course.faults += 1;
      if (outcome.kind === 'answer' && outcome.status === 503) gate.narrow(pass);
      else if (outcome.kind === 'answer') this.#accepted(pass);
    }
    const decision = verdict({
      call: call.kind,
      outcome,
      attempt: course.faults + course.inRow,
      retries,
      budget: this.#budget.left,
      elapsedMs: course.spentMs,
      silentMs: gate.silentMs(),
      hasTaken: gate.taken > 0,
      date,
      luck: clock.random(),
    });
    if (decision.do === 'read-back') gate.closeFor(decision.afterMs);
    if (decision.do === 'fail' && decision.because === 'budget')
      gate.shut(this.#options.down(decision.why), DOWN_MS);
    if (decision.do !== 'retry') return decision;
    if (decision.everybody) gate.closeFor(decision.afterMs);
    // To be refused once is how the pace is found.
    if (!decision.limited || course.inRow > 1) this.#budget.spend();
    this.#tell(call, decision, now);
    return decision;
  }

  #accepted(pass: Pass): void {
    this.#gate.accepted(pass);
    if (this.#toldPace || this.#gate.settled < TELLING_SPACING_MS) return;
    this.#toldPace = true;
    this.#options.notify('the service limits how often it is asked: going on more slowly');
  }

  /** Says that a wait is long, once for all who wait together. */
  #tell(call: Call, { afterMs, why }: { readonly afterMs: number; readonly why: string }, now: number): void {
    if (afterMs < QUIET_WAIT_MS || now + afterMs <= this.#toldUntil + QUIET_WAIT_MS) return;
    this.#toldUntil = now + afterMs;
    this.#options.notify(`waiting ${seconds(afterMs)} s before asking for ${call.what} again (${why})`);
  }

  async #send(call: Call, attempt: number): Promise<Outcome> {
    const { clock, send, trace } = this.#options;
    const begun = clock.now();
    const { notAfter } = call;
    const outcome = await send({
      method: call.method,
      url: call.url,
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.kind === 'event' ? { fresh: true } : {}),
      ...(notAfter === undefined ? {} : { isStale: () => clock.now() > notAfter }),
    });
    const came =
      outcome.kind === 'answer'
        ? `${outcome.unchanged === true ? '304, kept' : outcome.status} ${outcome.body.byteLength} bytes`
        : outcome.reason;
    trace(
      `${call.method} ${call.url.pathname}${call.url.search} ${came} ${clock.now() - begun} ms attempt ${attempt}`,
    );
    return outcome;
  }
}

/** Seconds for people, rounded up: a wait is never told shorter than it is. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
