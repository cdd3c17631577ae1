import { retryAfterMs } from './retry-after.js';
import type { Outcome } from './messages.js';

/** What a request does: `read` changes nothing, `event` makes one more event, `upload` makes one more version of a source file. */
export type CallKind = 'read' | 'event' | 'upload';

/** Everything that the decision depends on. Milliseconds. */
export interface Situation {
  readonly call: CallKind;
  /** What came of the attempt: a failure, or an answer that is no 2xx. */
  readonly outcome: Outcome;
  /** Which failure of this call that was, from 1. Refusals by rate between which the service takes other requests count as one. */
  readonly attempt: number;
  /** Attempts allowed after the first. */
  readonly retries: number;
  /** Retries that the whole run may still make. */
  readonly budget: number;
  /** What the call's attempts and the waits between them have taken so far. */
  readonly elapsedMs: number;
  /** How long the service has refused everything by rate; undefined where it does not. */
  readonly silentMs: number | undefined;
  /** Whether it has taken anything in this run. */
  readonly hasTaken: boolean;
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly date: number;
  /** At least 0, less than 1. */
  readonly luck: number;
}

/** Why nothing more is tried. `wait` is a Retry-After over the limit. */
export type Because = 'final' | 'attempts' | 'budget' | 'time' | 'wait';

export type Verdict =
  /** `everybody`: nothing else is sent before either. `limited`: refused by rate, so that the gate's pace counts as well. */
  | {
      readonly do: 'retry';
      readonly afterMs: number;
      readonly why: string;
      readonly everybody: boolean;
      readonly limited: boolean;
    }
  /** Only what the service holds can tell whether the upload arrived. It asked to be left alone for `afterMs`. */
  | { readonly do: 'read-back'; readonly afterMs: number; readonly why: string }
  | { readonly do: 'fail'; readonly because: Because; readonly why: string; readonly askedMs?: number };

/** The longest wait that a service may ask for: who wants more than a minute is better served by a failed run and its message. */
export const WAIT_LIMIT_MS = 60_000;
/** A call that has taken this long, waits included, is not tried again. */
const CALL_LIMIT_MS = 300_000;

/** The usual window of a limiter. Whoever is refused for a quarter longer, whatever he asks for, is not wanted. */
const WINDOW_MS = 60_000;
const REFUSAL_LIMIT_MS = 1.25 * WINDOW_MS;
const BACKOFF_MS = 500;
const BACKOFF_LIMITED_MS = 1_000;
const BACKOFF_PACED_MS = 200;
const BACKOFF_LIMIT_MS = 20_000;

// Refused before any work was done: RFC 6585 (429), RFC 8470 (425), RFC 9110, section 15.5.20 (421).
const REFUSED = new Set([421, 425, 429]);
const UNCLEAR = new Set([408, 500, 502, 503, 504]);

/**
 * What to do after an attempt that brought no 2xx (reliability.md, section 2). Pure: it decides, somebody else sleeps.
 * Backoff is random(0, min(20 s, base · 2^n)); where the service named a time, it is kept exactly, without luck.
 */
export function verdict(situation: Situation): Verdict {
  const { call, outcome } = situation;
  const why = outcome.kind === 'failure' ? outcome.reason : `status ${outcome.status}`;
  const asked = outcome.kind === 'answer' ? retryAfterMs(outcome.headers, situation.date) : undefined;
  const fate = fateOf(call, outcome, asked !== undefined);
  if (fate === 'final') return { do: 'fail', because: 'final', why };
  if (asked !== undefined && asked > WAIT_LIMIT_MS)
    return { do: 'fail', because: 'wait', why, askedMs: asked };
  if (fate === 'unclear') {
    if (call === 'upload') return { do: 'read-back', afterMs: asked ?? 0, why };
    if (call === 'event') return { do: 'fail', because: 'final', why };
  }
  if (situation.attempt > situation.retries) return { do: 'fail', because: 'attempts', why };
  if (situation.budget < 1) return { do: 'fail', because: 'budget', why };
  const limited = isLimit(outcome, asked !== undefined);
  if (limited && asked === undefined && (situation.silentMs ?? 0) > REFUSAL_LIMIT_MS)
    return { do: 'fail', because: 'budget', why };
  const afterMs = asked ?? (limited ? patience(situation) : backoff(BACKOFF_MS, situation));
  if (situation.elapsedMs + afterMs > CALL_LIMIT_MS) return { do: 'fail', because: 'time', why };
  return { do: 'retry', afterMs, why, everybody: asked !== undefined, limited };
}

/** Whether the service says that it is asked too often. GitHub's secondary limits say so with a 403. */
export function isLimit(outcome: Outcome, asked: boolean): boolean {
  return outcome.kind === 'answer' && (outcome.status === 429 || (outcome.status === 403 && asked));
}

/**
 * The wait of a call that was refused by rate. A service that has taken requests and now takes none counts them by the minute: the last try comes
 * when that minute is over.
 */
function patience({ attempt, retries, silentMs, hasTaken, luck }: Situation): number {
  // Where it took others just before, the gate finds out how often it wants to be asked: one try soon, not all of them a second later.
  const base = attempt === 1 && hasTaken ? BACKOFF_PACED_MS : BACKOFF_LIMITED_MS;
  const own = backoff(base, { attempt, luck });
  const isLast = attempt >= 3 && attempt === retries;
  return isLast && hasTaken && silentMs !== undefined ? Math.max(own, WINDOW_MS - silentMs) : own;
}

/** `retry`: surely not carried out, or harmless to repeat. `unclear`: it may have been carried out. `final`: repeating is pointless. */
type Fate = 'retry' | 'unclear' | 'final';

function fateOf(call: CallKind, outcome: Outcome, asked: boolean): Fate {
  if (outcome.kind === 'answer') return fateOfStatus(call, outcome.status, asked);
  switch (outcome.failure) {
    case 'no-host':
    case 'tls':
      return 'final';
    case 'proxy':
      return (outcome.proxyStatus ?? 0) >= 500 ? 'retry' : 'final';
    case 'connect':
    case 'stale':
      return 'retry';
    case 'timeout':
    case 'lost':
      return call === 'read' ? 'retry' : 'unclear';
    case 'too-large':
    case 'encoding':
      return call === 'read' ? 'final' : 'unclear';
  }
}

function fateOfStatus(call: CallKind, status: number, asked: boolean): Fate {
  if (REFUSED.has(status)) return 'retry';
  // A refusal for good names no time.
  if (status === 403 && asked) return 'retry';
  if (!UNCLEAR.has(status)) return 'final';
  if (call === 'read' || (call === 'event' && status === 503 && asked)) return 'retry';
  return 'unclear';
}

function backoff(baseMs: number, { attempt, luck }: Pick<Situation, 'attempt' | 'luck'>): number {
  return Math.floor(luck * Math.min(BACKOFF_LIMIT_MS, baseMs * 2 ** (attempt - 1)));
}
