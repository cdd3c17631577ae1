import { childId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { AliasNode, Collection, MapNode, ScalarNode, YamlNode } from './nodes.js';
import type { Source } from './source.js';

/** How a value is reached that is written elsewhere. */
export interface Indirection {
  readonly how: 'alias' | 'merge';
  /** The alias, or the merge key. */
  readonly offset: number;
  readonly anchor: string | undefined;
}

/** A child as a reader sees it: with merged keys, and the last one of equal keys. */
export interface Child {
  readonly name: string;
  readonly node: ScalarNode | Collection;
  /** The collection in which it is written. */
  readonly owner: Collection;
  readonly index: number;
  readonly indirection: Indirection | undefined;
}

/** The children of a collection, in the order of readers. */
export function childrenOf(source: Source, node: Collection): readonly Child[] {
  return node.is === 'map'
    ? mapChildren(source, node)
    : node.values.map((value, index) => child(String(index), value, node, index));
}

/** The child of this name; a look-up in maps without merge keys. */
export function childOf(source: Source, node: Collection, name: string): Child | undefined {
  if (node.is === 'list') {
    const index = indexOf(name);
    const value = index === undefined ? undefined : node.values[index];
    return value && index !== undefined ? child(name, value, node, index) : undefined;
  }
  const { last, merges } = source.keysOf(node);
  const index = last.get(name);
  const value = index === undefined ? undefined : node.values[index];
  if (value && index !== undefined) return child(name, value, node, index);
  return merges ? mapChildren(source, node).find((each) => each.name === name) : undefined;
}

/** What is at the end of a path; undefined for the root, and if the path leads nowhere. */
export function childAt(source: Source, path: KeyPath): Child | undefined {
  let node: Child['node'] | undefined = source.tree.root;
  let found: Child | undefined;
  for (const name of path) {
    if (node === undefined || node.is === 'scalar') return undefined;
    found = childOf(source, node, name);
    node = found?.node;
  }
  return found;
}

/** The index that a path segment is in a list; undefined if it is not one. */
function indexOf(name: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,8})$/.test(name) ? Number(name) : undefined;
}

function mapChildren(source: Source, map: MapNode): readonly Child[] {
  const { last } = source.keysOf(map);
  const children: Child[] = [];
  let merged: Set<string> | undefined;
  map.keys.forEach((key, index) => {
    const value = map.values[index];
    if (value === undefined) return;
    if (source.isMerge(key)) {
      merged ??= new Set();
      for (const each of mergedChildren(source, value, key.event.valueStart)) {
        if (last.has(each.name) || merged.has(each.name)) continue;
        merged.add(each.name);
        children.push(each);
      }
      return;
    }
    const name = source.textOf(key);
    if (last.get(name) === index) children.push(child(name, value, map, index));
  });
  return children;
}

function mergedChildren(source: Source, value: YamlNode, offset: number): Child[] {
  const anchor = value.is === 'alias' ? value.target.anchor : undefined;
  const node = value.is === 'alias' ? value.target : value;
  if (node.is === 'scalar') return [];
  if (node.is === 'list') return node.values.flatMap((item) => mergedChildren(source, item, offset));
  const indirection: Indirection = { how: 'merge', offset, anchor };
  return mapChildren(source, node).map((each): Child => ({ ...each, indirection }));
}

function child(name: string, value: YamlNode, owner: Collection, index: number): Child {
  if (value.is !== 'alias') return { name, node: value, owner, index, indirection: undefined };
  return { name, node: value.target, owner, index, indirection: aliasIndirection(value) };
}

const aliasIndirection = (alias: AliasNode): Indirection => ({
  how: 'alias',
  offset: alias.start,
  anchor: alias.target.anchor,
});

/**
 * Calls `visit` for each value below a collection, parents before children, with its path from
 * there. `indirection` led to the value or to a parent of it; `from` led to the collection.
 */
export function visitBelow(
  source: Source,
  node: Collection,
  visit: (id: KeyId, child: Child, indirection: Indirection | undefined) => void,
  from?: Indirection,
): void {
  const descend = (
    parent: Collection,
    above: KeyId | undefined,
    inherited: Indirection | undefined,
  ): void => {
    for (const each of childrenOf(source, parent)) {
      const id = childId(above, each.name);
      const indirection = inherited ?? each.indirection;
      visit(id, each, indirection);
      if (each.node.is !== 'scalar') descend(each.node, id, indirection);
    }
  };
  descend(node, undefined, from);
}
