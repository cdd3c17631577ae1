import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns of the event loop that a response waits for others to arrive before it is read. */
const MAX_TURNS = 20;

/**
 * The order in which responses are read: one after another, each in its own turn of the event loop,
 * and not while further ones arrive. The network has precedence.
 */
export class ReadingOrder {
  #last: Promise<void> = Promise.resolve();
  #arrivals = 0;

  /** A response has arrived, or a request has failed. */
  noteArrival(): void {
    this.#arrivals += 1;
  }

  /** Resolves once the next response may be read. */
  turn(): Promise<void> {
    this.#last = this.#last.then(async () => {
      for (let turns = 0, seen = -1; turns < MAX_TURNS && seen !== this.#arrivals; turns++) {
        seen = this.#arrivals;
        await nextTurn();
      }
    });
    return this.#last;
  }
}
