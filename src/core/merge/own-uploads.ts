import type { KeyId } from '../keys/key.js';
import { remembered } from '../text/remembered.js';
import type { Hash } from './hash.js';
import type { UploadEntry, UploadNote } from './upload-entry.js';

/** The uploads of this run: each has one entry for each language that it may change. */
export class OwnUploads {
  readonly #byId = new Map<string, UploadEntry>();
  readonly #byPlace = new Map<Hash, UploadEntry[]>();
  /** By place the texts that these uploads replace on purpose. */
  readonly #replaced = new Map<Hash, Map<KeyId, string>>();

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
    remembered(this.#byPlace, entry.place, () => []).push(entry);
    return entry;
  }

  /** A text that one of these uploads replaces on purpose is not lost by another one. */
  noteReplaced({ place, onlyThere }: UploadEntry, note: UploadNote): void {
    const texts = remembered(this.#replaced, place, () => new Map<KeyId, string>());
    for (const [key, { replaced, text }] of note.onlyThere)
      if (replaced) texts.set(key, text);
      else if (texts.get(key) === text) onlyThere.delete(key);
  }
}
