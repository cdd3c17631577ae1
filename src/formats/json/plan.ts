import type { KeyPath } from '../../core/keys/key.js';
import type { Position, Refusal } from '../format.js';
import type { OrderIndex, OrderNode, Placed } from '../order.js';
import { byPlace, joined } from '../text.js';
import type { Replacement } from '../text.js';
import { leafKind, newValue } from './build.js';
import { tokenFor, type NewMember, type NewValue } from './render.js';
import { Manner } from './manner.js';
import { rewrite } from './rewrite.js';
import { Siblings } from './siblings.js';
import { valueHabits, type StringHabits } from './strings.js';
import type { Style } from './style.js';
import { namedChildren } from './survey.js';
import { LIST, type Tape } from './tape.js';
import { editsOf, wantsText, type Wish } from '../edit-tree.js';

/** What the planner needs to know of the file besides its tape. */
export interface Surroundings {
  readonly strings: () => StringHabits;
  readonly style: () => Style;
  readonly order: OrderIndex;
  readonly locate: (offset: number) => Position;
}

// Stands for a value that cannot be made; its refusal keeps the whole edit from being written.
const REFUSED: NewValue = '';

/** The replacements, not yet sorted, that make a wish true, and the edits that cannot be made. */
export function plan(
  tape: Tape,
  wish: Wish,
  surroundings: Surroundings,
): { replacements: Replacement[]; refused: Refusal[] } {
  const planner = new Planner(tape, surroundings);
  planner.container(0, wish, []);
  return planner;
}

class Planner {
  readonly replacements: Replacement[] = [];
  readonly refused: Refusal[] = [];

  constructor(
    private readonly tape: Tape,
    private readonly surroundings: Surroundings,
  ) {}

  /** Plans all edits in one map or list. Returns whether nothing is left in it, so that it has to go as well. */
  container(node: number, wish: Wish, path: KeyPath): boolean {
    const { tape } = this;
    let doubled: Map<string, number> | undefined;
    const named = namedChildren(tape, node, (name, first) => {
      doubled ??= new Map<string, number>();
      if (!doubled.has(name)) doubled.set(name, first);
    });
    const planned = this.replacements.length;
    const removed = new Set<number>();
    const added: string[] = [];
    wish.children.forEach((below, name) => {
      const child = named.get(name);
      if (child === undefined) {
        if (wantsText(below)) added.push(name);
        return;
      }
      const first = doubled?.get(name);
      if (first !== undefined)
        this.#refuse(below, this.#doubledReason(name, first, child), tape.keyStart(child));
      else if (this.#child(child, below, path, name)) removed.add(child);
    });
    if (tape.kind(node) === LIST) this.#checkList(wish, named, removed, added, node);
    if (removed.size === 0 && added.length === 0) return false;
    const siblings = new Siblings(tape, node);
    const gone = removed.size === siblings.size && added.length === 0;
    if (gone && node !== 0) {
      // What was planned inside goes with the whole.
      this.replacements.length = planned;
      return true;
    }
    const style = this.surroundings.style();
    const insertions = this.#insertions(siblings, wish, path, added, named, removed, style);
    if (this.refused.length > 0) return false;
    rewrite(siblings, removed, insertions, style, this.replacements);
    this.#join(planned);
    return false;
  }

  /** Makes one of all replacements since `planned`: the pieces of ten thousand new members would otherwise all be kept to the end. */
  #join(planned: number): void {
    const { replacements, tape } = this;
    if (replacements.length < planned + 2) return;
    const own = replacements.splice(planned);
    if (own.some((each, at) => at > 0 && byPlace(own[at - 1] ?? each, each) > 0)) own.sort(byPlace);
    replacements.push(joined(tape.text, own));
  }

  /** Plans what is wished of one existing child. Returns whether the child has to go. */
  #child(child: number, wish: Wish, parent: KeyPath, name: string): boolean {
    const { tape } = this;
    if (wish.edit === undefined) {
      if (!tape.isLeaf(child)) return this.container(child, wish, [...parent, name]);
      if (wantsText(wish))
        this.#refuse(wish, 'a parent of this key is a text here, and cannot hold keys', tape.start(child));
      return false;
    }
    if (!tape.isLeaf(child)) {
      this.#refuse(wish, `this key is a ${tape.kindName(child)} here, not a text`, tape.start(child));
      return false;
    }
    if (wish.edit.text === undefined) return true;
    this.#set(child, wish.edit.text);
    return false;
  }

  #set(leaf: number, text: string): void {
    const { tape } = this;
    const kind = leafKind(tape.kindName(leaf));
    const old = tape.leafText(leaf);
    if (old === text) return;
    const strings = valueHabits(tape.raw(leaf), this.surroundings.strings());
    this.replacements.push({
      start: tape.start(leaf),
      end: tape.end(leaf),
      text: tokenFor(text, kind, strings, old),
    });
  }

  /** A list has no holes and its items keep their numbers: items are added behind the last and removed from the end only. */
  #checkList(
    wish: Wish,
    named: ReadonlyMap<string, number>,
    removed: ReadonlySet<number>,
    added: readonly string[],
    node: number,
  ): void {
    const at = this.tape.start(node);
    let kept = named.size;
    if (removed.size > 0) {
      kept = [...named.values()].findIndex((child) => removed.has(child));
      for (const [name, child] of named) {
        const below = wish.children.get(name);
        if (below !== undefined && removed.has(child) && kept + removed.size !== named.size) {
          this.#refuse(
            below,
            'removing an item that is not at the end of its list would renumber those behind it',
            this.tape.start(child),
          );
        }
      }
    }
    const missing = new Set(added);
    for (let index = kept; missing.delete(String(index)); index++);
    for (const name of missing) {
      const below = wish.children.get(name);
      if (below !== undefined)
        this.#refuse(
          below,
          `the list here has ${kept} items: ${JSON.stringify(name)} is not the next index`,
          at,
        );
    }
  }

  #insertions(
    siblings: Siblings,
    wish: Wish,
    path: KeyPath,
    added: readonly string[],
    named: ReadonlyMap<string, number>,
    removed: ReadonlySet<number>,
    style: Style,
  ): readonly Placed<NewMember>[] {
    if (added.length === 0) return [];
    const isList = this.tape.kind(siblings.parent) === LIST;
    const inline = new Manner(siblings, style).isInlineHost();
    const onGap = (gap: Wish): void =>
      this.#refuse(gap, 'the indices of a new list have to run from 0 without a gap', undefined);
    const memberOf = (name: string, like: OrderNode | undefined): NewMember | undefined => {
      const below = wish.children.get(name);
      if (below === undefined || !wantsText(below)) return undefined;
      const value = newValue(below, like, inline, style, onGap) ?? REFUSED;
      return { name: isList ? undefined : name, value };
    };
    if (isList) {
      const likes = this.surroundings.order.node(path)?.children;
      const items = added
        .toSorted((a, b) => Number(a) - Number(b))
        .flatMap((name) => memberOf(name, likes?.get(name)) ?? []);
      return [{ side: 'end', sibling: undefined, items }];
    }
    return this.surroundings.order.arrange(path, added, (name, like) => {
      const child = named.get(name);
      if (child === undefined) return memberOf(name, like);
      return removed.size > 0 && removed.has(child) ? undefined : child;
    });
  }

  #refuse(wish: Wish, reason: string, at: number | undefined): void {
    const position = at === undefined ? undefined : this.surroundings.locate(at);
    for (const { path } of editsOf(wish)) this.refused.push({ path, reason, position });
  }

  #doubledReason(name: string, first: number, last: number): string {
    const { line, column } = this.surroundings.locate(this.tape.keyStart(first));
    const other = this.surroundings.locate(this.tape.keyStart(last));
    return `the key ${JSON.stringify(name)} occurs twice, at ${line}:${column} and at ${other.line}:${other.column}: which one is meant cannot be told`;
  }
}
