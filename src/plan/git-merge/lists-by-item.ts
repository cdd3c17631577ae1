import { keyId, type KeyId } from '../../core/keys/key.js';
import { groupedBy } from '../../core/util/collections.js';
import { countsOf, isWantedCount, type Counts } from './counts.js';
import type { NodeInList, Value, Values } from './values.js';

/**
 * The lists, and those in them, whose items can be told from each other by number. Each item has
 * one shape in all versions, and no side can have moved one:
 *
 * - a side that adds items adds them at the end, and changes no other item of that list;
 * - of items that hold keys, both sides change different ones, or the same fields of only one.
 */
export function listsByItem(bases: readonly Values[], ours: Values, theirs: Values): ReadonlySet<KeyId> {
  const found = new Set<KeyId>();
  for (const [id, our] of ours) {
    const their = theirs.get(id);
    if (our.kind !== 'list' || their?.kind !== 'list') continue;
    const isSafe = bases.every((base) => {
      const before = base.get(id);
      return before?.kind === 'list' && keepItems(itemsOf(before), itemsOf(our), itemsOf(their));
    });
    if (!isSafe) continue;
    found.add(id);
    for (const value of [our, their])
      for (const { path, kind } of value.nodes ?? []) if (kind === 'list') found.add(keyId(path));
  }
  return found;
}

/** An item of a list, to be compared. */
interface Item {
  /** Equal for items with the same keys. */
  readonly shape: string;
  readonly content: string;
  /** The content of each node, in the order of the shape. */
  readonly fields: readonly string[];
  readonly isScalar: boolean;
}

function keepItems(base: readonly Item[], ours: readonly Item[], theirs: readonly Item[]): boolean {
  const count = base.length;
  if (count === 0 || ours.length < count || theirs.length < count) return false;
  const sides = [ours, theirs];
  if (sides.some((side) => base.some(({ shape }, at) => side[at]?.shape !== shape))) return false;
  const [mine, other] = sides.map((side) =>
    base.flatMap(({ content }, at) => (side[at]?.content === content ? [] : [at])),
  );
  if (mine === undefined || other === undefined) return false;
  if (ours.length > count || theirs.length > count)
    return ours.length === count ? other.length === 0 : theirs.length === count && mine.length === 0;
  if (base.every(({ isScalar }) => isScalar)) return true;
  const shared = mine.filter((at) => other.includes(at));
  if (shared.length === 0) return true;
  // One side may have replaced the item by another one: the other side's edit is not about that.
  return mine.length === 1 && other.length === 1 && shared.every(hasSameFields);

  function hasSameFields(at: number): boolean {
    const [here, there] = sides.map((side) => changedFields(base[at], side[at]).join());
    return here === there;
  }
}

/** The numbers of the fields that an item of the same shape has changed. */
const changedFields = (before: Item | undefined, after: Item | undefined): readonly number[] =>
  (before?.fields ?? []).flatMap((field, at) => (after?.fields[at] === field ? [] : [at]));

/** Whether each item is in a merged list as often as `wantedCount` says. */
export function holdsItemsOf(merged: Value, base: Value | undefined, ours: Value, theirs: Value): boolean {
  const counts = [merged, ours, theirs].map(itemCounts);
  const before = base?.kind === 'list' ? itemCounts(base) : undefined;
  return [...new Set(counts.flatMap((one) => [...one.keys()]))].every((item) => {
    const [found = 0, here = 0, there = 0] = counts.map((one) => one.get(item) ?? 0);
    const was = before && (before.get(item) ?? 0);
    return isWantedCount(found, was, here, there);
  });
}

const itemCounts = (list: Value): Counts<string> => countsOf(itemsOf(list).map(({ content }) => content));

/** The items of a list, in order. */
function itemsOf({ path, nodes = [] }: Value): readonly Item[] {
  const byNumber = groupedBy(nodes, (node) => node.path[path.length] ?? '');
  return Array.from(byNumber.values(), (item) => ({
    shape: JSON.stringify(item.map((node) => [...pathIn(node), containerKind(node)])),
    content: JSON.stringify(item.map((node) => [...pathIn(node), node.kind, node.text ?? ''])),
    fields: item.map(({ kind, text = '' }) => `${kind} ${text}`),
    isScalar: item.every(
      ({ path: { length }, kind }) => length === path.length + 1 && kind !== 'map' && kind !== 'list',
    ),
  }));

  function pathIn(node: NodeInList): readonly string[] {
    return node.path.slice(path.length + 1);
  }
}

const containerKind = ({ kind }: NodeInList): string => (kind === 'map' || kind === 'list' ? kind : 'scalar');
