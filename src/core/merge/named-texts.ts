import type { KeyId } from '../keys/key.js';
import { remembered } from '../text/remembered.js';
import type { OnlyThere, UploadEntry } from './upload-entry.js';

/**
 * Texts that this run has found taken and names in its report. Until its lock and its record are
 * written, the record on disk keeps them: a run that is killed leaves them to the next one.
 */
export class NamedTexts {
  readonly #texts = new Map<UploadEntry, Map<KeyId, OnlyThere>>();

  /** Takes these keys out of what an entry may still have to name. */
  take(entry: UploadEntry, keys: Iterable<KeyId>): void {
    for (const key of keys) {
      const text = entry.onlyThere.get(key);
      if (text === undefined) continue;
      remembered(this.#texts, entry, () => new Map<KeyId, OnlyThere>()).set(key, text);
      entry.onlyThere.delete(key);
    }
  }

  /** The entry with them, as a run that is killed leaves it. */
  restored(entry: UploadEntry): UploadEntry {
    const named = this.#texts.get(entry);
    return named ? { ...entry, onlyThere: new Map([...named, ...entry.onlyThere]) } : entry;
  }
}
