import type { KeyId } from './key.js';

/** How many keys are looked at for one that is asked for, before it is looked up. */
const AHEAD = 8;

/**
 * Answers whether a file has a key, without looking it up as long as keys are asked for in about
 * the file's order.
 */
export class OrderedLookup {
  #next = 0;

  constructor(
    private readonly keys: readonly KeyId[],
    private readonly set: { has(id: KeyId): boolean },
  ) {}

  has(id: KeyId): boolean {
    for (let at = this.#next; at < this.#next + AHEAD; at++) {
      if (this.keys[at] !== id) continue;
      this.#next = at + 1;
      return true;
    }
    return this.set.has(id);
  }
}
