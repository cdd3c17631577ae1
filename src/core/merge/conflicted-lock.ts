import type { BaseOwner } from './base.js';
import { entriesOf } from './lock-file.js';
import { CONFLICT_MARKER, LockReader } from './lock-reader.js';
import type { Lock } from './lock.js';
import { withoutKeys } from './made-from.js';

type MergeSide = 'ours' | 'theirs';

/** Where a line is; `base`: among the lines before both changes. */
type LinePlace = MergeSide | 'base' | 'outside';

/** What a conflict marker begins, by its sign, and after what it may follow. */
const MARKERS: Readonly<
  Record<string, { readonly begins: LinePlace; readonly after: readonly LinePlace[] }>
> = {
  '<': { begins: 'ours', after: ['outside'] },
  '|': { begins: 'base', after: ['ours'] },
  '=': { begins: 'theirs', after: ['ours', 'base'] },
  '>': { begins: 'outside', after: ['theirs'] },
};

/**
 * Reads a lock in which git has put conflict markers around the braces of sections, as a merge of
 * two branches does if one of them added a section. Each side is read by itself. What both say of a
 * key counts; a key of which they differ, or that only one has, is unknown.
 */
export class ConflictedLock {
  readonly #ours: SideReader;
  readonly #theirs: SideReader;

  constructor(owner: BaseOwner) {
    this.#ours = new SideReader('ours', owner);
    this.#theirs = new SideReader('theirs', owner);
  }

  /** Takes the next part of the text, cut anywhere. */
  feed(part: string): void {
    this.#ours.feed(part);
    this.#theirs.feed(part);
  }

  /** The lock, once all of it has been given; undefined if one of its sides cannot be used. */
  end(): Lock | undefined {
    const [ours, theirs] = [this.#ours.end(), this.#theirs.end()];
    if (!ours || !theirs) return undefined;
    return { ...joined(ours, theirs), problems: ['it holds conflict markers of git'], remedy: 'rewrite' };
  }
}

/** The lock of a whole text, see {@link LockReader} and {@link ConflictedLock}. */
export function parseLock(text: string, owner: BaseOwner): Lock {
  const reader = new LockReader(owner);
  reader.feed(text);
  const lock = reader.end();
  if (lock.remedy !== 'choose') return lock;
  const conflicted = new ConflictedLock(owner);
  conflicted.feed(text);
  return conflicted.end() ?? lock;
}

/** Reads the lines outside the conflicts, and in them those of one side. */
class SideReader {
  readonly #reader: LockReader;
  #at: LinePlace = 'outside';
  /** Its markers are in an order that git does not write. */
  #isBroken = false;
  /** The line that the last part did not end. */
  #rest = '';

  constructor(
    private readonly side: MergeSide,
    owner: BaseOwner,
  ) {
    this.#reader = new LockReader(owner);
  }

  feed(part: string): void {
    const text = this.#rest + part;
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    this.#reader.feed(this.#linesOf(text.slice(0, end)));
  }

  /** The lock of this side; undefined if it cannot be used. */
  end(): Lock | undefined {
    this.#reader.feed(this.#linesOf(this.#rest));
    const lock = this.#reader.end();
    return lock.isUnusable || this.#isBroken || this.#at !== 'outside' ? undefined : lock;
  }

  #linesOf(text: string): string {
    return text
      .split(/(?<=\n)/)
      .filter((line) => {
        const marker = CONFLICT_MARKER.test(line.trimEnd()) ? MARKERS[line.charAt(0)] : undefined;
        if (!marker) return this.#at === 'outside' || this.#at === this.side;
        if (!marker.after.includes(this.#at)) this.#isBroken = true;
        this.#at = marker.begins;
        return false;
      })
      .join('');
  }
}

function joined(ours: Lock, theirs: Lock): Pick<Lock, 'sections' | 'madeFrom' | 'damaged' | 'isUnusable'> {
  const sections = new Map<string, string>();
  const damaged = new Map<string, ReadonlySet<string>>();
  for (const name of new Set([...ours.sections.keys(), ...theirs.sections.keys()])) {
    const lines = [ours, theirs].map((side) => side.sections.get(name) ?? '');
    // A side that has a section twice has lines of another one in it.
    const isTwice = ours.damaged.has(name) || theirs.damaged.has(name);
    const unknown = isTwice ? keysOf(lines.join('')) : differingKeys(lines);
    sections.set(name, unknown.size > 0 ? lines.join('') : (lines[0] ?? ''));
    if (unknown.size > 0) damaged.set(name, unknown);
  }
  const madeFrom = new Map<string, string>();
  for (const [name, own] of ours.madeFrom ?? [])
    madeFrom.set(name, withoutKeys(own, differingKeys([own, theirs.madeFrom?.get(name) ?? ''])));
  return { sections, damaged, isUnusable: false, ...(madeFrom.size > 0 ? { madeFrom } : {}) };
}

/** The keys, as written, that these lines do not all have with the same value. */
function differingKeys(sides: readonly string[]): ReadonlySet<string> {
  const [ours = new Map<string, string>(), theirs = new Map<string, string>()] = sides.map(
    (lines) => new Map([...entriesOf(lines)].map(({ key, value }) => [key, value])),
  );
  return new Set([...ours.keys(), ...theirs.keys()].filter((key) => ours.get(key) !== theirs.get(key)));
}

const keysOf = (lines: string): ReadonlySet<string> => new Set([...entriesOf(lines)].map(({ key }) => key));
