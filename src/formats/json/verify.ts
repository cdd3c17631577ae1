import type { KeyPath } from '../../core/keys/key.js';
import { setsText, type EditTree } from '../edit-tree.js';
import { kindFor } from './render.js';
import { LIST, MAP, type Tape } from '../../core/json/tape.js';

/**
 * Compares an edited text with what was meant: the old text and the edits. It shares nothing with
 * the planner but the edit tree. It goes through both tapes side by side and accounts for every
 * leaf of the new one. What no edit touches must be the same letter by letter. Returns the path of
 * the first difference, or undefined.
 */
export function difference(before: Tape, tree: EditTree, after: Tape): KeyPath | undefined {
  return new Verifier(before, after).container(0, tree, 0, []);
}

class Verifier {
  constructor(
    private readonly before: Tape,
    private readonly after: Tape,
  ) {}

  container(old: number, tree: EditTree, now: number, path: KeyPath): KeyPath | undefined {
    const { before, after } = this;
    if (before.kind(old) !== after.kind(now)) return path;
    const entries = new ChildCursor(before, old);
    const fresh = new Set<string>();
    // A map or list can lose everything and stay.
    const skipRemoved = (next?: string): void => {
      while (entries.node !== undefined && entries.name !== next) {
        const below = tree.children.get(entries.name);
        if (below === undefined || !this.#removed(entries.node, below)) return;
        entries.advance();
      }
    };
    let had = 0;
    const found = new ChildCursor(after, now);
    while (found.node !== undefined) {
      const { node } = found;
      // Most members are equal letter by letter; then only one of the two names is decoded.
      if (entries.node !== undefined && this.#same(entries.node, node) && !tree.children.has(entries.name)) {
        entries.advance();
        found.advance();
        continue;
      }
      const { name } = found;
      found.advance();
      if (entries.node === undefined || entries.name !== name) skipRemoved(name);
      const below = tree.children.get(name);
      if (entries.node !== undefined && entries.name === name) {
        if (!this.#child(entries.node, below, node))
          return this.#deeper(entries.node, below, node, [...path, name]);
        if (below !== undefined && setsText(below)) had++;
        entries.advance();
      } else if (below === undefined) {
        if (!this.#fillsGap(now, node)) return [...path, name];
      } else if (!this.#isNew(node, below) || fresh.size === fresh.add(name).size) return [...path, name];
    }
    skipRemoved();
    if (entries.node !== undefined) return [...path, entries.name];
    let wanted = 0;
    for (const below of tree.children.values()) if (setsText(below)) wanted++;
    return wanted === had + fresh.size ? undefined : path;
  }

  #child(old: number, tree: EditTree | undefined, now: number): boolean {
    const { before, after } = this;
    if (tree === undefined) return this.#same(old, now);
    if (tree.edit === undefined) {
      if (!before.isLeaf(old)) return this.container(old, tree, now, []) === undefined;
      const fills = before.kindName(old) === 'null' && setsText(tree);
      return fills ? this.#isNew(now, tree) : this.#same(old, now);
    }
    const kind = before.kindName(old);
    const { text, kind: asked } = tree.edit;
    if (text === undefined || kind === 'map' || kind === 'list') return false;
    const spelt = before.leafText(old);
    const isKept = spelt === text && asked === undefined;
    const wanted = isKept ? kind : kindFor(text, { kind, old: spelt, asked });
    return after.kindName(now) === wanted && after.leafText(now) === (wanted === 'null' ? '' : text);
  }

  /** Whether key and value are equal letter by letter. */
  #same(old: number, now: number): boolean {
    const { before, after } = this;
    return (
      before.end(old) - before.memberStart(old) === after.end(now) - after.memberStart(now) &&
      before.member(old) === after.member(now)
    );
  }

  /** The path of the difference inside a child that differs. */
  #deeper(old: number, tree: EditTree | undefined, now: number, path: KeyPath): KeyPath {
    if (tree === undefined || tree.edit !== undefined || this.before.isLeaf(old)) return path;
    return this.container(old, tree, now, path) ?? path;
  }

  /** Whether the edits remove everything in this node. */
  #removed(old: number, tree: EditTree): boolean {
    if (tree.edit !== undefined)
      return tree.edit.text === undefined && (this.before.isLeaf(old) || !this.before.hasChildren(old));
    if (this.before.isLeaf(old) || !this.before.hasChildren(old)) return false;
    const held = new ChildCursor(this.before, old);
    while (held.node !== undefined) {
      const { name, node } = held;
      held.advance();
      const below = tree.children.get(name);
      if (below === undefined || !this.#removed(node, below)) return false;
    }
    return true;
  }

  /** Whether a new node holds the texts of the edits and nothing else. */
  #isNew(now: number, tree: EditTree): boolean {
    const { after } = this;
    if (tree.edit !== undefined) {
      const { text } = tree.edit;
      return after.isLeaf(now) && after.leafText(now) === text;
    }
    if (after.kind(now) !== MAP && after.kind(now) !== LIST) return false;
    const wanted = new Map([...tree.children].filter(([, below]) => setsText(below)));
    const found = new ChildCursor(after, now);
    while (found.node !== undefined) {
      const { name, node } = found;
      found.advance();
      const below = wanted.get(name);
      if (below === undefined) {
        if (!this.#fillsGap(now, node)) return false;
      } else if (!wanted.delete(name) || !this.#isNew(node, below)) return false;
    }
    return wanted.size === 0;
  }

  /** Whether a new item holds nothing, and only keeps the place of those after it. */
  #fillsGap(list: number, item: number): boolean {
    const { after } = this;
    const isEmpty = after.isLeaf(item) ? after.kindName(item) === 'null' : !after.hasChildren(item);
    return isEmpty && after.kind(list) === LIST && after.next(item) < after.next(list);
  }
}

/** Visits all children of a map or list, repeated keys too. A list's names are indices. */
class ChildCursor {
  #node: number;
  #index = 0;
  readonly #end: number;
  readonly #isList: boolean;
  #name: string | undefined;

  constructor(
    private readonly tape: Tape,
    parent: number,
  ) {
    this.#node = parent + 1;
    this.#end = tape.next(parent);
    this.#isList = tape.kind(parent) === LIST;
  }

  get node(): number | undefined {
    return this.#node < this.#end ? this.#node : undefined;
  }

  get name(): string {
    return (this.#name ??= this.#isList ? String(this.#index) : this.tape.key(this.#node));
  }

  advance(): void {
    this.#node = this.tape.next(this.#node);
    this.#index++;
    this.#name = undefined;
  }
}
