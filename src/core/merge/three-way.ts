/** What became of each key of three versions. */
export interface ThreeWay<Key, Value> {
  /** What both sides agree on, or what one of them has changed; in our order, then in theirs. */
  readonly merged: Map<Key, Value>;
  /** The keys that both sides have changed, each in another way. */
  readonly conflicts: Set<Key>;
}

/**
 * Merges two versions that come from one base. A key that a version lacks is a value like any
 * other: what one side has removed and the other has left alone is removed.
 */
export function threeWay<Key, Value>(
  base: ReadonlyMap<Key, Value>,
  ours: ReadonlyMap<Key, Value>,
  theirs: ReadonlyMap<Key, Value>,
  same: (one: Value, other: Value) => boolean,
): ThreeWay<Key, Value> {
  const equal = (one: Value | undefined, other: Value | undefined): boolean =>
    one === undefined || other === undefined ? one === other : same(one, other);
  const merged = new Map<Key, Value>();
  const conflicts = new Set<Key>();
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const before = base.get(key);
    const mine = ours.get(key);
    const other = theirs.get(key);
    const isMine = equal(mine, other) || equal(other, before);
    if (!isMine && !equal(mine, before)) {
      conflicts.add(key);
      continue;
    }
    const value = isMine ? mine : other;
    if (value !== undefined) merged.set(key, value);
  }
  return { merged, conflicts };
}
