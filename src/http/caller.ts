import type { Clock } from '../ports/host.js';
import { RetryBudget } from './budget.js';
import { Gate } from './limit.js';
import { verdict } from './retry.js';
import type { Answer, Failure, HttpRequest, Outcome } from './exchange.js';
import type { CallKind, Verdict } from './retry.js';

/** Retries that one run may make beyond what its successes earn back. */
const RETRY_BUDGET = 40;
/** With the budget gone the service counts as down, and nothing is sent for this long. */
const DOWN_MS = 30_000;
/** A wait longer than this is told. */
const QUIET_WAIT_MS = 2_000;

/** One call of the service: a request that is sent until it brings a 2xx or may not be sent again. */
export interface Call extends HttpRequest {
  readonly kind: CallKind;
  /** What is asked for, in a message: "the list of locales". */
  readonly what: string;
}

/** What was made of an answer, or why it is none. */
export type Read<T> = { readonly value: T } | Failure;

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
    const { clock, signal } = this.#options;
    let waitedMs = 0;
    // Without the time in the gate's queue, which is the run's: a call that stood there for long has not used up its own.
    let spentMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const pass = await this.#gate.enter();
      const begun = clock.now();
      let outcome: Outcome;
      try {
        outcome = await this.#attempt(call, attempt);
        if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status <= 299) {
          const result = read(outcome);
          if ('value' in result) {
            this.#gate.succeeded();
            this.#budget.earn();
            return result.value;
          }
          outcome = result;
        }
        if (outcome.kind === 'answer' && (outcome.status === 429 || outcome.status === 503))
          this.#gate.narrow(pass);
      } finally {
        this.#gate.leave();
      }
      spentMs += clock.now() - begun;
      const decision = verdict({
        call: call.kind,
        outcome,
        attempt,
        retries: this.#options.retries,
        budget: this.#budget.left,
        elapsedMs: spentMs,
        now: clock.now(),
        luck: clock.random(),
      });
      if (decision.do !== 'retry') {
        if (decision.do === 'read-back') this.#gate.closeFor(decision.afterMs);
        if (decision.do === 'fail' && decision.because === 'budget')
          this.#gate.shut(this.#options.down(decision.why), DOWN_MS);
        throw defeated({ outcome, verdict: decision, attempts: attempt, waitedMs });
      }
      this.#budget.spend();
      if (decision.everybody) this.#gate.closeFor(decision.afterMs);
      if (decision.afterMs > QUIET_WAIT_MS) {
        this.#options.notify(
          `waiting ${seconds(decision.afterMs)} s before asking for ${call.what} again (${decision.why})`,
        );
      }
      waitedMs += decision.afterMs;
      spentMs += decision.afterMs;
      await clock.sleep(decision.afterMs, signal);
    }
  }

  /** Lets no further request out: each rejects with this error. */
  stop(error: Error): void {
    this.#gate.shut(error);
  }

  close(): void {
    this.#gate.close();
  }

  async #attempt(call: Call, attempt: number): Promise<Outcome> {
    const { clock, send, trace } = this.#options;
    const begun = clock.now();
    const outcome = await send({
      method: call.method,
      url: call.url,
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const came =
      outcome.kind === 'answer' ? `${outcome.status} ${outcome.body.byteLength} bytes` : outcome.reason;
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
