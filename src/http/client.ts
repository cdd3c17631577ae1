import type { Clock } from '../ports/host.js';
import { Gate } from './gate.js';
import { ReadingOrder } from './reading-order.js';
import type { Slot } from './request-queues.js';
import { seconds } from './wait.js';
import {
  RetryBudget,
  WAIT_LIMIT_MS,
  classify,
  countFailure,
  decide,
  newCallState,
  type CallState,
  type ClassifiedFailure,
  type RetryDecision,
} from './retry.js';
import type { AttemptResult, Call, FailedCall, ReadResult } from './call.js';
import type { HttpRequest, HttpResponse, HttpResult } from './messages.js';

/** Retries that one run may make beyond those that its successes earn back. */
const RETRY_BUDGET = 40;
/** Without budget the service counts as down, and nothing is sent for this long. */
const DOWN_MS = 30_000;
/** A wait of this length and longer is reported. */
const QUIET_WAIT_MS = 2_000;
/** A run whose requests are kept this far apart is slow for a reason that is reported. */
const REPORTED_SPACING_MS = 20;

export interface HttpClientOptions {
  /** Makes one attempt. */
  readonly send: (request: HttpRequest) => Promise<HttpResult>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly retries: number;
  /** The error of calls that are not sent because the service has failed too often. */
  readonly down: (detail: string) => Error;
  readonly notify: (notice: string) => void;
  readonly trace: (line: string) => void;
}

/** Sends calls through one gate: attempt, classify, decide, wait (see retry.ts). */
export class HttpClient {
  readonly #gate: Gate;
  readonly #budget = new RetryBudget(RETRY_BUDGET);
  #reportedUntil = -Infinity;
  #hasReportedPace = false;
  readonly #reading = new ReadingOrder();

  constructor(private readonly options: HttpClientOptions) {
    this.#gate = new Gate(options.concurrency, options.clock, options.signal);
  }

  /**
   * What `read` makes of the first 2xx. A failure that `read` returns (a truncated response) counts
   * as one of the network; what it throws is thrown. `toError` makes the error of a failed call.
   * Rejects with the signal's reason if the run is interrupted.
   */
  async call<T>(
    call: Call,
    read: (response: HttpResponse) => ReadResult<T>,
    toError: (failed: FailedCall) => Error,
  ): Promise<T> {
    const state = this.newCall();
    for (;;) {
      const result = await this.attempt(state, call, read, toError);
      if (typeof result === 'object') return result.value;
      await this.#waitFor(state);
    }
  }

  /** The state of a call of which {@link attempt} makes each attempt. */
  newCall(): CallState {
    return newCallState(this.options.clock.now());
  }

  /**
   * Waits until the next attempt of this call may be made and there is room to plan it with
   * `requests` reads at once. The returned function gives the room back.
   */
  async planningSlot(state: CallState, requests: number): Promise<() => void> {
    await this.#waitFor(state);
    return this.#gate.planningSlot(requests);
  }

  /**
   * One attempt of {@link call}. One with a `notAfter` goes before all others and is never sent
   * later than that, neither after the gate's queue nor after a wait for its connection.
   */
  async attempt<T>(
    state: CallState,
    call: Call,
    read: (response: HttpResponse) => ReadResult<T>,
    toError: (failed: FailedCall) => Error,
  ): Promise<AttemptResult<T>> {
    const { clock } = this.options;
    const { notAfter } = call;
    const slot =
      notAfter === undefined
        ? await this.#gate.enter(state.attempts > 0)
        : await this.#gate.enterBefore(notAfter);
    if (!slot) return 'expired';
    const begun = clock.now();
    if (state.attempts > 0) state.waitedMs += begun - state.endedAt;
    state.attempts += 1;
    let holdsSlot = true;
    let result: HttpResult;
    let decision: RetryDecision;
    try {
      result = await this.#send(call, state.attempts);
      this.#reading.noteArrival();
      // Without the time in the gate's queue, which counts for the run and not for the call.
      state.endedAt = clock.now();
      state.spentMs += state.endedAt - begun;
      if (result.kind === 'failure' && result.failure === 'expired') {
        state.attempts -= 1;
        return 'expired';
      }
      if (result.kind === 'response' && result.status >= 200 && result.status <= 299) {
        this.#noteAccepted(slot);
        this.#gate.leave();
        holdsSlot = false;
        // The next request goes out first: this response is read while that one is under way.
        await this.#reading.turn();
        const value = read(result);
        if ('value' in value) {
          this.#gate.succeeded();
          this.#budget.earn();
          return value;
        }
        result = value;
      }
      decision = this.#decide(call, state, result, slot);
    } finally {
      if (holdsSlot) this.#gate.leave();
    }
    if (decision.do !== 'retry')
      throw toError({ result, decision, attempts: state.attempts, waitedMs: state.waitedMs });
    state.spentMs += decision.afterMs;
    state.nextRetry = decision;
    return 'again';
  }

  /** Lets no further request out, for good or for `ms`; see {@link Gate.rejectWith}. */
  stop(error: Error, ms?: number): Error {
    return this.#gate.rejectWith(error, ms);
  }

  close(): void {
    this.#gate.close();
  }

  /** Waits as the decision on the last attempt said. */
  async #waitFor(state: CallState): Promise<void> {
    const { clock, signal } = this.options;
    const { nextRetry: retry } = state;
    if (!retry) return;
    state.nextRetry = undefined;
    if (retry.rateLimited && !retry.pauseAll) await this.#gate.rest(retry.afterMs);
    else await clock.sleep(retry.afterMs, signal);
  }

  /** Decides about a failed attempt. Its effect on all requests comes first. */
  #decide(call: Call, state: CallState, result: HttpResult, slot: Slot): RetryDecision {
    const { clock } = this.options;
    const gate = this.#gate;
    const now = clock.now();
    const failure = classify(call.kind, result, clock.date());
    const retries =
      failure.meaning === 'rate-limited'
        ? this.options.retries
        : Math.min(call.retries ?? Infinity, this.options.retries);
    this.#adjustGate(result, failure, slot);
    const decision = decide({
      kind: call.kind,
      failure,
      attempt: countFailure(state, failure, gate.pace.acceptedCount, retries),
      rateLimitsInARow: state.rateLimitsInARow,
      retries,
      budget: this.#budget.left,
      elapsedMs: state.spentMs,
      rateLimitedForMs: gate.pace.rateLimitedForMs(now),
      hasAccepted: gate.pace.acceptedCount > 0,
      random: clock.random(),
    });
    if (decision.do === 'read-back') gate.pauseFor(decision.afterMs);
    if (decision.do === 'fail' && decision.reason === 'budget')
      gate.rejectWith(this.options.down(decision.detail), DOWN_MS);
    if (decision.do !== 'retry') return decision;
    // A rate limit has paused the gate already (`#adjustGate`). A 503 with Retry-After has not.
    if (decision.pauseAll) gate.pauseFor(decision.afterMs);
    if (decision.costsBudget) this.#budget.spend();
    this.#reportWait(call, decision, now);
    return decision;
  }

  /** Tells the gate what a failure says about the pace that the service wants. */
  #adjustGate(result: HttpResult, { meaning, retryAfterMs }: ClassifiedFailure, slot: Slot): void {
    if (meaning === 'rate-limited') {
      // A longer wait ends the call; it is not a pace.
      if (retryAfterMs === undefined || retryAfterMs <= WAIT_LIMIT_MS)
        this.#gate.rateLimited(slot, retryAfterMs);
    } else if (result.kind === 'response' && result.status === 503) this.#gate.narrow(slot);
    else if (result.kind === 'response') this.#noteAccepted(slot);
  }

  #noteAccepted(slot: Slot): void {
    this.#gate.accepted(slot);
    if (this.#hasReportedPace || this.#gate.pace.acceptedSpacingMs < REPORTED_SPACING_MS) return;
    this.#hasReportedPace = true;
    this.options.notify('the service limits how often it is asked: going on more slowly');
  }

  /** Reports a long wait, once for all calls that wait together. */
  #reportWait(call: Call, retry: { readonly afterMs: number; readonly detail: string }, now: number): void {
    const { afterMs, detail } = retry;
    if (afterMs < QUIET_WAIT_MS || now + afterMs <= this.#reportedUntil + QUIET_WAIT_MS) return;
    this.#reportedUntil = now + afterMs;
    this.options.notify(`waiting ${seconds(afterMs)} s before asking for ${call.what} again (${detail})`);
  }

  async #send(call: Call, attempt: number): Promise<HttpResult> {
    const { clock, send, trace } = this.options;
    const begun = clock.now();
    const { notAfter } = call;
    const result = await send({
      method: call.method,
      url: call.url,
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.kind === 'write' ? { fresh: true } : {}),
      ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
      ...(notAfter === undefined ? {} : { isExpired: () => clock.now() > notAfter }),
    });
    const outcome =
      result.kind === 'response'
        ? `${result.unchanged === true ? '304, kept' : result.status} ${result.body.byteLength} bytes`
        : result.reason;
    trace(
      `${call.method} ${call.url.pathname}${call.url.search} ${outcome} ${clock.now() - begun} ms attempt ${attempt}`,
    );
    return result;
  }
}
