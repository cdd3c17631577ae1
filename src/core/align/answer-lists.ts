import { keyId, keyPath, type KeyId, type KeyPath } from '../keys/key.js';
import type { RemoteText } from './aligned.js';
import { isIndex, NESTED, withoutPrefix, type KeyFormat } from './key-format.js';

/** A key that only the service has, with which of its segments are items of lists. */
export interface KeyWithItems {
  readonly id: KeyId | undefined;
  /** Counted from the end: 1 is the last segment. */
  readonly items: readonly number[];
}

const NO_ITEMS: readonly number[] = [];
const NO_LISTS: ReadonlyMap<KeyId, number> = new Map();

/**
 * The segments of a key that its answer writes as items of lists: in an array, or in brackets. A
 * number between separators may be a name as well.
 */
export function itemsIn(
  { key, items }: Pick<RemoteText, 'key' | 'items'>,
  spelt: string,
  path: KeyPath,
  format: KeyFormat,
): readonly number[] {
  if (items) return items.map((at) => key.length - at);
  const { separator } = format;
  if (format.items === 'segment' || separator === NESTED || !spelt.includes(']')) return NO_ITEMS;
  const text = withoutPrefix(spelt, format) ?? '';
  const [first = '', ...rest] = path;
  let end = text.startsWith(first) ? first.length : text.length;
  const found: number[] = [];
  for (const [i, name] of rest.entries()) {
    const isItem = text.startsWith(`[${name}]`, end);
    if (!isItem && !text.startsWith(separator + name, end)) return NO_ITEMS;
    if (isItem) found.push(rest.length - i);
    end += name.length + (isItem ? 2 : separator.length);
  }
  return found;
}

/**
 * The lists that these keys make up, with how many items each has. None is a group in which some
 * key is not an item, nor one of which less than half of the items are there.
 */
export function listsOf(keys: readonly KeyWithItems[]): ReadonlyMap<KeyId, number> {
  if (!keys.some(({ items }) => items.length > 0)) return NO_LISTS;
  const indices = new Map<KeyId, Set<number>>();
  const maps = new Set<KeyId>();
  for (const { id, items } of keys) {
    if (id === undefined) continue;
    const path = keyPath(id);
    for (let at = 1; at < path.length; at++) {
      const name = path[at] ?? '';
      const group = keyId(path.slice(0, at));
      if (!isIndex(name) || !items.includes(path.length - at)) maps.add(group);
      else indices.set(group, (indices.get(group) ?? new Set()).add(Number(name)));
    }
  }
  const lists = new Map<KeyId, number>();
  for (const [group, found] of indices) {
    let size = 0;
    for (const index of found) size = Math.max(size, index + 1);
    if (!maps.has(group) && size <= 2 * found.size) lists.set(group, size);
  }
  return lists;
}
