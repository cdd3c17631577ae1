import type { KeyId, KeyPath } from '../keys/key.js';
import type { RemoteText } from './aligned.js';
import { NESTED, withoutPrefix, type KeyFormat } from './key-format.js';
import { isDense, numberedGroups, type KeyWithItems } from './numbered-groups.js';

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
  if (!keys.some(({ items }) => items !== undefined && items.length > 0)) return NO_LISTS;
  const lists = new Map<KeyId, number>();
  for (const [id, group] of numberedGroups(keys)) if (isDense(group)) lists.set(id, group.size);
  return lists;
}
