import { LocsyncError } from '../core/errors/index.js';
import { GRACE_MS, Interrupted } from '../ports/host.js';

/** The two signals that commands and adapters know. */
export interface InterruptSignals {
  readonly signal: AbortSignal;
  readonly giveUp: AbortSignal;
}

/**
 * Runs something that any of these signals interrupts, the way a first Ctrl+C interrupts the
 * program: nothing more is begun, an upload that is under way still waits for its response.
 * Throws INTERRUPTED, with the signal's reason as its cause, if the run ends without a result.
 */
export async function interruptible<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (ends: InterruptSignals) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController();
  const givingUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cause: unknown;
  const stops = signals.flatMap((signal) => {
    if (signal === undefined) return [];
    const stop = (): void => {
      if (interruption.signal.aborted) return;
      cause = signal.reason;
      const reason = new Interrupted(130);
      timer = setTimeout(() => givingUp.abort(reason), GRACE_MS).unref();
      interruption.abort(reason);
    };
    if (signal.aborted) stop();
    return [onAbort(signal, stop)];
  });
  try {
    if (interruption.signal.aborted) throw interruption.signal.reason as Interrupted;
    return await run({ signal: interruption.signal, giveUp: givingUp.signal });
  } catch (error) {
    if (error instanceof Interrupted) throw LocsyncError.of('INTERRUPTED', {}, { cause });
    throw error;
  } finally {
    clearTimeout(timer);
    for (const remove of stops) remove();
  }
}

/** What waits for each signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` once the signal is aborted; the returned function takes it back. However many calls
 * share a signal, it gets one listener: from the eleventh on Node would print a warning.
 */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = waiting.get(signal) ?? new Set();
  if (stops.size === 0) {
    waiting.set(signal, stops);
    signal.addEventListener('abort', stopAll, { once: true });
  }
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener('abort', stopAll);
  };
}

function stopAll(this: AbortSignal): void {
  for (const stop of waiting.get(this) ?? []) stop();
}

/** Keeps what is under way, so that closing can end it and wait for its end. */
export class RunningCalls {
  readonly #closing = new AbortController();
  readonly #runs = new Set<Promise<unknown>>();

  constructor(readonly what: 'client' | 'folder' | 'project') {}

  /** Aborted by `close`. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Runs something that `close` waits for. Throws CALL_AFTER_CLOSE. */
  async keep<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) throw LocsyncError.of('CALL_AFTER_CLOSE', { what: this.what });
    const running = run();
    this.#runs.add(running);
    try {
      return await running;
    } finally {
      this.#runs.delete(running);
    }
  }

  /** Interrupts what is under way and resolves once it has ended. Never throws. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#runs);
  }
}
