import { groupOf, type KeyId, type TextsByKey } from '../keys/key.js';
import { textOf, type LeafValue } from '../keys/leaf.js';

/**
 * Keys that cannot be in one file, each with the other: a text and a group of keys under one name,
 * on the two sides or both on the service. The keys of one file never clash with each other, so
 * that one of two is always among those that `only` the service has. A key on both sides never
 * clashes. A local null may become a group. `saysThere` is whether the service has a text of a key
 * of the file.
 */
export function clashesOf(
  here: ReadonlyMap<KeyId, LeafValue>,
  only: TextsByKey,
  saysThere: (id: KeyId) => boolean,
): Map<KeyId, KeyId> {
  const clashes = new Map<KeyId, KeyId>();
  const isOnly = (id: KeyId): boolean => (only.get(id) ?? '') !== '';
  const fresh = [...only.keys()].filter(isOnly);
  if (fresh.length === 0) return clashes;
  const isHere = (id: KeyId): boolean => {
    const leaf = here.get(id);
    return leaf !== undefined && textOf(leaf) !== undefined;
  };
  const isThere = (id: KeyId): boolean => isOnly(id) || (here.has(id) && saysThere(id));
  const add = (id: KeyId, other: KeyId): void => {
    if (!(isHere(id) && isThere(id))) clashes.set(id, other);
  };
  const look = (from: Iterable<KeyId>, holds: (parent: KeyId) => boolean): void => {
    let clean: string | undefined; // The group of the key before, which most keys share.
    for (const id of from) {
      const group = groupOf(id);
      if (group === undefined || group === clean) continue;
      let found = false;
      for (let parent: KeyId | undefined = group; parent !== undefined; parent = groupOf(parent)) {
        if (!holds(parent)) continue;
        found = true;
        add(id, parent);
        add(parent, id);
      }
      if (!found) clean = group;
    }
  };
  look(fresh, (parent) => isHere(parent) || isThere(parent));
  look(here.keys(), isOnly);
  return clashes;
}
