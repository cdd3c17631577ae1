import { specialEntry } from '../merge/base-entry.js';
import type { Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { Lock } from './lock.js';
import { baseOf } from './lock-file.js';

/** A section with this part of another one's entries is that section renamed, as git decides it. */
const ALIKE = 0.5;

/**
 * Three versions of a lock in which a section that one side has renamed has its new name in all of
 * them: `locsync mv` on one branch and a pull on the other are changes of the same entries.
 */
export function withMovesOfBoth(
  before: Lock,
  ours: Lock,
  theirs: Lock,
): readonly [before: Lock, ours: Lock, theirs: Lock] {
  const our = movesOf(before, ours, theirs);
  const their = movesOf(before, theirs, ours);
  return [renamed(before, [...our, ...their]), renamed(ours, their), renamed(theirs, our)];
}

type Move = readonly [from: string, to: string];

/** The sections that one side has under another name, while the other side has the old name. */
function movesOf(before: Lock, side: Lock, other: Lock): readonly Move[] {
  const isIn = ({ sections }: Lock, name: string): boolean => sections.has(name);
  const gone = [...before.sections.keys()].filter((name) => !isIn(side, name) && isIn(other, name));
  const added = [...side.sections.keys()].filter((name) => !isIn(before, name) && !isIn(other, name));
  if (gone.length === 0 || added.length === 0) return [];
  const bases = new Map(added.map((name) => [name, baseOf(side, name)]));
  const pairs = gone.flatMap((from) => {
    const base = baseOf(before, from);
    return Array.from(bases, ([to, entries]) => ({ from, to, like: likeness(base, entries) }));
  });
  const moves = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to, like } of pairs.toSorted((a, b) => b.like - a.like)) {
    if (like < ALIKE || moves.has(from) || taken.has(to)) continue;
    moves.set(from, to);
    taken.add(to);
  }
  return [...moves];
}

/** Which part of the entries of a section another one has, too. */
function likeness(base: ReadonlyMap<KeyId, Hash>, entries: ReadonlyMap<KeyId, Hash>): number {
  if (base.size === 0) return 0;
  return [...base].filter(([key, entry]) => entries.get(key) === entry).length / base.size;
}

function renamed(lock: Lock, moves: readonly Move[]): Lock {
  if (moves.length === 0) return lock;
  const names = new Map(moves);
  const rename = (sections: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map(Array.from(sections, ([name, lines]) => [names.get(name) ?? name, lines]));
  return {
    ...lock,
    sections: rename(lock.sections),
    ...(lock.madeFrom && { madeFrom: rename(lock.madeFrom) }),
  };
}

/**
 * Whether a side has removed all keys of a section on purpose, by `mv` or `rm` of the file set, of
 * which the base held some.
 */
export function isRetired(base: ReadonlyMap<KeyId, Hash>, side: ReadonlyMap<KeyId, Hash>): boolean {
  const isGone = (entry: Hash): boolean => specialEntry(entry)?.kind === 'removed';
  return (
    side.size > 0 && [...side.values()].every(isGone) && [...base.values()].some((entry) => !isGone(entry))
  );
}
