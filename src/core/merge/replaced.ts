import type { BaseOwner } from './base.js';
import { specialEntry } from './base-entry.js';
import { hashText, type Hash } from './hash.js';
import type { Back, KeyState } from './key-state.js';
import { ReplacedPlaces, type ReplacedKind, type ReplacedIn } from './replaced-places.js';

/*
 * What this machine has replaced in the last days: texts of the service that its uploads replaced,
 * and texts on disk that its pulls replaced. If exactly such a text is back, something older has
 * come back (another machine's late upload, files restored from git), and it must not be passed on
 * unasked.
 */

const VERSION = 1;
/** Days after which a replaced text is forgotten. */
export const REPLACED_DAYS = 14;
/** Replaced texts that are remembered of one key, for each side. */
export const REPLACED_TEXTS = 4;
/** Replaced texts in all: of more, the oldest are forgotten. */
export const REPLACED_MOST = 100_000;

interface ReplacedEntry {
  readonly hash: Hash;
  readonly day: number;
}

/** Day of the Unix era. */
export const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);

/**
 * The replaced texts of one project, as hashes. The texts of other projects in the same folder are
 * kept as they are. Sections and keys are remembered as hashes, too, so that every entry has one
 * size.
 */
export class Replaced {
  #changed = false;
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
    private readonly entries: Map<Hash, readonly ReplacedEntry[]>,
  ) {
    this.#places = new ReplacedPlaces(owner);
    this.#texts = new Set([...entries.values()].flatMap((known) => known.map(({ hash }) => hash)));
  }

  /**
   * What a file of {@link render} says on this day; nothing if it is damaged. Days that are still
   * to come count as today.
   */
  static read(text: string | undefined, owner: BaseOwner, today: number): Replaced {
    const entries = new Map<Hash, ReplacedEntry[]>();
    for (const line of linesOf(text)) {
      const { place, hash, day } = entryOf(line) ?? {};
      if (place === undefined || hash === undefined || day === undefined) continue;
      if (today - day > REPLACED_DAYS) continue;
      const known = entries.get(place) ?? [];
      entries.set(place, [...known, { hash, day: Math.min(day, today) }].slice(-REPLACED_TEXTS));
    }
    return new Replaced(owner, today, entries);
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  /** Something was remembered or forgotten since the last {@link render}. */
  get isChanged(): boolean {
    return this.#changed;
  }

  has(kind: ReplacedKind, where: ReplacedIn, text: string): boolean {
    if (this.isEmpty) return false;
    const hash = hashText(text);
    if (!this.#texts.has(hash)) return false;
    return this.entries.get(this.#places.of(kind, where))?.some((entry) => entry.hash === hash) === true;
  }

  /** Remembers that this text was replaced today. */
  add(kind: ReplacedKind, where: ReplacedIn, text: string): void {
    const place = this.#places.of(kind, where);
    const hash = hashText(text);
    const entry = { hash, day: this.today };
    const known = this.entries.get(place);
    if (known === undefined) this.entries.set(place, [entry]);
    else {
      const last = known.at(-1);
      if (last?.hash === hash && last.day === this.today) return;
      const others = known.filter((one) => one.hash !== hash);
      this.entries.delete(place);
      this.entries.set(place, [...others, entry].slice(-REPLACED_TEXTS));
    }
    this.#texts.add(hash);
    this.#changed = true;
    // A push of 10,000 changed files would hold a million entries to write a tenth of them.
    if (this.entries.size > 2 * REPLACED_MOST) this.#forgetOldest();
  }

  /** Forgets a text on these sides: it is there again on purpose. */
  drop(sides: readonly ReplacedKind[], where: ReplacedIn, text: string): void {
    if (this.isEmpty) return;
    const hash = hashText(text);
    if (!this.#texts.has(hash)) return;
    for (const on of sides) {
      const place = this.#places.of(on, where);
      const known = this.entries.get(place) ?? [];
      const left = known.filter((entry) => entry.hash !== hash);
      if (left.length === known.length) continue;
      if (left.length === 0) this.entries.delete(place);
      else this.entries.set(place, left);
      this.#changed = true;
    }
  }

  /** The file, an entry a line. */
  render(): string {
    this.#changed = false;
    const lines = this.#newest().map(({ place, hash, day }) => `    "${place}${hash}${day}"`);
    return `{\n  "version": ${VERSION},\n  "replaced": [\n${lines.join(',\n')}\n  ]\n}\n`;
  }

  #newest(): (ReplacedEntry & { readonly place: Hash })[] {
    const all = [...this.entries].flatMap(([place, entries]) =>
      entries.map((entry) => ({ place, ...entry })),
    );
    if (all.length > REPLACED_MOST) {
      all.sort((one, other) => one.day - other.day);
      all.splice(0, all.length - REPLACED_MOST);
    }
    return all;
  }

  #forgetOldest(): void {
    const newest = this.#newest();
    this.entries.clear();
    this.#texts.clear();
    for (const { place, hash, day } of newest) {
      this.entries.set(place, [...(this.entries.get(place) ?? []), { hash, day }]);
      this.#texts.add(hash);
    }
  }
}

function linesOf(text: string | undefined): readonly unknown[] {
  if (text === undefined) return [];
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return [];
    const get = (name: string): unknown => Object.getOwnPropertyDescriptor(data, name)?.value;
    const lines = get('replaced');
    return get('version') === VERSION && Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}

const ENTRY = /^([\w-]{11})([\w-]{11})(\d{1,7})$/;

function entryOf(line: unknown): (ReplacedEntry & { readonly place: Hash }) | undefined {
  const [, place, hash, day] = (typeof line === 'string' ? ENTRY.exec(line) : undefined) ?? [];
  return place === undefined || hash === undefined
    ? undefined
    : { place: place as Hash, hash: hash as Hash, day: Number(day) };
}

/**
 * The verdicts once it is known what this machine has replaced. A change on one side alone that
 * brings a replaced text back is not a person's: it becomes a conflict, and `back` says where.
 */
export function withReplaced(
  states: readonly KeyState[],
  section: string,
  replaced: Pick<Replaced, 'has' | 'isEmpty'>,
): readonly KeyState[] {
  if (replaced.isEmpty) return states;
  const backOn = ({ verdict, base, key, here, there }: KeyState): Back | undefined => {
    if (base === undefined) {
      if (verdict !== 'push' || (there ?? '') !== '') return undefined;
      // Both sides had added the key, and the service's text is gone.
      if (replaced.has('conflict', { section, key }, NO_BASE)) return 'gone';
      // A pull had removed it, as the service has no such key any more.
      return here !== undefined && replaced.has('disk', { section, key }, here) ? 'disk' : undefined;
    }
    // A text that the service refused cannot be told from one that a stale upload put back at once.
    if ((verdict === 'pull' || isKeptOld(verdict, base)) && there !== undefined)
      return replaced.has('service', { section, key }, there) ? 'service' : undefined;
    if (verdict !== 'push' || here === undefined) return undefined;
    if (replaced.has('disk', { section, key }, here)) return 'disk';
    // The newer text of the service is gone, and what was before it is there again: a late upload
    // of this machine or of another does that.
    return there !== undefined && replaced.has('conflict', { section, key }, base) ? 'service' : undefined;
  };
  return states.map((state): KeyState => {
    const back = backOn(state);
    return back === undefined ? state : { ...state, verdict: 'conflict', back };
  });
}

/** In the place of a base: both sides have added the key. */
const NO_BASE = '';

const isKeptOld = (verdict: KeyState['verdict'], base: Hash): boolean => {
  const special = specialEntry(base);
  return verdict === 'not-accepted' && special?.kind === 'not-accepted' && !special.own;
};

const BOTH_SIDES = ['service', 'disk'] as const;
const WHEREVER = [...BOTH_SIDES, 'given-up'] as const;

/** Remembers what an upload of these keys replaces on the service. */
export function uploading(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, here = '', there = '', back } of states) {
    if (here === there) continue;
    const where = { section, key };
    if (there !== '') replaced.add('service', where, there);
    // Once its return is not suspicious any more, the next comparison shows no conflict.
    if (there !== '' && back === 'disk') replaced.add('given-up', where, there);
    // What is uploaded is wanted here: neither side's return of it is suspicious any more.
    replaced.drop(BOTH_SIDES, where, here);
  }
}

/** Remembers what writing the service's texts of these keys replaces on disk. */
export function writing(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, here, there = '' } of states) {
    if (here === there) continue;
    const where = { section, key };
    if (here !== undefined) replaced.add('disk', where, here);
    replaced.drop(WHEREVER, where, there);
  }
}

/** Remembers what removing these keys takes from the disk. */
export function removing(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, here = '' } of states) if (here !== '') replaced.add('disk', { section, key }, here);
}

/** Records the base of each conflict, or that both sides added the key. */
export function inConflict(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, verdict, base, there, back } of states)
    if (back === undefined && there !== undefined && (verdict === 'conflict' || verdict === 'unbased'))
      replaced.add('conflict', { section, key }, base ?? NO_BASE);
}

/**
 * Remembers that the service did not take an uploaded text and kept `there`. If that happened
 * before, no one has put back the text that is there: it is not a conflict any more.
 */
export function refusedByService(replaced: Replaced, where: ReplacedIn, sent: string, there: string): void {
  if (replaced.has('refused', where, sent)) replaced.drop(['service'], where, there);
  else replaced.add('refused', where, sent);
}
