import type { KeyId } from '../../core/keys/key.js';

const NO_KEYS: readonly KeyId[] = [];

// By file set the last list and the last set that were shared.
const lastOf = new WeakMap<object, readonly KeyId[]>();
const lastSetOf = new WeakMap<object, ReadonlySet<KeyId>>();

/**
 * These keys, as one list for all files of a set that have the same: a run that replaces texts in
 * 10,000 files would hold each key once for each language.
 */
export function sharedKeys(bound: object, keys: readonly KeyId[]): readonly KeyId[] {
  if (keys.length === 0) return NO_KEYS;
  const last = lastOf.get(bound);
  if (last?.length === keys.length && keys.every((key, i) => key === last[i])) return last;
  lastOf.set(bound, keys);
  return keys;
}

/** As {@link sharedKeys}, for keys without an order. */
export function sharedKeySet(bound: object, keys: ReadonlySet<KeyId>): ReadonlySet<KeyId> {
  const last = lastSetOf.get(bound);
  if (last?.size === keys.size && [...keys].every((key) => last.has(key))) return last;
  lastSetOf.set(bound, keys);
  return keys;
}
