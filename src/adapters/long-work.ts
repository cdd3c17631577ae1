/**
 * From this many bytes on, a step may block the event loop for longer than people wait after
 * Ctrl+C.
 */
const LARGE = 1_000_000;

/** The program's own handlers of SIGINT and SIGTERM. */
export interface SignalHandlers {
  readonly add: () => void;
  readonly remove: () => void;
}

/**
 * Lets a signal end the program while it works on something large. Such a step blocks the event
 * loop, on which the program's handlers run. Without them the system ends the process at once with
 * 130 or 143. No file is being written at that time.
 */
export class LongWork {
  readonly #handlers: SignalHandlers;
  #isLarge = false;
  #writes = 0;
  #isRemoved = false;

  constructor(handlers: SignalHandlers) {
    this.#handlers = handlers;
  }

  /**
   * Called before work on this many bytes: until the event loop turns, a signal ends the process at
   * once. After the first large piece, every step may take long.
   */
  async expect(bytes: number): Promise<void> {
    this.#isLarge ||= bytes >= LARGE;
    if (!this.#isLarge) return;
    // A signal that has arrived already waits for the event loop, and would be lost with its
    // handler.
    await turn();
    await turn();
    if (this.#writes > 0 || this.#isRemoved) return;
    this.#isRemoved = true;
    this.#handlers.remove();
    setImmediate(() => this.#restore());
  }

  /** Runs work that a signal must not cut, since it would leave incomplete files. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    this.#writes++;
    this.#restore();
    try {
      return await work();
    } finally {
      this.#writes--;
    }
  }

  #restore(): void {
    if (!this.#isRemoved) return;
    this.#isRemoved = false;
    this.#handlers.add();
  }
}

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
