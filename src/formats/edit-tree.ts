import { keyPath, type KeyPath, type TextsByKey } from '../core/keys/key.js';
import { FormatError, MAX_DEPTH, type Edit, type Refusal } from './format.js';
import { areSiblings } from './order.js';

/** Edits as a tree that mirrors the file: the inner nodes are names, the leaves are edits. */
export interface EditTree {
  readonly edit: Edit | undefined;
  readonly children: ReadonlyMap<string, EditTree>;
}

// All leaves share this: ten thousand edits are ten thousand leaves, and a Map costs more than an
// edit.
const NO_CHILDREN: ReadonlyMap<string, EditTree> = new Map();

class MutableEditTree implements EditTree {
  edit: Edit | undefined = undefined;
  #children: Map<string, MutableEditTree> | undefined = undefined;

  get children(): ReadonlyMap<string, EditTree> {
    return this.#children ?? NO_CHILDREN;
  }

  child(name: string): MutableEditTree {
    const children = (this.#children ??= new Map<string, MutableEditTree>());
    let child = children.get(name);
    if (child === undefined) {
      child = new MutableEditTree();
      children.set(name, child);
    }
    return child;
  }
}

/** Why something cannot be done, for a person to read. */
export interface Refused {
  readonly refused: string;
}

/**
 * The tree of these edits. It refuses edits that contradict each other: two of one path, or one
 * path above another.
 */
export function editTreeOf(edits: readonly Edit[]): { tree: EditTree; refused: Refusal[] } {
  const root = new MutableEditTree();
  const refused: Refusal[] = [];
  let parent: MutableEditTree | Refused = root;
  let before: KeyPath | undefined;
  for (const edit of edits) {
    const { path } = edit;
    // Most edits are siblings of the one before.
    if (before === undefined || !areSiblings(before, path)) parent = parentOf(root, path);
    before = path;
    const problem = 'refused' in parent ? parent : add(parent, edit);
    if (problem !== undefined) refused.push({ path, reason: problem.refused, position: undefined });
  }
  return { tree: root, refused };
}

/** The node that the path's last segment belongs to. */
function parentOf(root: MutableEditTree, path: KeyPath): MutableEditTree | Refused {
  if (path.length === 0) return { refused: 'the root of the file has no text' };
  if (path.length > MAX_DEPTH) return { refused: `nesting limit: a key has at most ${MAX_DEPTH} segments` };
  let node = root;
  for (let depth = 0; ; depth++) {
    if (node.edit !== undefined)
      return {
        refused: `another edit gives a text to ${nameOf(node.edit.path)}, which is a parent of this key`,
      };
    const segment = path[depth];
    if (segment === undefined || depth === path.length - 1) return node;
    node = node.child(segment);
  }
}

function add(parent: MutableEditTree, edit: Edit): Refused | undefined {
  const node = parent.child(edit.path.at(-1) ?? '');
  if (node.edit !== undefined) return { refused: 'two edits change the same key' };
  if (node.children.size > 0) return { refused: 'another edit changes a key below this one' };
  node.edit = edit;
  return undefined;
}

/** All edits at and below this node. */
export function* editsOf(tree: EditTree): Generator<Edit> {
  if (tree.edit !== undefined) yield tree.edit;
  for (const child of tree.children.values()) yield* editsOf(child);
}

/**
 * Whether a group of this many segments stays, although these edits may remove all that is in it.
 */
export function keepsGroup(tree: EditTree, depth: number): boolean {
  for (const { path, keepsParent = 0 } of editsOf(tree))
    if (keepsParent > 0 && path.length - keepsParent === depth) return true;
  return false;
}

/** Whether an edit at or below this node sets a text. Otherwise all of them remove. */
export function setsText(tree: EditTree): boolean {
  if (tree.edit !== undefined) return tree.edit.text !== undefined;
  for (const child of tree.children.values()) if (setsText(child)) return true;
  return false;
}

/** The children at or below which an edit sets a text. */
export function childrenWithText(tree: EditTree): ReadonlyMap<string, EditTree> {
  const { children } = tree;
  for (const child of children.values())
    if (!setsText(child)) return new Map([...children].filter(([, each]) => setsText(each)));
  return children;
}

/**
 * The tree that sets every text of a catalog. Throws FormatError if no file can hold them all: a
 * key that is a text and a parent at the same time.
 */
export function treeOfTexts(texts: TextsByKey): EditTree {
  const { tree, refused } = editTreeOf([...texts].map(([id, text]) => ({ path: keyPath(id), text })));
  const [fault] = refused;
  if (fault !== undefined)
    throw new FormatError(`${nameOf(fault.path)}: ${fault.reason}`, { line: 1, column: 1 }, fault.path);
  return tree;
}

const nameOf = (path: KeyPath): string => (path.length === 0 ? 'the root' : JSON.stringify(path.join('.')));
