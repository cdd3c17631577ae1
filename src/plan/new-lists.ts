import { isIndex } from '../core/align/key-format.js';
import { isDense, numberedGroups, type NumberedGroup } from '../core/align/numbered-groups.js';
import { keyId, keyPath, mayHaveItem, type KeyId, type KeyPath } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import { getOrMake } from '../core/util/collections.js';
import type { OutlineNode } from '../formats/format.js';
import { OrderIndex, type OrderNode } from '../formats/order.js';
import type { Comparison } from './comparison.js';
import { underRoot } from './locale-root.js';

/** One language with what it is compared with. */
export interface NewPart {
  readonly root: string | undefined;
  readonly comparison: Comparison;
}

type Outline = readonly OutlineNode[];

/** Outlines that show what groups are, the one that counts first. */
type Shown = () => readonly Outline[];

/**
 * The lists that new keys make up if neither the model nor the file has the group itself: as the
 * answer, other items of the same list or other files show it, else as `usual` has its groups.
 */
export function newLists(parts: readonly NewPart[], shown: Shown, usual: Outline): Outline {
  const groups = parts.map(({ comparison }) => newGroups(comparison));
  if (parts.every(({ comparison }, i) => comparison.lists.size === 0 && groups[i]?.size === 0)) return [];
  const kinds = new GroupKinds(shown());
  const isUsual = hasOnlyLists(usual);
  return parts.flatMap(({ root, comparison }, i) => {
    const lists = new Map<KeyId, number>();
    for (const [id, size] of comparison.lists)
      if (!kinds.has(underRoot(keyPath(id), root))) lists.set(id, size);
    for (const [id, group] of groups[i] ?? []) {
      const path = underRoot(keyPath(id), root);
      if (comparison.lists.has(id) || kinds.has(path)) continue;
      const like = kinds.inOtherItems(path);
      const isLike = like ? like.kind === 'list' : isUsual && isCounted(id, group, comparison);
      if (isLike) lists.set(id, Math.max(like?.children?.size ?? 0, isDense(group) ? group.size : 0));
    }
    // Parents come before what is in them.
    return [...lists]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([id, size]) => listNodes(underRoot(keyPath(id), root), size));
  });
}

/** Groups of new keys whose names fit a list, if nothing shows yet whether they are one. */
export function unshownGroups({ root, comparison }: NewPart, shown: Shown): readonly KeyId[] {
  const groups = [...newGroups(comparison)].filter(
    ([id, group]) => isDense(group) && !comparison.lists.has(id),
  );
  if (groups.length === 0) return [];
  const kinds = new GroupKinds(shown());
  return groups.flatMap(([id]) => {
    const path = underRoot(keyPath(id), root);
    return kinds.has(path) || kinds.inOtherItems(path) ? [] : id;
  });
}

const listNodes = (path: KeyPath, size: number): OutlineNode[] => [
  { path, kind: 'list', isUnplaced: true },
  ...Array.from({ length: size }, (_, index): OutlineNode => {
    return { path: [...path, String(index)], kind: 'string', isUnplaced: true };
  }),
];

/** Whether the names count from 0 without a gap, and nothing tells what the group is. */
const isCounted = (id: KeyId, { size, found }: NumberedGroup, { maps, isFlatAnswer }: Comparison): boolean =>
  isFlatAnswer && size >= 2 && size === found && maps?.has(id) !== true;

/** Whether there is a list, and no map with a number for a name. */
function hasOnlyLists(outline: Outline): boolean {
  const lists = new Set(outline.flatMap(({ path, kind }) => (kind === 'list' ? keyId(path) : [])));
  return (
    lists.size > 0 &&
    outline.every(
      ({ path }) => path.length < 2 || !isIndex(path.at(-1) ?? '') || lists.has(keyId(path.slice(0, -1))),
    )
  );
}

const NO_GROUPS: ReadonlyMap<KeyId, NumberedGroup> = new Map();

/** The groups of keys that only the service has, if all their names could be those of items. */
function newGroups({ states }: Comparison): ReadonlyMap<KeyId, NumberedGroup> {
  const isNew = ({ here, there }: KeyState): boolean => here === undefined && there !== undefined;
  if (!states.some((state) => mayHaveItem(state.key) && isNew(state))) return NO_GROUPS;
  return numberedGroups(states.filter(isNew).map(({ key }) => ({ id: key })));
}

/** What outlines show of groups. */
class GroupKinds {
  readonly #outlines: readonly OrderIndex[];
  /** For each list and path below an item the places that its items have there, in their order. */
  readonly #places = new Map<OrderNode, Map<KeyId, readonly ItemNode[]>>();

  constructor(shown: readonly Outline[]) {
    this.#outlines = shown.map((outline) => new OrderIndex(outline));
  }

  /** Whether some outline has this very group. */
  has(path: KeyPath): boolean {
    return this.#outlines.some((outline) => {
      const kind = outline.node(path)?.kind;
      return kind === 'map' || kind === 'list';
    });
  }

  /** A group with numbers for names at the same place in another item of a list. */
  inOtherItems(path: KeyPath): OrderNode | undefined {
    for (const outline of this.#outlines) {
      const root = outline.node([]);
      const found = root && this.#below(root, path);
      if (found) return found;
    }
    return undefined;
  }

  #below(node: OrderNode, path: KeyPath): OrderNode | undefined {
    const [name, ...rest] = path;
    if (name === undefined) return isNumbered(node) ? node : undefined;
    const child = node.children?.get(name);
    const found = child && this.#below(child, rest);
    return (
      found ?? (node.kind === 'list' && isIndex(name) ? this.#besides(node, Number(name), rest) : undefined)
    );
  }

  /** The place in the nearest item before, else in the first after, that has it. */
  #besides(list: OrderNode, index: number, rest: KeyPath): OrderNode | undefined {
    const places = this.#placesIn(list, rest);
    return (places.findLast((place) => place.index < index) ?? places[0])?.node;
  }

  /** Looked for once: many items may ask for the same. */
  #placesIn(list: OrderNode, rest: KeyPath): readonly ItemNode[] {
    const byPath = getOrMake(this.#places, list, () => new Map<KeyId, readonly ItemNode[]>());
    return getOrMake(byPath, keyId(rest), () =>
      [...(list.children?.values() ?? [])].flatMap((item, index): ItemNode[] => {
        const node = this.#below(item, rest);
        return node ? [{ index, node }] : [];
      }),
    );
  }
}

/** What an item of a list has at some place. */
interface ItemNode {
  readonly index: number;
  readonly node: OrderNode;
}

/** A map of other names tells nothing of one whose names are numbers. */
const isNumbered = ({ kind, children }: OrderNode): boolean =>
  kind === 'list' || (kind === 'map' && [...(children?.keys() ?? [])].some(isIndex));
