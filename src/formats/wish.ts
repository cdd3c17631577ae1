import { keyPath } from '../core/key.js';
import type { KeyId, KeyPath } from '../core/key.js';
import { MAX_DEPTH } from './format.js';
import type { Edit, Refusal } from './format.js';

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
  for (const edit of edits) {
    const reason = plant(root, edit);
    if (reason !== undefined) refused.push({ path: edit.path, reason, position: undefined });
  }
  return { wish: root, refused };
}

function plant(root: Building, edit: Edit): string | undefined {
  if (edit.path.length === 0) return 'the root of the file has no text';
  if (edit.path.length > MAX_DEPTH) return `nesting limit: a key has at most ${MAX_DEPTH} segments`;
  let node = root;
  for (const segment of edit.path) {
    if (node.edit !== undefined)
      return `another edit gives a text to ${nameOf(node.edit.path)}, which is a parent of this key`;
    node = node.child(segment);
  }
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

/** The wish that every text of a catalog exist. */
export function wishOfTexts(texts: ReadonlyMap<KeyId, string>): ReturnType<typeof wishOf> {
  return wishOf([...texts].map(([id, text]) => ({ path: keyPath(id), text })));
}

const nameOf = (path: KeyPath): string => (path.length === 0 ? 'the root' : JSON.stringify(path.join('.')));
