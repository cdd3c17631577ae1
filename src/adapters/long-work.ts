import { performance } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

/**
 * Once a run has read this many bytes, any of its steps may block the event loop for longer than
 * people wait after Ctrl+C: not only the one that follows the reading.
 */
const MUCH = 250_000;
/** A run that has computed for longer than this, in microseconds of processor time. */
const LONG = 1_500_000;
/**
 * A large piece, in bytes: V8 gets more room for it, and even uploads in flight are left to the
 * next run.
 */
const LARGE = 1_000_000;
/** Each time that a run has read this many bytes, V8 is tuned to what the run holds. */
const VERY_MUCH = 16_000_000;
/** How often to check whether the event loop has become idle, in milliseconds. */
const CHECK_MS = 100;
/** The share of that time below which it counts as idle. */
const IDLE = 0.5;

/** The program's own handlers of SIGINT and SIGTERM. */
export interface SignalHandlers {
  readonly add: () => void;
  readonly remove: () => void;
}

/** Functions that change the limits of V8's memory. */
export interface MemoryTuning {
  /** Is called before work on each large piece. */
  readonly onLarge?: () => void;
  /** Is called each time that a run has read very much more. */
  readonly onMuch?: () => void;
}

/**
 * Lets a signal end the program while it computes. A long step blocks the event loop, on which the
 * program's handlers run. Without them the system ends the process at once with 130 or 143.
 *
 * The handlers are there while files are written, and while the program waits: an interrupted run
 * then ends with its report. They come back only once the event loop is idle, since any of the
 * steps in between may be long.
 */
export class LongWork {
  readonly #handlers: SignalHandlers;
  #bytes = 0;
  #isLong = false;
  #isOver = false;
  #writes = 0;
  #uploads = 0;
  /** Checks for idleness while the handlers are off. */
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(
    handlers: SignalHandlers,
    private readonly memory: MemoryTuning = {},
  ) {
    this.#handlers = handlers;
  }

  /** Called when a wait ends and work on this many bytes begins. */
  async expect(bytes: number): Promise<void> {
    const before = this.#bytes;
    this.#bytes += bytes;
    if (bytes >= LARGE) this.memory.onLarge?.();
    if (Math.floor(before / VERY_MUCH) < Math.floor(this.#bytes / VERY_MUCH)) this.memory.onMuch?.();
    this.#isLong ||= this.#bytes >= MUCH || processorTime() >= LONG;
    if (this.#isLong && (this.#uploads === 0 || bytes >= LARGE)) await this.#letGo();
  }

  /** Runs work that a signal must not cut, since it would leave incomplete files. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    this.#writes++;
    this.#restore();
    try {
      return await work();
    } finally {
      this.#writes--;
      if (this.#isLong && this.#uploads === 0) await this.#letGo();
    }
  }

  /** Runs an upload: a signal lets it end, so that the report has its outcome. */
  async upload<T>(work: () => Promise<T>): Promise<T> {
    this.#uploads++;
    this.#restore();
    try {
      return await work();
    } finally {
      this.#uploads--;
    }
  }

  /** The run has come to its end: from now on a signal cuts only its output. */
  async over(): Promise<void> {
    await this.#letGo();
    this.#isOver = true;
    clearInterval(this.#idleTimer);
  }

  async #letGo(): Promise<void> {
    if (!this.#mayLetGo()) return;
    // A signal that has arrived already waits for the event loop, and would be lost with its
    // handler.
    await turn();
    await turn();
    if (!this.#mayLetGo()) return;
    this.#handlers.remove();
    let before = performance.eventLoopUtilization();
    this.#idleTimer = setInterval(() => {
      const current = performance.eventLoopUtilization();
      if (performance.eventLoopUtilization(current, before).utilization < IDLE) this.#restore();
      before = current;
    }, CHECK_MS).unref();
  }

  #mayLetGo(): boolean {
    return this.#writes === 0 && this.#idleTimer === undefined;
  }

  #restore(): void {
    if (this.#idleTimer === undefined || this.#isOver) return;
    clearInterval(this.#idleTimer);
    this.#idleTimer = undefined;
    this.#handlers.add();
  }
}

/** In microseconds. Each call asks the system, so a run calls it only until it is long. */
function processorTime(): number {
  const { user, system } = cpuUsage();
  return user + system;
}

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
