import { keyPath } from '../core/keys/key.js';
import type { KeyId, KeyPath } from '../core/keys/key.js';
import { FormatError, MAX_DEPTH } from './format.js';
import type { Edit, Refusal } from './format.js';
import { areSiblings } from './order.js';

/** The edits as a tree that mirrors the file: an edit at the ends, names on the way. */
export interface Wish {
  readonly edit: Edit | undefined;
  readonly children: ReadonlyMap<string, Wish>;
}

// Shared by all wishes without children: ten thousand edits are ten thousand ends, and a Map for each costs more than the edits.
const NONE: ReadonlyMap<string, Wish> = new Map();

class Building implements Wish {
  edit: Edit | undefined = undefined;
  #children: Map<string, Building> | undefined = undefined;

  get children(): ReadonlyMap<string, Wish> {
    return this.#children ?? NONE;
  }

  child(name: string): Building {
    const children = (this.#children ??= new Map<string, Building>());
    let child = children.get(name);
    if (child === undefined) {
      child = new Building();
      children.set(name, child);
    }
    return child;
  }
}

/** The tree of these edits. Edits that contradict each other are refused: two of one path, or one path above another. */
export function wishOf(edits: readonly Edit[]): { wish: Wish; refused: Refusal[] } {
  const root = new Building();
  const refused: Refusal[] = [];
  let parent: Building | string = root;
  let before: KeyPath | undefined;
  for (const edit of edits) {
    const { path } = edit;
    // Most edits are of siblings of the one before.
    if (before === undefined || !areSiblings(before, path)) parent = parentOf(root, path);
    before = path;
    const reason = typeof parent === 'string' ? parent : plant(parent, edit);
    if (reason !== undefined) refused.push({ path, reason, position: undefined });
  }
  return { wish: root, refused };
}

/** The node that the path's last segment belongs to, or why there is none. */
function parentOf(root: Building, path: KeyPath): Building | string {
  if (path.length === 0) return 'the root of the file has no text';
  if (path.length > MAX_DEPTH) return `nesting limit: a key has at most ${MAX_DEPTH} segments`;
  let node = root;
  for (let depth = 0; ; depth++) {
    if (node.edit !== undefined)
      return `another edit gives a text to ${nameOf(node.edit.path)}, which is a parent of this key`;
    const segment = path[depth];
    if (segment === undefined || depth === path.length - 1) return node;
    node = node.child(segment);
  }
}

function plant(parent: Building, edit: Edit): string | undefined {
  const node = parent.child(edit.path.at(-1) ?? '');
  if (node.edit !== undefined) return 'two edits of one key';
  if (node.children.size > 0) return 'another edit is of a key below this one';
  node.edit = edit;
  return undefined;
}

/** All edits of a wish and below it. */
export function* editsOf(wish: Wish): Generator<Edit> {
  if (wish.edit !== undefined) yield wish.edit;
  for (const child of wish.children.values()) yield* editsOf(child);
}

/** Whether anything at or below this wish is to have a text; otherwise it only removes. */
export function wantsText(wish: Wish): boolean {
  if (wish.edit !== undefined) return wish.edit.text !== undefined;
  for (const child of wish.children.values()) if (wantsText(child)) return true;
  return false;
}

/** The wish that every text of a catalog exist. Throws FormatError where no file can hold them all: a key that is a text and a parent at once. */
export function wishOfTexts(texts: ReadonlyMap<KeyId, string>): Wish {
  const { wish, refused } = wishOf([...texts].map(([id, text]) => ({ path: keyPath(id), text })));
  const [fault] = refused;
  if (fault !== undefined)
    throw new FormatError(`${nameOf(fault.path)}: ${fault.reason}`, { line: 1, column: 1 });
  return wish;
}

const nameOf = (path: KeyPath): string => (path.length === 0 ? 'the root' : JSON.stringify(path.join('.')));
