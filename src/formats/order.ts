import type { KeyPath } from '../core/keys/key.js';
import { outlineIn, type Order, type OutlineNode } from './format.js';

/** New children of one parent that go to the same place, in their order. */
export interface Placement<T> {
  /** On which side of the sibling they go; `end` is after all children of the parent. */
  readonly side: 'after' | 'before' | 'end';
  /** The number that the caller has for that sibling; undefined only at the end. */
  readonly sibling: number | undefined;
  readonly items: readonly T[];
}

/**
 * Looks up a name in the parent that gets new children: the number of an existing child, the
 * caller's new child, or undefined for neither. `node` is what the other document has under that
 * name.
 */
export type Lookup<T> = (name: string, node: OrderNode | undefined) => number | T | undefined;

/** One node of another document's outline, with its children in that document's order. */
export interface OrderNode {
  readonly kind: OutlineNode['kind'];
  /** In that document's order; undefined if there are none. */
  readonly children: ReadonlyMap<string, OrderNode> | undefined;
  /** Only its kind is known, and not where it is among its siblings. */
  readonly isUnplaced: boolean;
}

interface MutableOrderNode extends OrderNode {
  kind: OutlineNode['kind'];
  children: Map<string, MutableOrderNode> | undefined;
}

const NO_CHILDREN: ReadonlyMap<string, OrderNode> = new Map();

/**
 * Another document's outline as a tree, built when first asked. Without an outline, every place is
 * the end.
 */
export class OrderIndex {
  #root: OrderNode | undefined;

  constructor(private readonly order: Order | undefined) {}

  /**
   * The node of this path; the empty path is the root. Undefined if the outline lacks it. Costs one
   * map look-up per segment.
   */
  node(path: KeyPath): OrderNode | undefined {
    let node: OrderNode | undefined = (this.#root ??= tree(outlineIn(this.order) ?? []));
    for (const segment of path) {
      node = node.children?.get(segment);
      if (node === undefined) return undefined;
    }
    return node;
  }

  /**
   * The places of all new children of one parent, in one pass over the siblings. A new child goes
   * after the nearest earlier sibling that exists, else before the nearest later one, else to the
   * end. `added` are names that do not exist yet. Names that the outline does not know come last,
   * in the order given. Each place occurs once.
   */
  arrange<T extends string | object>(
    parent: KeyPath,
    added: readonly string[],
    lookUp: Lookup<T>,
  ): readonly Placement<T>[] {
    const siblings = this.node(parent)?.children ?? NO_CHILDREN;
    const isPlaced = (name: string): boolean => siblings.get(name)?.isUnplaced === false;
    // Ten thousand new keys can have ten thousand places: look up each name once and allocate
    // nothing but the result.
    const placed: Placement<T>[] = [];
    let waiting: T[] | undefined;
    let anchor: number | undefined;
    let known = 0;
    const visit = (node: OrderNode, name: string): void => {
      if (node.isUnplaced) return;
      const found = waiting === undefined && known === added.length ? undefined : lookUp(name, node);
      if (found === undefined) return;
      if (typeof found !== 'number') {
        known++;
        if (waiting === undefined) waiting = [found];
        else waiting.push(found);
        return;
      }
      if (waiting !== undefined) {
        const side = anchor === undefined ? 'before' : 'after';
        placed.push({ side, sibling: anchor ?? found, items: waiting });
        waiting = undefined;
      }
      anchor = found;
    };
    if (added.some(isPlaced)) siblings.forEach(visit);
    if (anchor !== undefined && waiting !== undefined) {
      placed.push({ side: 'after', sibling: anchor, items: waiting });
      waiting = undefined;
    }
    for (const name of known < added.length ? added : []) {
      const found = isPlaced(name) ? undefined : lookUp(name, siblings.get(name));
      if (found !== undefined && typeof found !== 'number') (waiting ??= []).push(found);
    }
    if (waiting !== undefined) placed.push({ side: 'end', sibling: undefined, items: waiting });
    return placed;
  }
}

function tree(order: readonly OutlineNode[]): OrderNode {
  const root: MutableOrderNode = { kind: 'map', children: new Map(), isUnplaced: false };
  let parent = root;
  let before: KeyPath = [];
  for (const { path, kind, isUnplaced = false } of order) {
    // Most nodes are siblings of the one before.
    if (!areSiblings(before, path))
      parent = path.slice(0, -1).reduce((node, segment) => childOf(node, segment, isUnplaced), root);
    before = path;
    const name = path.at(-1);
    if (name === undefined) continue;
    parent.children ??= new Map();
    const known = parent.children.get(name);
    if (known === undefined) parent.children.set(name, { kind, children: undefined, isUnplaced });
    else if (isUnplaced && kind === 'list' && known.kind !== 'map') known.kind = kind;
  }
  return root;
}

/** Whether two paths differ in their last segment at most. */
export function areSiblings(a: KeyPath, b: KeyPath): boolean {
  if (a.length !== b.length) return false;
  for (let depth = a.length - 2; depth >= 0; depth--) if (a[depth] !== b[depth]) return false;
  return true;
}

function childOf(node: MutableOrderNode, name: string, isUnplaced: boolean): MutableOrderNode {
  node.children ??= new Map();
  let child = node.children.get(name);
  if (child === undefined) {
    child = { kind: 'map', children: undefined, isUnplaced };
    node.children.set(name, child);
  }
  return child;
}
