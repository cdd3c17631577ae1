import type { BoundSet } from '../../core/files/bound-set.js';
import type { KeyId } from '../../core/keys/key.js';
import type { SourceFile } from '../../ports/service.js';

const NO_KEYS: readonly KeyId[] = [];

// By file set the last list that was shared.
const lastOf = new WeakMap<BoundSet<SourceFile>, readonly KeyId[]>();

/**
 * These keys, as one list for all files of a set that have the same: a run that replaces texts in
 * 10,000 files would hold each key once for each language.
 */
export function sharedKeys(bound: BoundSet<SourceFile>, keys: readonly KeyId[]): readonly KeyId[] {
  if (keys.length === 0) return NO_KEYS;
  const last = lastOf.get(bound);
  if (last?.length === keys.length && keys.every((key, i) => key === last[i])) return last;
  lastOf.set(bound, keys);
  return keys;
}
