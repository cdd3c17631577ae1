import type { KeyId } from '../keys/key.js';
import type { KeyState } from './key-state.js';
import { fateOf, type Fate, type UploadEntry } from './upload-entry.js';

/** Texts of the service that an upload has taken. */
export interface TakenTexts {
  readonly dropped: ReadonlyMap<KeyId, string>;
  readonly altered: ReadonlyMap<KeyId, string>;
}

/** Whether the service now holds this altered form of a text that only it had. */
export function isAltered(entry: UploadEntry, key: KeyId, there: string): boolean {
  const one = entry.onlyThere.get(key);
  return one !== undefined && fateOf(entry, key, one, { here: undefined, there }) === 'altered';
}

/** Whether a text that only the service had, and that the disk has by now, may be lost there. */
export function isDropped(entry: UploadEntry, state: KeyState): boolean {
  const one = entry.onlyThere.get(state.key);
  return one !== undefined && fateOf(entry, state.key, one, state) === 'dropped';
}

/** Whether nothing more is to be said of a text. */
export const isOver = (fate: Fate, named: boolean): boolean =>
  fate === 'rewritten' || (named && (fate === 'dropped' || fate === 'altered'));

export const byKey = (states: readonly KeyState[]): ReadonlyMap<KeyId, KeyState> =>
  new Map(states.map((state) => [state.key, state]));

/** What these uploads have taken, given what the service holds now. */
export function takenFrom(entries: readonly UploadEntry[], states: readonly KeyState[]): TakenTexts {
  const dropped = new Map<KeyId, string>();
  const altered = new Map<KeyId, string>();
  const some = entries.filter(({ onlyThere }) => onlyThere.size > 0);
  const now = some.length === 0 ? undefined : byKey(states);
  for (const entry of some)
    for (const [key, one] of entry.onlyThere) {
      const fate = fateOf(entry, key, one, now?.get(key));
      if (fate === 'dropped') dropped.set(key, one.text);
      if (fate === 'altered') altered.set(key, one.text);
    }
  return { dropped, altered };
}
