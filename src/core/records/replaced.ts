import { readData } from '../json/data.js';
import type { BaseOwner } from '../lock/base.js';
import { HASH_LENGTH, hashText, type Hash } from '../merge/hash.js';
import { ReplacedPlaces, type ReplacedKind, type ReplacedIn } from './replaced-places.js';

/*
 * What this machine has replaced in the last days: texts of the service that its uploads replaced,
 * and texts on disk that its pulls replaced. If exactly such a text is back, something has brought
 * it back: another machine's late upload, or files restored from git. It must not be passed on
 * unasked.
 */

const VERSION = 1;
/** Days after which a replaced text is forgotten. */
export const REPLACED_DAYS = 14;
/** Replaced texts that are remembered of one key, for each side. */
export const REPLACED_TEXTS = 4;
/** Replaced texts in all: of more, the oldest are forgotten. */
export const REPLACED_MOST = 100_000;
/** Places from which on the oldest are forgotten within a run. */
const FORGET_FROM = 1.2 * REPLACED_MOST;

/** One replaced text: its hash, then the day, as it is written in the file. */
type ReplacedEntry = string & { readonly __replaced: unique symbol };

const entryOn = (hash: Hash, day: number): ReplacedEntry => `${hash}${day}` as ReplacedEntry;
const hashIn = (entry: ReplacedEntry): Hash => entry.slice(0, HASH_LENGTH) as Hash;
const dayIn = (entry: ReplacedEntry): number => Number(entry.slice(HASH_LENGTH));

/** The entries of one place, the newest at the end. Most have one, and a list takes more room. */
type ReplacedEntries = ReplacedEntry | readonly ReplacedEntry[];

const listOf = (entries: ReplacedEntries | undefined): readonly ReplacedEntry[] =>
  typeof entries === 'string' ? [entries] : (entries ?? []);
const packed = (list: readonly ReplacedEntry[]): ReplacedEntries => {
  const [first] = list;
  return list.length === 1 && first !== undefined ? first : list;
};

const NO_HASHES: readonly Hash[] = [];

/** Day of the Unix era. */
export const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);

/**
 * The replaced texts of one project, as hashes. The texts of other projects in the same folder are
 * kept as they are. Sections and keys are remembered as hashes, too, so that every entry has one
 * size.
 */
export class Replaced {
  #changed = false;
  /** Of which kinds there may be entries; undefined: of any. */
  readonly #kinds: Set<string> | undefined;
  /** All texts of {@link entries}, and some that were dropped. Most texts are in no entry. */
  readonly #texts: Set<Hash>;
  readonly #places: ReplacedPlaces;

  private constructor(
    owner: BaseOwner,
    private readonly today: number,
    /**
     * By place, and for each the one that was replaced last at the end. The places in the order of
     * their last change.
     */
    private readonly entries: Map<Hash, ReplacedEntries>,
    kinds: readonly string[] | undefined,
  ) {
    this.#kinds = kinds && new Set(kinds);
    this.#places = new ReplacedPlaces(owner);
    this.#texts = new Set([...entries.values()].flatMap((placeEntries) => listOf(placeEntries).map(hashIn)));
  }

  /**
   * What a file of {@link render} says on this day; nothing if it is damaged. Days that are still
   * to come count as today.
   */
  static read(text: string | undefined, owner: BaseOwner, today: number): Replaced {
    const entries = new Map<Hash, ReplacedEntries>();
    const { lines, kinds } = contentOf(text ?? '');
    for (const line of lines) {
      const { place, hash, day } = entryOf(line) ?? {};
      if (place === undefined || hash === undefined || day === undefined) continue;
      if (today - day > REPLACED_DAYS) continue;
      const entry = entryOn(hash, Math.min(day, today));
      entries.set(place, packed([...listOf(entries.get(place)), entry].slice(-REPLACED_TEXTS)));
    }
    return new Replaced(owner, today, entries, kinds);
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  /** Something was remembered or forgotten since the last {@link render}. */
  get isChanged(): boolean {
    return this.#changed;
  }

  has(kind: ReplacedKind, where: ReplacedIn, text: string): boolean {
    return !this.isEmpty && this.#mayHold(kind) && this.hasHash(kind, where, hashText(text));
  }

  /** As {@link has}, for the text with this hash. */
  hasHash(kind: ReplacedKind, where: ReplacedIn, hash: Hash): boolean {
    if (this.isEmpty || !this.#mayHold(kind) || !this.#texts.has(hash)) return false;
    return listOf(this.entries.get(this.#places.of(kind, where))).some((entry) => hashIn(entry) === hash);
  }

  /** The hashes of the texts that were replaced on one of these sides. */
  hashesOf(sides: readonly ReplacedKind[], where: ReplacedIn): readonly Hash[] {
    if (this.isEmpty) return NO_HASHES;
    const hashes = sides.flatMap((on) =>
      this.#mayHold(on)
        ? listOf(this.entries.get(this.#places.of(on, where))).map((entry) => hashIn(entry))
        : NO_HASHES,
    );
    return hashes.length === 0 ? NO_HASHES : hashes;
  }

  /** Remembers that this text was replaced today. */
  add(kind: ReplacedKind, where: ReplacedIn, text: string): void {
    this.addHash(kind, where, hashText(text));
  }

  /** As {@link add}, for the text with this hash. */
  addHash(kind: ReplacedKind, where: ReplacedIn, hash: Hash): void {
    this.#kinds?.add(kind);
    const place = this.#places.of(kind, where);
    const entry = entryOn(hash, this.today);
    const placeEntries = this.entries.get(place);
    if (placeEntries === undefined) this.entries.set(place, entry);
    else {
      const list = listOf(placeEntries);
      if (list.at(-1) === entry) return;
      const others = list.filter((replaced) => hashIn(replaced) !== hash);
      this.entries.delete(place);
      this.entries.set(place, packed([...others, entry].slice(-REPLACED_TEXTS)));
    }
    this.#texts.add(hash);
    this.#changed = true;
    // A push of 10,000 changed files would hold a million entries to write a tenth of them.
    if (this.entries.size > FORGET_FROM) this.#forgetOldest();
  }

  /** Forgets a text on these sides: it is there again on purpose. */
  drop(sides: readonly ReplacedKind[], where: ReplacedIn, text: string): void {
    if (!this.isEmpty) this.dropHash(sides, where, hashText(text));
  }

  /** As {@link drop}, for the text with this hash. */
  dropHash(sides: readonly ReplacedKind[], where: ReplacedIn, hash: Hash): void {
    if (!this.#texts.has(hash)) return;
    for (const on of sides) {
      if (!this.#mayHold(on)) continue;
      const place = this.#places.of(on, where);
      const list = listOf(this.entries.get(place));
      const left = list.filter((entry) => hashIn(entry) !== hash);
      if (left.length === list.length) continue;
      if (left.length === 0) this.entries.delete(place);
      else this.entries.set(place, packed(left));
      this.#changed = true;
    }
  }

  /** The file, an entry a line. */
  render(): string {
    this.#changed = false;
    const lines = this.#newest().map(({ place, entry }) => `    "${place}${entry}"`);
    const kinds = this.#kinds ? `  "kinds": ${JSON.stringify([...this.#kinds])},\n` : '';
    return `{\n  "version": ${VERSION},\n${kinds}  "replaced": [\n${lines.join(',\n')}\n  ]\n}\n`;
  }

  #newest(): { readonly place: Hash; readonly entry: ReplacedEntry }[] {
    const allEntries = [...this.entries].flatMap(([place, entries]) =>
      listOf(entries).map((entry) => ({ place, entry })),
    );
    if (allEntries.length > REPLACED_MOST) {
      allEntries.sort((a, b) => dayIn(a.entry) - dayIn(b.entry));
      allEntries.splice(0, allEntries.length - REPLACED_MOST);
    }
    return allEntries;
  }

  #mayHold(kind: ReplacedKind): boolean {
    return this.#kinds?.has(kind) !== false;
  }

  /** The places are in the order of their last change. */
  #forgetOldest(): void {
    for (const place of this.entries.keys()) {
      if (this.entries.size <= REPLACED_MOST) break;
      this.entries.delete(place);
    }
    this.#texts.clear();
    for (const entries of this.entries.values())
      for (const entry of listOf(entries)) this.#texts.add(hashIn(entry));
  }
}

interface Content {
  readonly lines: readonly string[];
  /** A file of an earlier program does not say of which kinds its lines are. */
  readonly kinds: readonly string[] | undefined;
}

const contentOf = (text: string): Content =>
  readData(text, (data) => {
    data.get('version').oneOf(VERSION);
    return {
      lines: data.get('replaced').list((line) => line.text()),
      kinds: data.get('kinds').orAbsent((kinds) => kinds.list((kind) => kind.text())),
    };
  }) ?? { lines: [], kinds: [] };

const ENTRY = /^([\w-]{11})([\w-]{11})(\d{1,7})$/;

function entryOf(line: string): Readonly<{ place: Hash; hash: Hash; day: number }> | undefined {
  const [, place, hash, day] = ENTRY.exec(line) ?? [];
  return place === undefined || hash === undefined
    ? undefined
    : { place: place as Hash, hash: hash as Hash, day: Number(day) };
}
