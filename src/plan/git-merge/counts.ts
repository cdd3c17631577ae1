/** How often each comment, key or item is in a version of a file. */
export type Counts<T> = ReadonlyMap<T, number>;

/** How often each of these is there. */
export function countsOf<T>(all: Iterable<T>): Counts<T> {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** The least and the most of something that a merge may have. */
interface CountRange {
  readonly least: number;
  readonly most: number;
}

/**
 * How often a comment, a key or an item should be in a merge: as often as one side has it, if only
 * that side has changed how often. Otherwise at least as often as in the side that has it less
 * often, and at most as often as in the other: both may have added, or removed, the same one.
 * `was` is undefined if that is unknown.
 */
export function wantedCount(was: number | undefined, ours: number, theirs: number): CountRange {
  if (ours === was) return { least: theirs, most: theirs };
  if (theirs === was) return { least: ours, most: ours };
  return { least: Math.min(ours, theirs), most: Math.max(ours, theirs) };
}

/** Whether a merge has something as often as {@link wantedCount} says. */
export function isWantedCount(found: number, was: number | undefined, ours: number, theirs: number): boolean {
  const { least, most } = wantedCount(was, ours, theirs);
  return least <= found && found <= most;
}
