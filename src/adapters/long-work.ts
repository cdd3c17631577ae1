/** From so many bytes on, a step may block the event loop for longer than people wait after Ctrl+C. */
const LARGE = 1_000_000;

/** The program's own handlers of SIGINT and SIGTERM. */
export interface SignalHandlers {
  readonly add: () => void;
  readonly remove: () => void;
}

/**
 * Lets a signal end the program while it works on something large. The handlers of the program run on the event loop, which such a step
 * blocks. Without them the system ends the process at once, as the shell expects: 130 and 143. Nothing is being written then.
 */
export class LongWork {
  #isLarge = false;
  #writes = 0;
  #isRemoved = false;

  constructor(private readonly handlers: SignalHandlers) {}

  /**
   * Called when so many bytes are there to work on: what follows, until the event loop turns, a signal ends at once. Once a run has
   * met something large, each of its steps may take long.
   */
  async expect(bytes: number): Promise<void> {
    this.#isLarge ||= bytes >= LARGE;
    if (!this.#isLarge) return;
    // A signal that has arrived by now waits for the event loop, and would be lost with its handler.
    await turn();
    await turn();
    if (this.#writes > 0 || this.#isRemoved) return;
    this.#isRemoved = true;
    this.handlers.remove();
    setImmediate(() => this.#restore());
  }

  /** Runs what a signal must not cut: it leaves files behind that are not complete. */
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
    this.handlers.add();
  }
}

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
