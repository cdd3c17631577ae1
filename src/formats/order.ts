import type { KeyPath } from '../core/key.js';
import type { OutlineNode } from './format.js';

/** Where a new child goes among those that its parent has already. */
export type Place =
  { readonly kind: 'after' | 'before'; readonly sibling: string } | { readonly kind: 'end' };

/** Several new children of one parent that go to one place, in the order in which they shall stand there. */
export interface Placed {
  readonly place: Place;
  readonly names: readonly string[];
}

/** One node of another document's outline, with its children in that document's order. */
export interface OrderNode {
  readonly kind: OutlineNode['kind'];
  /** In that document's order; undefined if there are none. */
  readonly children: ReadonlyMap<string, OrderNode> | undefined;
}

interface Building extends OrderNode {
  children: Map<string, Building> | undefined;
}

const END: Place = { kind: 'end' };
const NO_CHILDREN: ReadonlyMap<string, OrderNode> = new Map();

/** Another document's outline as a tree, made once and asked often. Without an outline it knows nothing, and every place is the end. */
export class OrderIndex {
  #root: OrderNode | undefined;

  constructor(private readonly order: readonly OutlineNode[] | undefined) {}

  /** The node of this path (the empty path is the root); undefined if the outline does not have it. Costs one map look-up a segment. */
  node(path: KeyPath): OrderNode | undefined {
    let node: OrderNode | undefined = (this.#root ??= tree(this.order ?? []));
    for (const segment of path) {
      node = node.children?.get(segment);
      if (node === undefined) return undefined;
    }
    return node;
  }

  /**
   * The place of one new child: after the nearest earlier sibling that exists, else before the nearest later one that exists, else the end.
   * Costs a walk over the siblings: for many children of one parent use {@link arrange}.
   */
  placeFor(path: KeyPath, exists: (sibling: string) => boolean): Place {
    const name = path.at(-1);
    if (name === undefined) return END;
    return this.arrange(path.slice(0, -1), [name], exists)[0]?.place ?? END;
  }

  /**
   * The places of all new children of one parent by the rule of {@link placeFor}, in one pass over the siblings. `added` are names that
   * do not exist yet; those that the outline does not know come last, at the end, in the order given. Each place occurs once.
   */
  arrange(
    parent: KeyPath,
    added: readonly string[],
    exists: (sibling: string) => boolean,
  ): readonly Placed[] {
    const siblings = this.node(parent)?.children ?? NO_CHILDREN;
    const wanted = new Set<string>();
    const unknown: string[] = [];
    for (const name of added) {
      if (siblings.has(name)) wanted.add(name);
      else unknown.push(name);
    }
    const placed: Placed[] = [];
    let waiting: string[] = [];
    let anchor: string | undefined;
    const flush = (place: Place): void => {
      if (waiting.length > 0) placed.push({ place, names: waiting });
      waiting = [];
    };
    if (wanted.size > 0) {
      for (const name of siblings.keys()) {
        if (wanted.has(name)) waiting.push(name);
        else if (exists(name)) {
          flush(
            anchor === undefined ? { kind: 'before', sibling: name } : { kind: 'after', sibling: anchor },
          );
          anchor = name;
        }
      }
    }
    if (anchor !== undefined) flush({ kind: 'after', sibling: anchor });
    waiting.push(...unknown);
    flush(END);
    return placed;
  }
}

/** The index of an outline; its tree is built when first asked. */
export const orderIndex = (order: readonly OutlineNode[] | undefined): OrderIndex => new OrderIndex(order);

function tree(order: readonly OutlineNode[]): OrderNode {
  const root: Building = { kind: 'map', children: new Map() };
  let parent = root;
  let before: KeyPath = [];
  for (const { path, kind } of order) {
    // Most nodes are siblings of the one before.
    if (!areSiblings(before, path)) parent = path.slice(0, -1).reduce(childOf, root);
    before = path;
    const name = path.at(-1);
    if (name === undefined) continue;
    parent.children ??= new Map();
    if (!parent.children.has(name)) parent.children.set(name, { kind, children: undefined });
  }
  return root;
}

function areSiblings(a: KeyPath, b: KeyPath): boolean {
  if (a.length !== b.length) return false;
  for (let depth = a.length - 2; depth >= 0; depth--) if (a[depth] !== b[depth]) return false;
  return true;
}

function childOf(node: Building, name: string): Building {
  node.children ??= new Map();
  let child = node.children.get(name);
  if (child === undefined) {
    child = { kind: 'map', children: undefined };
    node.children.set(name, child);
  }
  return child;
}
