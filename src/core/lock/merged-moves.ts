import { isRemoval } from '../merge/base-entry.js';
import type { Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { Lock } from './lock.js';
import { baseOf } from './lock-file.js';
import { ALIKE, fileNameOf, likeness, MOST_PAIRS, moveSections, type Moves } from './move-sections.js';

/** Three versions of a lock in which sections have the same names. */
export interface RenamedLocks {
  readonly locks: readonly [before: Lock, ours: Lock, theirs: Lock];
  /** The new names of sections that one side has renamed. */
  readonly renamed: ReadonlySet<string>;
}

/**
 * Three versions of a lock in which a section that one side has renamed has its new name in all of
 * them: `locsync mv` on one branch and a pull on the other are changes of the same entries.
 */
export function withMovesOfBoth(before: Lock, ours: Lock, theirs: Lock): RenamedLocks {
  const our = movesOf(before, ours, theirs);
  const their = movesOf(before, theirs, ours);
  const all = new Map([...our, ...their]);
  return {
    locks: [moveSections(before, all), moveSections(ours, their), moveSections(theirs, our)],
    renamed: new Set(all.keys()),
  };
}

/** The sections that one side has under another name, while the other side has the old name. */
function movesOf(before: Lock, side: Lock, other: Lock): Moves {
  const gone = [...before.sections.keys()].filter(
    (name) => !side.sections.has(name) && other.sections.has(name),
  );
  const added = [...side.sections.keys()].filter(
    (name) => !before.sections.has(name) && !other.sections.has(name),
  );
  if (gone.length === 0) return new Map();
  const isFew = gone.length * added.length <= MOST_PAIRS;
  const bases = new Map(added.map((name) => [name, baseOf(side, name)]));
  const pairs = gone.flatMap((from) => {
    const base = baseOf(before, from);
    const near = [...bases].filter(([to]) => isFew || fileNameOf(to) === fileNameOf(from));
    return near.flatMap(([to, entries]) => {
      const like = likeness(base, entries);
      return like < ALIKE ? [] : [{ from, to, like }];
    });
  });
  const moves = new Map<string, readonly string[]>();
  const taken = new Set<string>();
  for (const { from, to } of pairs.toSorted((a, b) => b.like - a.like)) {
    if (taken.has(from) || moves.has(to)) continue;
    taken.add(from);
    moves.set(to, [from]);
  }
  return moves;
}

/**
 * Whether a side has removed all keys of a section on purpose, by `mv` or `rm` of the file set, of
 * which the base held some.
 */
export function isRetired(base: ReadonlyMap<KeyId, Hash>, side: ReadonlyMap<KeyId, Hash>): boolean {
  return (
    side.size > 0 &&
    [...side.values()].every(isRemoval) &&
    [...base.values()].some((entry) => !isRemoval(entry))
  );
}
