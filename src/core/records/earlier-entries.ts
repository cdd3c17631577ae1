import { getOrMake } from '../util/collections.js';
import type { Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { KeyState } from '../merge/key-state.js';
import {
  hasLanded,
  hasLandedOrRefused,
  mayStillHarm,
  noteFound,
  settle,
  type SourceHistory,
  type UploadEntry,
} from './upload-entry.js';
import { byKey, isDone } from './upload-losses.js';

const NOTHING: readonly UploadEntry[] = [];

/** Uploads that are remembered of one language of a file. */
const UPLOADS_OF_ONE = 8;

/**
 * Milliseconds after which no late import of an upload is expected. Until then, its edits on the
 * service may be those of a later upload that has sent them again.
 */
const LATE_MS = 3_600_000;

/** The last uploads of one language of a file: it is tried again and again if it is rejected. */
const newest = (entries: readonly UploadEntry[]): readonly UploadEntry[] =>
  entries.toSorted((a, b) => b.at - a.at).slice(0, UPLOADS_OF_ONE);

/** What a run has found out about one language of a file. */
export interface ComparedEnd extends SourceHistory {
  readonly named: boolean;
  /** The keys of texts that the run names as lost. */
  readonly namedKeys: ReadonlySet<KeyId>;
  /** When the run began, in milliseconds since 1970. */
  readonly now: number;
}

/** Whether an upload of which the edits are there, or refused, may be imported no more. */
function isSettledBy(entry: UploadEntry, states: readonly KeyState[], now: number): boolean {
  if (now - entry.at >= LATE_MS) return hasLandedOrRefused(entry, states);
  return !entry.isResent && hasLanded(entry, states);
}

/** Its last part may arrive late: a minute from now counts. */
function settleAt(entry: UploadEntry, now: number): void {
  settle(entry);
  entry.at = now;
}

/** The uploads that earlier runs have left, by the language of a file that they are of. */
export class EarlierEntries {
  readonly #byPlace = new Map<Hash, UploadEntry[]>();
  /** Those without edits of languages that the run has compared. */
  readonly #withoutEdits = new Set<UploadEntry>();

  get isEmpty(): boolean {
    return this.#byPlace.size === 0;
  }

  /** What later runs need of them. */
  get all(): readonly UploadEntry[] {
    return [...this.#byPlace.values()].map(newest).flat();
  }

  add(entry: UploadEntry): void {
    getOrMake(this.#byPlace, entry.place, () => []).push(entry);
  }

  /** Those of one language of a file. */
  at(place: Hash): readonly UploadEntry[] {
    return this.#byPlace.get(place) ?? NOTHING;
  }

  move(from: Hash, to: Hash): void {
    const entries = this.#byPlace.get(from);
    if (!entries || from === to) return;
    this.#byPlace.delete(from);
    for (const entry of entries) this.add({ ...entry, place: to });
  }

  /** Forgets those of one language of a file of which this is not true. */
  keepIf(place: Hash, isKept: (entry: UploadEntry) => boolean): void {
    const left = (this.#byPlace.get(place) ?? []).filter(isKept);
    if (left.length > 0) this.#byPlace.set(place, left);
    else this.#byPlace.delete(place);
  }

  /**
   * Forgets what a comparison of one language has settled. `own`: the uploads of this run. `named`:
   * the lost texts have been named, and the base says so.
   */
  compared(
    place: Hash,
    states: readonly KeyState[],
    own: readonly UploadEntry[],
    { named, namedKeys, now, ...sources }: ComparedEnd,
  ): void {
    if (!this.#byPlace.has(place)) return;
    const currentStates = byKey(states);
    const unnamedStates = states.filter(({ key }) => !namedKeys.has(key));
    const isLate = states.some(({ back }) => back === 'upload');
    this.keepIf(place, (entry) => {
      for (const [key, serviceText] of [...entry.onlyThere])
        if (isDone(entry, key, serviceText, currentStates.get(key), named)) entry.onlyThere.delete(key);
      if (entry.state === 'open' && !isLate) {
        if (entry.edits.size === 0) this.#withoutEdits.add(entry);
        else if (isSettledBy(entry, states, now)) settleAt(entry, now);
      }
      if (entry.state === 'open') noteFound(entry, unnamedStates, own, sources);
      entry.isResent ||= own.some(({ edits }) => [...entry.edits].some((edit) => edits.has(edit)));
      return entry.state === 'open' || mayStillHarm(entry);
    });
  }

  /**
   * Settles the compared uploads that have edited nothing of a language. Only the other languages
   * show whether such an upload has arrived: none of what its run has edited may still be on its
   * way. `now`: milliseconds since 1970.
   */
  settleWithoutEdits(now: number): void {
    const isAwaited = ({ state, edits }: UploadEntry): boolean => state === 'open' && edits.size > 0;
    const awaited = new Set(
      [...this.#byPlace.values()]
        .flat()
        .filter(isAwaited)
        .map(({ run }) => run),
    );
    for (const entry of this.#withoutEdits) if (!awaited.has(entry.run)) settleAt(entry, now);
    for (const { place } of this.#withoutEdits)
      this.keepIf(place, (entry) => entry.state === 'open' || mayStillHarm(entry));
  }

  forget(entries: readonly UploadEntry[]): void {
    const gone = new Set(entries);
    for (const { place } of entries) this.keepIf(place, (entry) => !gone.has(entry));
  }

  /**
   * Those whose outcome is unknown, and that may have lost texts of no covered place. `placesOf`:
   * the places that an upload of this name may have.
   */
  openOutside(covered: ReadonlySet<Hash>, placesOf: (id: string) => readonly Hash[]): readonly UploadEntry[] {
    const open = [...this.#byPlace.values()]
      .flat()
      .filter(({ state, onlyThere }) => state === 'open' && onlyThere.size > 0);
    return open.filter(({ id, place }) => !covered.has(place) && placesOf(id).includes(place));
  }
}
