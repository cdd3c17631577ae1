import { groupOf, type KeyId } from '../../core/keys/key.js';
import { printsAs, type LeafKind } from '../../core/keys/leaf.js';
import { threeWay } from '../../core/merge/three-way.js';
import { sameValue, scalarValue, type Scalar, type Value, type Values } from './values.js';

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
  const { merged, conflicts: differing } = threeWay(base, ours, theirs, sameValue);
  const conflicts = new Set<KeyId>();
  for (const key of differing) {
    const scalar = mergedScalar(base.get(key), ours.get(key), theirs.get(key));
    if (scalar === undefined) conflicts.add(key);
    else merged.set(key, scalarValue(scalar));
  }
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
 * A scalar of which one side has changed only the kind, such as a number that is in quotes now: it
 * gets that kind, and the text of the other side.
 */
function mergedScalar(base?: Value, ours?: Value, theirs?: Value): Scalar | undefined {
  const [was, here, there] = [base, ours, theirs].map((value) =>
    value?.kind === 'scalar' ? value.scalars[0] : undefined,
  );
  if (!was || !here || !there) return undefined;
  const text = changed(was.text, here.text, there.text);
  const kind = changed(was.kind, here.kind, there.kind);
  if (text === undefined || kind === undefined) return undefined;
  const isOfKind = [here, there].some((side) => side.kind === kind && side.text === text);
  return isOfKind || mayBe(kind, text) ? { path: here.path, kind, text } : undefined;
}

/** What one side, or both in the same way, made of it; undefined if they differ. */
const changed = <T>(was: T, here: T, there: T): T | undefined =>
  here === was ? there : there === was || here === there ? here : undefined;

/** Whether every format can write this text as this kind. */
function mayBe(kind: LeafKind, text: string): boolean {
  if (kind === 'number') return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text);
  return kind === 'string' || printsAs(kind, text);
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
