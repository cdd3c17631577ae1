import type { KeyId } from '../keys/key.js';
import { getOrMake } from '../util/collections.js';
import type { Hash } from '../merge/hash.js';
import {
  mayStillHarm,
  newEntry,
  settle,
  type ServiceText,
  type UploadEntry,
  type UploadNote,
} from './upload-entry.js';
import { SETTLED_MS } from './upload-lines.js';

/** What an upload may lose of a language that it does not hold. */
export interface TextsBeside {
  /** The texts that only the service holds. */
  readonly onlyThere: ReadonlyMap<KeyId, string>;
  /** The source texts that the run changes: some services put them in place of translations. */
  readonly changed: ReadonlyMap<KeyId, string>;
}

/** What uploads of other languages of a source file may lose of one language. */
interface SharedEntry {
  /** It has the name of the first of these uploads. */
  readonly entry: UploadEntry;
  /** The uploads that have not arrived yet. */
  readonly pending: Set<string>;
  /** What was noted last. */
  noted: TextsBeside;
}

const NO_KEYS: ReadonlySet<KeyId> = new Set();

/**
 * The uploads of this run: each has one entry for each of its languages. The uploads of the other
 * languages of a source file share one entry for each language that they may change: of twenty
 * languages each text would be noted up to nineteen times.
 */
export class OwnUploads {
  readonly #byId = new Map<string, UploadEntry>();
  readonly #shared = new Map<Hash, SharedEntry>();
  /** By upload: the shared entries that it keeps open. */
  readonly #sharedOf = new Map<string, SharedEntry[]>();
  readonly #byPlace = new Map<Hash, UploadEntry[]>();
  /** Those whose last attempt was surely not carried out. */
  readonly #rejected = new Set<UploadEntry>();
  /** By place the texts that these uploads replace on purpose. */
  readonly #replaced = new Map<Hash, Map<KeyId, string>>();
  /** By place: the keys of texts that this run has found lost, and names in its report. */
  readonly #namedKeys = new Map<Hash, Set<KeyId>>();
  /** These texts. */
  readonly #named = new Map<UploadEntry, Map<KeyId, ServiceText>>();

  /** In the order in which they began. */
  get all(): readonly UploadEntry[] {
    return [...this.#byId.values(), ...Array.from(this.#shared.values(), ({ entry }) => entry)];
  }

  /** All, each {@link withNamedTexts}. */
  get allWithNamedTexts(): readonly UploadEntry[] {
    return this.all.map((entry) => this.withNamedTexts(entry));
  }

  /** How many uploads nothing has settled yet. */
  get open(): number {
    const open = [...this.#byId.values()].filter(({ state }) => state === 'open');
    return new Set(open.map(({ id }) => id)).size;
  }

  get(id: string, place: Hash): UploadEntry | undefined {
    return this.#byId.get(`${id} ${place}`);
  }

  /** Those of one language of a file. */
  at(place: Hash): readonly UploadEntry[] {
    return this.#byPlace.get(place) ?? [];
  }

  /** The open entry of an upload that is about to leave. */
  begin(id: string, place: Hash, now: number): UploadEntry {
    const before = this.get(id, place);
    // The first attempt may be imported after the second one.
    if (before?.state === 'open' && !this.#rejected.delete(before)) before.isResent = true;
    if (before) {
      before.state = 'open';
      return before;
    }
    const entry = newEntry(id, place, now);
    this.#byId.set(`${id} ${place}`, entry);
    getOrMake(this.#byPlace, place, () => []).push(entry);
    return entry;
  }

  /** The last attempt was surely not carried out: nothing of it may come late. */
  notCarriedOut(id: string): void {
    for (const entry of this.#byId.values()) if (entry.id === id) this.#rejected.add(entry);
  }

  /**
   * The entry of what this upload may lose of another language, which it keeps open from now on.
   * `isNoted`: an upload before it has noted the same texts.
   */
  share(
    id: string,
    place: Hash,
    { onlyThere, changed }: TextsBeside,
    now: number,
  ): { readonly entry: UploadEntry; readonly isNoted: boolean } {
    // Without what else the caller knows: it would be kept until the upload has ended.
    const held = { onlyThere, changed };
    let shared = this.#shared.get(place);
    const isNoted = shared?.entry.state === 'open' && isSame(shared.noted, held);
    if (!shared) {
      shared = { entry: newEntry(id, place, now), pending: new Set(), noted: held };
      this.#shared.set(place, shared);
      getOrMake(this.#byPlace, place, () => []).push(shared.entry);
    }
    shared.entry.state = 'open';
    if (!isNoted) shared.noted = held;
    if (!shared.pending.has(id)) getOrMake(this.#sharedOf, id, () => []).push(shared);
    shared.pending.add(id);
    return { entry: shared.entry, isNoted };
  }

  /** An upload has arrived. Settles the shared entries that none keeps open now; returns them. */
  arrived(id: string, at: number): readonly UploadEntry[] {
    const all = this.#sharedOf.get(id) ?? [];
    this.#sharedOf.delete(id);
    for (const { pending } of all) pending.delete(id);
    const settled = all.filter(({ pending }) => pending.size === 0).map(({ entry }) => entry);
    for (const entry of settled) {
      settle(entry);
      entry.at = at;
    }
    return settled;
  }

  /**
   * Forgets uploads that have arrived and can lose nothing more. `isRemembered`: an earlier run has
   * left uploads of this place, which are judged by what this run has edited.
   */
  forgetArrived(isRemembered: (place: Hash) => boolean, now: number): void {
    for (const entry of this.all) {
      const { id, place } = entry;
      if (this.#isNeeded(entry, now) || isRemembered(place)) continue;
      if (this.#shared.get(place)?.entry === entry) this.#shared.delete(place);
      else this.#byId.delete(`${id} ${place}`);
      const others = this.at(place).filter((other) => other !== entry);
      if (others.length > 0) this.#byPlace.set(place, others);
      else {
        this.#byPlace.delete(place);
        this.#replaced.delete(place);
      }
    }
  }

  /** Whether this run or a later one may still have to name a text of it. */
  #isNeeded(entry: UploadEntry, now: number): boolean {
    if (entry.state === 'open' || this.#named.has(entry)) return true;
    return mayStillHarm(entry) && now - entry.at <= SETTLED_MS;
  }

  /** A text that one of these uploads replaces on purpose is not lost by another one. */
  noteReplaced({ place, onlyThere }: UploadEntry, note: UploadNote): void {
    const texts = getOrMake(this.#replaced, place, () => new Map<KeyId, string>());
    for (const [key, { replaced, text }] of note.onlyThere)
      if (replaced) texts.set(key, text);
      else if (texts.get(key) === text) onlyThere.delete(key);
  }

  /** Takes these keys of one language, which this run names, out of what entries may still name. */
  noteNamed(place: Hash, keys: readonly KeyId[]): void {
    if (keys.length === 0) return;
    const all = getOrMake(this.#namedKeys, place, () => new Set<KeyId>());
    for (const key of keys) all.add(key);
    for (const entry of this.at(place))
      for (const key of keys) {
        const text = entry.onlyThere.get(key);
        if (text === undefined) continue;
        getOrMake(this.#named, entry, () => new Map<KeyId, ServiceText>()).set(key, text);
        entry.onlyThere.delete(key);
      }
  }

  /** The keys of one language that this run names. */
  namedAt(place: Hash): ReadonlySet<KeyId> {
    return this.#namedKeys.get(place) ?? NO_KEYS;
  }

  /**
   * The entry as if this run had named nothing. The record keeps these texts until the lock is
   * written: if the run is killed before, the next one names them.
   */
  withNamedTexts(entry: UploadEntry): UploadEntry {
    const named = this.#named.get(entry);
    return named ? { ...entry, onlyThere: new Map([...named, ...entry.onlyThere]) } : entry;
  }
}

/** The run keeps what it has read: the same texts are the same object. */
const isSame = (noted: TextsBeside, held: TextsBeside): boolean =>
  noted.onlyThere === held.onlyThere && (held.changed.size === 0 || noted.changed === held.changed);
