import type { KeyId } from '../keys/key.js';
import type { Spelling } from './spelling.js';

/** How many keys are looked at for the next one, before it is searched for. */
const AHEAD = 8;

/**
 * The service's texts of the keys of a file, by their places in it. A key is found without a search
 * as long as the service has them in about the file's order.
 */
export class TextsOfKeys {
  /** The text of each key; undefined if the service lacks it. */
  readonly texts: (string | undefined)[];
  #next = 0;
  #byId: Map<KeyId, number> | undefined;

  constructor(
    private readonly keys: readonly KeyId[],
    private readonly spelling: Spelling,
  ) {
    this.texts = new Array<string | undefined>(keys.length).fill(undefined);
  }

  /** The place of the key with this spelling, if it is one of the next. */
  next(spelt: string): number | undefined {
    const end = Math.min(this.#next + AHEAD, this.keys.length);
    for (let place = this.#next; place < end; place++) {
      const id = this.keys[place];
      if (id === undefined || !this.spelling.spells(id, spelt)) continue;
      this.#next = place + 1;
      return place;
    }
    return undefined;
  }

  /** The place of a key; undefined if the file lacks it. The key after it is the next. */
  placeOf(id: KeyId): number | undefined {
    const place = (this.#byId ??= this.#table()).get(id);
    if (place !== undefined) this.#next = place + 1;
    return place;
  }

  /** The text of a key; undefined if the file or the service lacks it. */
  get(id: KeyId): string | undefined {
    return this.texts[this.placeOf(id) ?? -1];
  }

  /** Sets the text of a key of the file. */
  set(id: KeyId, text: string): void {
    const place = this.placeOf(id);
    if (place !== undefined) this.texts[place] = text;
  }

  /** Sets the text at a place. Returns the key there if it has one already. */
  put(place: number, text: string): KeyId | undefined {
    const twice = this.texts[place] === undefined ? undefined : this.keys[place];
    this.texts[place] = text;
    return twice;
  }

  #table(): Map<KeyId, number> {
    const table = new Map<KeyId, number>();
    for (const [place, id] of this.keys.entries()) table.set(id, place);
    return table;
  }
}
