import { groupOf, lastSegment, type KeyId } from '../keys/key.js';
import { isIndex } from './key-format.js';

/** A group of keys that all have the names of items. */
export interface NumberedGroup {
  /** How many items a list with them would have. */
  readonly size: number;
  readonly found: number;
}

/** A key, with which of its segments are items of lists if that is known. */
export interface KeyWithItems {
  readonly id: KeyId;
  /** Counted from the end: 1 is the last segment. */
  readonly items?: readonly number[];
}

/** A group that a key is in, and the name of what leads to the key in it. */
interface GroupAbove {
  readonly group: KeyId;
  readonly name: string;
  /** Which segment of the key that name is, counted from the end: 1 is the last. */
  readonly place: number;
}

/** The groups that a key is in, the innermost first. */
export function* groupsAbove(key: KeyId): Generator<GroupAbove, void> {
  let child = key;
  let place = 1;
  for (let group = groupOf(key); group !== undefined; child = group, group = groupOf(group))
    yield { group, name: lastSegment(child), place: place++ };
}

/** The groups of these keys in which each name is that of an item. */
export function numberedGroups(keys: Iterable<KeyWithItems>): ReadonlyMap<KeyId, NumberedGroup> {
  const indices = new Map<KeyId, Set<number>>();
  const named = new Set<KeyId>();
  for (const { id, items } of keys)
    for (const { group, name, place } of groupsAbove(id)) {
      if (!isIndex(name) || items?.includes(place) === false) named.add(group);
      else indices.set(group, (indices.get(group) ?? new Set()).add(Number(name)));
    }
  const groups = new Map<KeyId, NumberedGroup>();
  for (const [group, found] of indices) {
    if (named.has(group)) continue;
    let size = 0;
    for (const index of found) size = Math.max(size, index + 1);
    groups.set(group, { size, found: found.size });
  }
  return groups;
}

/** Whether at least half of the items are there: of another list, most would be missing. */
export const isDense = ({ size, found }: NumberedGroup): boolean => size <= 2 * found;
