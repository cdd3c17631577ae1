import { groupOf, type KeyId } from '../../core/keys/key.js';
import { threeWay } from '../../core/merge/three-way.js';
import { sameValue, type Value, type Values } from './values.js';

/** What a merge comes to. */
export interface Targets {
  /** All values, of the conflicts ours. */
  readonly ours: Map<KeyId, Value>;
  /** All values, of the conflicts theirs. */
  readonly theirs: Map<KeyId, Value>;
  /** The keys, or groups of keys, that both sides have changed in different ways. */
  readonly conflicts: ReadonlySet<KeyId>;
}

/** Merges three versions. A text here and a group of that name there are a conflict. */
export function targetsOf(base: Values, ours: Values, theirs: Values): Targets {
  const { merged, conflicts } = threeWay(base, ours, theirs, sameValue);
  const clashes = clashingKeys(merged, conflicts);
  const isClashing = (key: KeyId): boolean => {
    for (let id: KeyId | undefined = key; id !== undefined; id = groupOf(id))
      if (clashes.has(id)) return true;
    return false;
  };
  const side = (own: Values): Map<KeyId, Value> => {
    const target = new Map<KeyId, Value>();
    // In the order of that file, so that what it lacks comes last.
    for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
      const value = conflicts.has(key) || isClashing(key) ? own.get(key) : merged.get(key);
      if (value !== undefined) target.set(key, value);
    }
    return target;
  };
  const single = [...conflicts].filter((key) => !isClashing(key));
  return { ours: side(ours), theirs: side(theirs), conflicts: new Set([...clashes, ...single]) };
}

/**
 * The keys that would be a value and a group of keys in one file; the topmost of each. A map that
 * is empty on one side and has keys on the other is not one: it leaves the values.
 */
function clashingKeys(merged: Map<KeyId, Value>, conflicts: ReadonlySet<KeyId>): ReadonlySet<KeyId> {
  const clashes = new Set<KeyId>();
  for (const key of [...merged.keys(), ...conflicts]) {
    let top: KeyId | undefined;
    for (let id = groupOf(key); id !== undefined; id = groupOf(id)) {
      if (merged.get(id)?.kind === 'empty-map') merged.delete(id);
      else if (merged.has(id) || conflicts.has(id)) top = id;
    }
    if (top !== undefined) clashes.add(top);
  }
  return clashes;
}
