import { setsText, type EditTree } from '../../edit-tree.js';
import type { Edit } from '../../format.js';
import type { Collection, ListNode, MapNode, ScalarNode, YamlNode } from '../parse/nodes.js';
import { kindOf } from '../parse/leaf.js';
import { isBlockStyle, type Source } from '../parse/source.js';

/**
 * Whether an edited text certainly holds what was meant. It goes through both trees side by side.
 * What no edit touches must be the same letter by letter and is not decoded, so this costs a
 * fraction of a parse. False means only that the case is not that simple: aliases, a null that
 * became a parent, an item that fills a list, or harm. Then `differences` compares every leaf.
 */
export function passesFastCheck(before: Source, after: Source, tree: EditTree): boolean {
  const [old, now] = [before.tree.root, after.tree.root];
  if (before.tree.aliased || after.tree.aliased || old === undefined || now === undefined) return false;
  return new FastCheck(before, after).map(old, now, tree);
}

class FastCheck {
  constructor(
    private readonly before: Source,
    private readonly after: Source,
  ) {}

  map(old: MapNode, now: MapNode, tree: EditTree): boolean {
    const { before, after } = this;
    const fresh = new Set<string>();
    let kept = 0;
    let at = 0;
    const skipRemoved = (): void => {
      for (let key = old.keys[at]; key !== undefined; key = old.keys[++at]) {
        const below = tree.children.get(before.textOf(key));
        if (below === undefined || !this.removed(old.values[at], below)) return;
      }
    };
    for (const [index, key] of now.keys.entries()) {
      if (after.isMerge(key)) return false;
      skipRemoved();
      const name = after.textOf(key);
      const below = tree.children.get(name);
      const oldKey = old.keys[at];
      if (oldKey !== undefined && this.sameScalar(oldKey, key)) {
        if (!this.child(old.values[at], now.values[index], below)) return false;
        if (below !== undefined && setsText(below)) kept++;
        at++;
      } else {
        if (below === undefined || fresh.has(name) || !this.isNew(now.values[index], below)) return false;
        fresh.add(name);
      }
    }
    skipRemoved();
    return at === old.keys.length && kept + fresh.size === wanted(tree);
  }

  private list(old: ListNode, now: ListNode, tree: EditTree): boolean {
    let made = 0;
    for (let index = 0; index < Math.max(old.values.length, now.values.length); index++) {
      const [was, is] = [old.values[index], now.values[index]];
      const below = tree.children.get(String(index));
      if (is === undefined) {
        if (below === undefined || !this.removed(was, below)) return false;
      } else {
        if (was === undefined ? below === undefined || !this.isNew(is, below) : !this.child(was, is, below))
          return false;
        if (below !== undefined && setsText(below)) made++;
      }
    }
    return made === wanted(tree);
  }

  private child(old: YamlNode | undefined, now: YamlNode | undefined, tree: EditTree | undefined): boolean {
    if (old === undefined || now === undefined) return false;
    if (tree === undefined) return this.same(old, now);
    if (tree.edit !== undefined)
      return old.is === 'scalar' && now.is === 'scalar' && this.isSet(old, now, tree.edit);
    if (old.is === 'map' && now.is === 'map') return this.map(old, now, tree);
    if (old.is === 'list' && now.is === 'list') return this.list(old, now, tree);
    return false;
  }

  /** Whether a new text reads back, as a type only if it replaced that type or is to have it. */
  private isSet(old: ScalarNode, now: ScalarNode, { text, kind }: Edit): boolean {
    if (text === undefined) return false;
    const reading = this.after.typeOf(now);
    if (kind !== undefined && kindOf(reading) !== kind) return false;
    if (kind !== undefined && kind !== 'string')
      return text === (kind === 'null' ? '' : this.after.textOf(now));
    if (reading === 'null') return this.before.typeOf(old) === 'null' && text === '';
    return this.after.textOf(now) === text && (reading === 'string' || reading === this.before.typeOf(old));
  }

  /** Whether a new node holds the texts of the edits, all of them strings, and nothing else. */
  private isNew(now: YamlNode | undefined, tree: EditTree): boolean {
    const { after } = this;
    if (now === undefined || now.is === 'alias') return false;
    if (tree.edit !== undefined) {
      return now.is === 'scalar' && after.typeOf(now) === 'string' && after.textOf(now) === tree.edit.text;
    }
    if (now.is === 'scalar' || now.values.length !== wanted(tree)) return false;
    const names = new Set<string>();
    return now.values.every((value, index) => {
      const name = this.nameIn(after, now, index);
      const below = name === undefined ? undefined : tree.children.get(name);
      if (name === undefined || below === undefined || names.has(name)) return false;
      names.add(name);
      return this.isNew(value, below);
    });
  }

  /** Whether the edits remove everything in this node. */
  private removed(old: YamlNode | undefined, tree: EditTree): boolean {
    if (old === undefined || old.is === 'alias') return false;
    if (tree.edit !== undefined)
      return tree.edit.text === undefined && (old.is === 'scalar' || old.values.length === 0);
    if (old.is === 'scalar' || old.values.length === 0) return false;
    return old.values.every((value, index) => {
      const name = this.nameIn(this.before, old, index);
      const below = name === undefined ? undefined : tree.children.get(name);
      return below !== undefined && this.removed(value, below);
    });
  }

  private same(old: YamlNode, now: YamlNode): boolean {
    if (old.is === 'scalar') return now.is === 'scalar' && this.sameScalar(old, now);
    if (old.is === 'alias' || now.is !== old.is || now.values.length !== old.values.length) return false;
    for (const [index, value] of old.values.entries()) {
      const other = now.values[index];
      if (other === undefined || !this.same(value, other)) return false;
      if (old.is === 'list' || now.is === 'list') continue;
      const [key, otherKey] = [old.keys[index], now.keys[index]];
      if (key === undefined || otherKey === undefined || !this.sameScalar(key, otherKey)) return false;
    }
    return true;
  }

  /**
   * Equal letters in an equal style read alike. If they differ, or the end of the file matters,
   * both are decoded.
   */
  private sameScalar(old: ScalarNode, now: ScalarNode): boolean {
    const { before, after } = this;
    const [a, b] = [old.event, now.event];
    if (a.style !== b.style || old.tag !== now.tag) return false;
    const isBlock = isBlockStyle(a.style);
    const alike =
      !before.reindented &&
      !after.reindented &&
      a.valueEnd - a.valueStart === b.valueEnd - b.valueStart &&
      !(isBlock && (a.indent !== b.indent || a.chomping !== b.chomping)) &&
      !(isBlock && (a.valueEnd === before.text.length || b.valueEnd === after.text.length)) &&
      before.text.slice(Math.max(0, a.valueStart), Math.max(0, a.valueEnd)) ===
        after.text.slice(Math.max(0, b.valueStart), Math.max(0, b.valueEnd));
    return alike || before.textOf(old) === after.textOf(now);
  }

  /** The name of an entry; undefined for a merge key. */
  private nameIn(source: Source, node: Collection, index: number): string | undefined {
    if (node.is === 'list') return String(index);
    const key = node.keys[index];
    return key === undefined || source.isMerge(key) ? undefined : source.textOf(key);
  }
}

/** How many of the children set a text. */
function wanted(tree: EditTree): number {
  let count = 0;
  for (const below of tree.children.values()) if (setsText(below)) count++;
  return count;
}
