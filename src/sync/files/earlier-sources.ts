import type { BoundSet } from '../../core/files/bound-set.js';
import type { KeyId } from '../../core/keys/key.js';
import { heldByEither } from '../../core/merge/base-entry.js';
import type { Hash } from '../../core/merge/hash.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Lock } from '../../core/lock/lock.js';
import { baseOf } from '../../core/lock/lock-file.js';
import type { ReplacedIn } from '../../core/records/replaced-places.js';
import { getOrMake } from '../../core/util/collections.js';
import type { SourceFile } from '../../ports/service.js';
import { sourceSection } from './locale-file.js';

/** What is remembered of a project. */
interface Remembered {
  readonly replaced: { hashesOf(where: ReplacedIn): readonly Hash[] };
  readonly stored: { readonly lock: Lock };
}

type Earlier = Map<KeyId, readonly Hash[]>;

const NO_HASHES: readonly Hash[] = [];

// The languages of a set ask for the same keys.
const known = new WeakMap<BoundSet<SourceFile>, Earlier>();

/**
 * The hashes of source texts that the sides last held, or that a push or a pull from here has
 * replaced: a service may put one in place of a translation.
 */
export function earlierSources(
  { replaced, stored }: Remembered,
  bound: BoundSet<SourceFile>,
): (key: KeyId) => readonly Hash[] {
  const section = sourceSection(bound);
  if (section === undefined) return () => NO_HASHES;
  const hashes = getOrMake(known, bound, (): Earlier => new Map());
  // Read only if a key is asked for the first time.
  let base: BaseHashes | undefined;
  return (key) =>
    getOrMake(hashes, key, () => {
      const all = replaced.hashesOf({ section, key });
      base ??= baseOf(stored.lock, section);
      return [...all, ...heldByEither(base.get(key))];
    });
}
