import type { KeyPath } from '../../../core/keys/key.js';
import type { OrderIndex } from '../../order.js';
import { blockScalar } from './blocks.js';
import type { Habits } from './file-style.js';
import { indexOf } from '../parse/walk.js';
import type { Manner, Style } from './model-style.js';
import { inlineScalar } from './scalars.js';

/** New keys below one parent: a text for a leaf, more of them for a parent. */
export type Added = ReadonlyMap<string, string | Added>;

/** Thrown where new keys do not make up what they have to be part of; the message is the reason. */
export class Unfit extends Error {
  constructor(
    readonly path: KeyPath,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export interface RenderOptions {
  readonly habits: Habits;
  readonly order: OrderIndex;
  readonly manner: Manner;
  /** The second try: texts are written in double quotes, the style that can hold everything. */
  readonly cautious: boolean;
  /** An item that a list lacks is written as null; else only where the other document has a null at its place. */
  readonly fillGaps: boolean;
}

/** Writes new keys as the file would. */
export class Renderer {
  constructor(private readonly options: RenderOptions) {}

  /** The lines of these keys of a block map whose keys stand in column `indent`. */
  mapLines(added: Added, names: readonly string[], path: KeyPath, indent: number): string[] {
    const pad = ' '.repeat(indent);
    return names.flatMap((name, index) => {
      const childPath = [...path, name];
      const key = `${pad}${this.key(name, false)}:`;
      const lines = this.entryLines(key, added.get(name) ?? '', childPath, indent, this.options.habits.step);
      const opensFile = index === 0 && path.length === 0;
      return !opensFile && this.options.manner.spaced(childPath) ? ['', ...lines] : lines;
    });
  }

  /** The lines of these items of a block list whose dashes stand in column `indent`. */
  listLines(added: Added, names: readonly string[], path: KeyPath, indent: number): string[] {
    const dash = `${' '.repeat(indent)}-`;
    return names.flatMap((name) => {
      const value = added.get(name);
      const childPath = [...path, name];
      if (value === undefined) return [this.scalarlessItem(dash, childPath)];
      if (typeof value === 'string' || this.options.manner.flow(childPath))
        return this.entryLines(dash, value, childPath, indent, 2);
      const inner = this.isList(childPath, value)
        ? this.listLines(value, this.items(value, childPath), childPath, indent + 2)
        : this.mapLines(value, this.sorted(value, childPath), childPath, indent + 2);
      const [first = '', ...others] = inner;
      return [`${dash} ${first.trimStart()}`, ...others];
    });
  }

  /** `key: value` for a flow map, the value on the same line whatever it is. */
  flowPair(name: string, value: string | Added, path: KeyPath): string {
    return `${this.key(name, true)}: ${this.flowValue(value, path)}`;
  }

  /** A value for a flow collection; undefined is an item that is not there. */
  flowValue(value: string | Added | undefined, path: KeyPath): string {
    if (value === undefined) return this.emptyOf(path) || '~';
    if (typeof value === 'string') return this.inline(value, path, true) || '~';
    if (this.isList(path, value))
      return `[${this.items(value, path)
        .map((name) => this.flowValue(value.get(name), [...path, name]))
        .join(', ')}]`;
    return this.flowMap(value, this.sorted(value, path), path);
  }

  flowMap(added: Added, names: readonly string[], path: KeyPath): string {
    const pairs = names.map((name) => this.flowPair(name, added.get(name) ?? '', [...path, name]));
    const pad = this.options.habits.padded ? ' ' : '';
    return `{${pad}${pairs.join(', ')}${pad}}`;
  }

  private scalarlessItem(dash: string, path: KeyPath): string {
    const empty = this.emptyOf(path);
    return empty === '' ? dash : `${dash} ${empty}`;
  }

  /** What stands for an item that is not there: the empty collection that the other document has at its place, or nothing. */
  private emptyOf(path: KeyPath): string {
    const kind = this.options.order.node(path)?.kind;
    return kind === 'list' ? '[]' : kind === 'map' ? '{}' : '';
  }

  /** The names of new keys of one parent in the order in which they shall stand. */
  sorted(added: Added, path: KeyPath): readonly string[] {
    return this.options.order
      .arrange(path, [...added.keys()], (name) => (added.has(name) ? name : undefined))
      .flatMap(({ items }) => items);
  }

  isList(path: KeyPath, added: Added): boolean {
    if (this.options.order.node(path)?.kind !== 'list') return false;
    return (
      !this.options.fillGaps ||
      [...added.keys()].every((name) => (indexOf(name) ?? LONGEST_LIST) < LONGEST_LIST)
    );
  }

  /** The names of list items from `first` on, in their order, nulls that stand between them included. Throws {@link Unfit} on a gap. */
  items(added: Added, path: KeyPath, first = 0): readonly string[] {
    const names: string[] = [];
    for (let index = first, found = 0; found < added.size; index++) {
      const name = String(index);
      if (added.has(name)) found++;
      else if (!this.options.fillGaps && this.options.order.node([...path, name])?.kind !== 'null') {
        const other = [...added.keys()].find((key) => !names.includes(key)) ?? name;
        throw new Unfit([...path, other], `a list has no gaps, and item ${name} is missing`);
      }
      names.push(name);
    }
    return names;
  }

  private entryLines(
    before: string,
    value: string | Added,
    path: KeyPath,
    indent: number,
    step: number,
  ): string[] {
    const { manner, habits } = this.options;
    if (typeof value === 'string') return this.scalarLines(before, value, path, indent, step);
    if (manner.flow(path)) return [`${before} ${this.flowValue(value, path)}`];
    if (this.isList(path, value)) {
      const column = indent + (manner.step(path, 'list') ?? habits.listStep);
      return [before, ...this.listLines(value, this.items(value, path), path, column)];
    }
    const column = indent + (manner.step(path, 'map') ?? step);
    return [before, ...this.mapLines(value, this.sorted(value, path), path, column)];
  }

  private scalarLines(before: string, text: string, path: KeyPath, indent: number, step: number): string[] {
    const style = this.styleFor(path, text);
    if (!this.options.cautious && (style === 'literal' || style === 'folded')) {
      const shape = { indicator: false, indent: indent + step, parentIndent: indent, newline: '\n' };
      const block =
        blockScalar(text, { ...shape, folded: style === 'folded' }) ??
        blockScalar(text, { ...shape, folded: false });
      if (block) return [`${before} ${block.header}`, ...block.body.split('\n')];
    }
    const written = this.inline(text, path, false);
    return [written === '' ? before : `${before} ${written}`];
  }

  private styleFor(path: KeyPath, text: string): Style {
    const { habits, manner } = this.options;
    return manner.style(path) ?? (habits.literal && text.includes('\n') ? 'literal' : habits.style);
  }

  private inline(text: string, path: KeyPath, inFlow: boolean): string {
    const { habits, manner, cautious } = this.options;
    if (manner.typed(path, text)) return text;
    const style = this.styleFor(path, text);
    return inlineScalar(
      text,
      cautious ? 'double' : style === 'literal' || style === 'folded' ? 'plain' : style,
      inFlow,
      habits.quote,
    );
  }

  /** A key as the file writes its keys. */
  key(name: string, inFlow: boolean): string {
    const { keyStyle, keyQuote } = this.options.habits;
    return inlineScalar(name, keyStyle, inFlow, keyQuote);
  }
}

// Far more items than any list of a locale file has: a key of this size is no index.
const LONGEST_LIST = 10_000;
