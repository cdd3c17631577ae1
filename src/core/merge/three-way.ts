/** The outcome of each key of three versions. */
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
  same: (left: Value, right: Value) => boolean,
): ThreeWay<Key, Value> {
  const isEqual = (left: Value | undefined, right: Value | undefined): boolean =>
    left === undefined || right === undefined ? left === right : same(left, right);
  const merged = new Map<Key, Value>();
  const conflicts = new Set<Key>();
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const before = base.get(key);
    const our = ours.get(key);
    const their = theirs.get(key);
    const isMine = isEqual(our, their) || isEqual(their, before);
    if (!isMine && !isEqual(our, before)) {
      conflicts.add(key);
      continue;
    }
    const value = isMine ? our : their;
    if (value !== undefined) merged.set(key, value);
  }
  return { merged, conflicts };
}
