import type { KeyId } from '../keys/key.js';
import { getOrMake } from '../text/get-or-make.js';
import type { Hash } from './hash.js';
import type { OnlyThere, UploadEntry, UploadNote } from './upload-entry.js';

/** The uploads of this run: each has one entry for each language that it may change. */
export class OwnUploads {
  readonly #byId = new Map<string, UploadEntry>();
  readonly #byPlace = new Map<Hash, UploadEntry[]>();
  /** By place the texts that these uploads replace on purpose. */
  readonly #replaced = new Map<Hash, Map<KeyId, string>>();
  /** Texts that this run has found lost, and names in its report. */
  readonly #named = new Map<UploadEntry, Map<KeyId, OnlyThere>>();

  /** In the order in which they began. */
  get all(): readonly UploadEntry[] {
    return [...this.#byId.values()];
  }

  get(id: string, place: Hash): UploadEntry | undefined {
    return this.#byId.get(`${id} ${place}`);
  }

  /** Those of one language of a file. */
  at(place: Hash): readonly UploadEntry[] {
    return this.#byPlace.get(place) ?? [];
  }

  begin(entry: UploadEntry): UploadEntry {
    this.#byId.set(`${entry.id} ${entry.place}`, entry);
    getOrMake(this.#byPlace, entry.place, () => []).push(entry);
    return entry;
  }

  /**
   * Forgets uploads that have arrived and can lose nothing more. `isRemembered`: an earlier run has
   * left uploads of this place, which are judged by what this run has edited.
   */
  forgetArrived(isRemembered: (place: Hash) => boolean): void {
    for (const entry of this.all) {
      const { id, place, state, onlyThere } = entry;
      if (state === 'open' || onlyThere.size > 0 || isRemembered(place)) continue;
      this.#byId.delete(`${id} ${place}`);
      this.#named.delete(entry);
      const others = this.at(place).filter((other) => other !== entry);
      if (others.length > 0) this.#byPlace.set(place, others);
      else {
        this.#byPlace.delete(place);
        this.#replaced.delete(place);
      }
    }
  }

  /** A text that one of these uploads replaces on purpose is not lost by another one. */
  noteReplaced({ place, onlyThere }: UploadEntry, note: UploadNote): void {
    const texts = getOrMake(this.#replaced, place, () => new Map<KeyId, string>());
    for (const [key, { replaced, text }] of note.onlyThere)
      if (replaced) texts.set(key, text);
      else if (texts.get(key) === text) onlyThere.delete(key);
  }

  /** Takes these keys, which this run names, out of what an entry may still have to name. */
  name(entry: UploadEntry, keys: Iterable<KeyId>): void {
    for (const key of keys) {
      const text = entry.onlyThere.get(key);
      if (text === undefined) continue;
      getOrMake(this.#named, entry, () => new Map<KeyId, OnlyThere>()).set(key, text);
      entry.onlyThere.delete(key);
    }
  }

  /**
   * The entry with the texts that this run names. The record keeps them until the lock is written:
   * if the run is killed before, the next one names them.
   */
  unnamed(entry: UploadEntry): UploadEntry {
    const named = this.#named.get(entry);
    return named ? { ...entry, onlyThere: new Map([...named, ...entry.onlyThere]) } : entry;
  }
}
