import type { KeyPath } from '../../core/keys/key.js';
import { editsOf, keepsGroup, setsText, type EditTree } from '../edit-tree.js';
import type { Position } from '../../core/text/lines.js';
import { isRefused, type EditResult, type LeafKind, type Refusal } from '../format.js';
import type { OrderIndex, OrderNode, Placement } from '../order.js';
import { byPlace, joined, splice, type Replacement } from '../text.js';
import { namedChildren } from './leaves.js';
import { MemberLayout } from './member-layout.js';
import { isFault, mayLackLike, newItems, RENUMBERS, type ListFault } from '../new-lists.js';
import { emptyItem, leafKind, newValue } from './new-value.js';
import { renderValue, tokenFor, type NewMember, type NewValue } from './render.js';
import { Siblings } from './siblings.js';
import { spliceMembers } from './splice-members.js';
import { stringStyleBeside, type StringStyle } from './strings.js';
import type { JsonStyle } from './style.js';
import { lineStart } from './trivia.js';
import { LIST, type Tape } from '../../core/json/tape.js';

/** What an edit needs to know of the file. */
export interface Editable {
  readonly tape: Tape;
  readonly strings: StringStyle;
  readonly style: JsonStyle;
  positionOf(offset: number): Position;
}

// Stands for a value that cannot be made. Its refusal keeps the whole edit from being written.
const REFUSED: NewValue = '';

/**
 * The text with these edits made, not yet verified. `contradictions` are the edits that the tree
 * could not hold; they are reported together with those that the file cannot take.
 */
export function writeEdits(
  file: Editable,
  tree: EditTree,
  contradictions: readonly Refusal[],
  order: OrderIndex,
): EditResult {
  const planner = new EditPlanner(file, order);
  planner.container(0, tree, []);
  const refused = [...contradictions, ...planner.refused];
  if (isRefused(refused)) return { ok: false, refused };
  return { ok: true, text: splice(file.tape.text, planner.replacements.toSorted(byPlace)) };
}

class EditPlanner {
  readonly replacements: Replacement[] = [];
  readonly refused: Refusal[] = [];

  readonly #tape: Tape;

  constructor(
    private readonly file: Editable,
    private readonly order: OrderIndex,
  ) {
    this.#tape = file.tape;
  }

  /** Plans the edits in a map or list. True if nothing is left in it: it has to go. */
  container(node: number, tree: EditTree, path: KeyPath): boolean {
    const tape = this.#tape;
    let doubled: Map<string, number> | undefined;
    const named = namedChildren(tape, node, (name, first) => {
      doubled ??= new Map<string, number>();
      if (!doubled.has(name)) doubled.set(name, first);
    });
    const planned = this.replacements.length;
    const removed = new Set<number>();
    const added: string[] = [];
    tree.children.forEach((below, name) => {
      const child = named.get(name);
      if (child === undefined) {
        if (setsText(below)) added.push(name);
        return;
      }
      const first = doubled?.get(name);
      if (first !== undefined)
        this.#refuse(below, this.#doubledReason(name, first, child), tape.keyStart(child));
      else if (this.#child(child, below, path, name)) removed.add(child);
    });
    const isList = tape.kind(node) === LIST;
    if (isList) this.#refuseRenumbering(tree, named, removed);
    if (removed.size === 0 && added.length === 0) return false;
    const siblings = new Siblings(tape, node);
    const gone = removed.size === siblings.size && added.length === 0;
    if (gone && node !== 0 && !keepsGroup(tree, path.length)) {
      // The plans inside go with the whole.
      this.replacements.length = planned;
      return true;
    }
    const insertions = isList
      ? this.#newItems(siblings, tree, path, added, removed)
      : this.#newMembers(siblings, tree, path, added, named, removed);
    if (this.refused.length > 0) return false;
    spliceMembers(siblings, removed, insertions, this.file.style, this.replacements);
    this.#join(planned);
    return false;
  }

  /** Joins the replacements since `planned`: the pieces of 10,000 members are freed early. */
  #join(planned: number): void {
    const { replacements } = this;
    if (replacements.length < planned + 2) return;
    const own = replacements.splice(planned);
    if (own.some((each, at) => at > 0 && byPlace(own[at - 1] ?? each, each) > 0)) own.sort(byPlace);
    replacements.push(joined(this.#tape.text, own));
  }

  /** Plans the edits of one existing child. Returns whether the child has to go. */
  #child(child: number, tree: EditTree, parent: KeyPath, name: string): boolean {
    const tape = this.#tape;
    if (tree.edit === undefined) {
      if (!tape.isLeaf(child)) return this.container(child, tree, [...parent, name]);
      if (setsText(tree) && tape.kindName(child) === 'null') this.#fillNull(child, tree, [...parent, name]);
      else if (setsText(tree))
        this.#refuse(tree, 'a parent of this key is a text here, and cannot hold keys', tape.start(child));
      return false;
    }
    if (!tape.isLeaf(child)) {
      if (tree.edit.text === undefined && !tape.hasChildren(child)) return true;
      this.#refuse(tree, `this key is a ${tape.kindName(child)} here, not a text`, tape.start(child));
      return false;
    }
    if (tree.edit.text === undefined) return true;
    this.#set(child, tree.edit.text, tree.edit.kind);
    return false;
  }

  #set(leaf: number, text: string, asked: LeafKind | undefined): void {
    const tape = this.#tape;
    const kind = leafKind(tape.kindName(leaf));
    const old = tape.leafText(leaf);
    if (old === text && (asked ?? kind) === kind) return;
    const strings = stringStyleBeside(tape.raw(leaf), this.file.strings);
    this.replacements.push({
      start: tape.start(leaf),
      end: tape.end(leaf),
      text: tokenFor(text, strings, { kind, old, asked }),
    });
  }

  /** A null that gets keys below it becomes what the model has there. */
  #fillNull(leaf: number, tree: EditTree, path: KeyPath): void {
    const tape = this.#tape;
    const { style } = this.file;
    const start = tape.memberStart(leaf);
    const line = lineStart(tape.text, start);
    const value = this.#valueOf(tree, this.order.node(path), line === undefined);
    const indent = line === undefined ? '' : tape.text.slice(line, start);
    const text = renderValue(value, style, indent);
    this.replacements.push({ start: tape.start(leaf), end: tape.end(leaf), text });
  }

  /** The items of a list keep their numbers: only those at its end can be removed. */
  #refuseRenumbering(tree: EditTree, named: ReadonlyMap<string, number>, removed: ReadonlySet<number>): void {
    if (removed.size === 0) return;
    const items = [...named];
    const last = items.findLastIndex(([, child]) => !removed.has(child));
    for (const [name, child] of items.slice(0, Math.max(last, 0))) {
      const below = tree.children.get(name);
      if (below === undefined || !removed.has(child)) continue;
      const position = this.file.positionOf(this.#tape.start(child));
      for (const { path } of editsOf(below))
        this.refused.push({ path, reason: RENUMBERS, position, renumbers: true });
    }
  }

  #newItems(
    siblings: Siblings,
    tree: EditTree,
    path: KeyPath,
    added: readonly string[],
    removed: ReadonlySet<number>,
  ): readonly Placement<NewMember>[] {
    if (added.length === 0) return [];
    const like = this.order.node(path);
    const trees = new Map(added.map((name) => [name, tree.children.get(name) ?? tree]));
    const names = newItems(trees, mayLackLike(like), siblings.size - removed.size);
    if (isFault(names)) {
      this.#fault(names, this.#tape.start(siblings.parent));
      return [];
    }
    const inline = new MemberLayout(siblings, this.file.style).isInline();
    const items = names.map((name) => ({
      name: undefined,
      value: this.#valueOf(tree.children.get(name), like?.children?.get(name), inline),
    }));
    return [{ side: 'end', sibling: undefined, items }];
  }

  #newMembers(
    siblings: Siblings,
    tree: EditTree,
    path: KeyPath,
    added: readonly string[],
    named: ReadonlyMap<string, number>,
    removed: ReadonlySet<number>,
  ): readonly Placement<NewMember>[] {
    if (added.length === 0) return [];
    const inline = new MemberLayout(siblings, this.file.style).isInline();
    const memberOf = (name: string, like: OrderNode | undefined): NewMember | undefined => {
      const below = tree.children.get(name);
      if (below === undefined || !setsText(below)) return undefined;
      return { name, value: this.#valueOf(below, like, inline) };
    };
    return this.order.arrange(path, added, (name, like) => {
      const child = named.get(name);
      if (child === undefined) return memberOf(name, like);
      return removed.size > 0 && removed.has(child) ? undefined : child;
    });
  }

  #valueOf(tree: EditTree | undefined, like: OrderNode | undefined, inline: boolean): NewValue {
    if (tree === undefined) return emptyItem(like);
    return newValue(tree, like, inline, this.file.style, (fault) => this.#fault(fault)) ?? REFUSED;
  }

  #fault({ path, reason }: ListFault, at?: number): void {
    const position = at === undefined ? undefined : this.file.positionOf(at);
    this.refused.push({ path, reason, position });
  }

  #refuse(tree: EditTree, reason: string, at: number | undefined): void {
    const position = at === undefined ? undefined : this.file.positionOf(at);
    for (const { path } of editsOf(tree)) this.refused.push({ path, reason, position });
  }

  #doubledReason(name: string, first: number, last: number): string {
    const { line, column } = this.file.positionOf(this.#tape.keyStart(first));
    const other = this.file.positionOf(this.#tape.keyStart(last));
    return `the key ${JSON.stringify(name)} occurs twice, at ${line}:${column} and at ${other.line}:${other.column}: it is unclear which one is meant`;
  }
}
