import type { KeyPath } from '../../../core/keys/key.js';
import { childrenWithText, type EditTree } from '../../edit-tree.js';
import { asNewList, isFault, mayLackLike, newItems, type ListFault } from '../../new-lists.js';
import type { Edit } from '../../format.js';
import type { OrderIndex } from '../../order.js';
import { kindOf } from '../parse/leaf.js';
import { scalarTypeOf } from '../parse/scalar-type.js';
import { blockScalar } from './blocks.js';
import type { YamlStyle } from './file-style.js';
import type { ModelStyle, ScalarStyle } from './model-style.js';
import { inlineScalar, typedScalar } from './scalars.js';

/** New keys of one parent, by name. Each of them sets a text at or below it. */
export type NewKeys = ReadonlyMap<string, EditTree>;

/** Thrown when new keys cannot form the list they belong to. */
export class CannotInsert extends Error {
  constructor(
    readonly path: KeyPath,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export interface RenderOptions {
  readonly style: YamlStyle;
  readonly order: OrderIndex;
  readonly model: ModelStyle;
  /** The second attempt: texts are written in double quotes, which can hold everything. */
  readonly cautious: boolean;
  /** Whether the key of this path gets no quotes, whatever readers take it for. */
  readonly isPlainKey?: ((path: KeyPath) => boolean) | undefined;
}

/** Writes new keys as the file would. */
export class Renderer {
  constructor(private readonly options: RenderOptions) {}

  /** The lines of these keys of a block map, its keys in column `indent`. */
  mapLines(added: NewKeys, names: readonly string[], path: KeyPath, indent: number): string[] {
    const pad = ' '.repeat(indent);
    return names.flatMap((name, index) => {
      const childPath = [...path, name];
      const key = `${pad}${this.#keyAt(childPath, name, false)}:`;
      const lines = this.#entryLines(key, added.get(name), childPath, indent, this.options.style.step);
      const opensFile = index === 0 && path.length === 0;
      return !opensFile && this.options.model.spaced(childPath) ? ['', ...lines] : lines;
    });
  }

  /** The lines of these items of a block list, its dashes in column `indent`. */
  listLines(added: NewKeys, names: readonly string[], path: KeyPath, indent: number): string[] {
    const dash = `${' '.repeat(indent)}-`;
    return names.flatMap((name) => {
      const value = added.get(name);
      const childPath = [...path, name];
      if (value === undefined || value.edit !== undefined || this.options.model.flow(childPath))
        return this.#entryLines(dash, value, childPath, indent, 2);
      const [first = '', ...others] = this.#blockLines(value, childPath, indent + 2, indent + 2);
      return [`${dash} ${first.trimStart()}`, ...others];
    });
  }

  /** `key: value` for a flow map, the value on the same line whatever it is. */
  flowPair(name: string, value: EditTree | undefined, path: KeyPath): string {
    return `${this.#keyAt(path, name, true)}: ${this.flowValue(value, path)}`;
  }

  /** A value for a flow collection; undefined is a missing item. */
  flowValue(value: EditTree | undefined, path: KeyPath): string {
    if (value === undefined) return this.#emptyOf(path) || '~';
    if (value.edit !== undefined) return this.#inline(value.edit, path, true) || '~';
    const added = childrenWithText(value);
    const items = this.asList(added, path);
    return items ? this.flowList(added, items, path) : this.flowMap(added, this.sorted(added, path), path);
  }

  flowList(added: NewKeys, names: readonly string[], path: KeyPath): string {
    return `[${names.map((name) => this.flowValue(added.get(name), [...path, name])).join(', ')}]`;
  }

  flowMap(added: NewKeys, names: readonly string[], path: KeyPath): string {
    const pairs = names.map((name) => this.flowPair(name, added.get(name), [...path, name]));
    const pad = this.options.style.padded ? ' ' : '';
    return `{${pad}${pairs.join(', ')}${pad}}`;
  }

  /** A missing item: the empty collection that the other document has there, or nothing. */
  #emptyOf(path: KeyPath): string {
    const kind = this.options.order.node(path)?.kind;
    return kind === 'list' ? '[]' : kind === 'map' ? '{}' : '';
  }

  /** The names of new keys of one parent, in the order of the other document. */
  sorted(added: NewKeys, path: KeyPath): readonly string[] {
    return this.options.order
      .arrange(path, [...added.keys()], (name) => (added.has(name) ? name : undefined))
      .flatMap(({ items }) => items);
  }

  /**
   * The names of the items if these new keys of a new parent make a list; undefined if they make a
   * map. Throws {@link CannotInsert}.
   */
  asList(added: NewKeys, path: KeyPath): readonly string[] | undefined {
    const items = asNewList(added, this.options.order.node(path));
    return items && withoutFault(items);
  }

  /**
   * The names of new items of a list that has `held` items, those without a text included. Throws
   * {@link CannotInsert} on a gap.
   */
  items(added: NewKeys, path: KeyPath, held: number): readonly string[] {
    return withoutFault(newItems(added, mayLackLike(this.options.order.node(path)), held));
  }

  #entryLines(
    before: string,
    value: EditTree | undefined,
    path: KeyPath,
    indent: number,
    step: number,
  ): string[] {
    const { model, style } = this.options;
    if (value === undefined) return [withValue(before, this.#emptyOf(path))];
    if (value.edit !== undefined) return this.#scalarLines(before, value.edit, path, indent, step);
    if (model.flow(path)) return [`${before} ${this.flowValue(value, path)}`];
    const ofList = indent + (model.step(path, 'list') ?? style.listStep);
    const ofMap = indent + (model.step(path, 'map') ?? step);
    return [before, ...this.#blockLines(value, path, ofMap, ofList)];
  }

  /** The lines of a new block collection: a list if the other document has one there. */
  #blockLines(value: EditTree, path: KeyPath, ofMap: number, ofList: number): string[] {
    const added = childrenWithText(value);
    const items = this.asList(added, path);
    return items
      ? this.listLines(added, items, path, ofList)
      : this.mapLines(added, this.sorted(added, path), path, ofMap);
  }

  #scalarLines(before: string, edit: Edit, path: KeyPath, indent: number, step: number): string[] {
    const { text = '' } = edit;
    const style = this.#styleFor(path, text);
    if (!this.options.cautious && (style === 'literal' || style === 'folded')) {
      const shape = { indicator: false, indent: indent + step, parentIndent: indent, newline: '\n' };
      const block =
        blockScalar(text, { ...shape, folded: style === 'folded' }) ??
        blockScalar(text, { ...shape, folded: false });
      if (block) return [`${before} ${block.header}`, ...block.body.split('\n')];
    }
    return [withValue(before, this.#inline(edit, path, false))];
  }

  #styleFor(path: KeyPath, text: string): ScalarStyle {
    const { style, model } = this.options;
    return model.style(path) ?? (style.literal && text.includes('\n') ? 'literal' : style.style);
  }

  #inline({ text = '', kind }: Edit, path: KeyPath, inFlow: boolean): string {
    const { style, model, cautious } = this.options;
    const isOfKind = kind === undefined || kind === kindOf(scalarTypeOf(text));
    if (isOfKind && model.typed(path, text)) return text;
    const typed = kind && typedScalar(text, kind, inFlow);
    if (typed !== undefined) return typed;
    const own = this.#styleFor(path, text);
    const inline = own === 'literal' || own === 'folded' ? 'plain' : own;
    return inlineScalar(text, cautious ? 'double' : inline, inFlow, style.quote);
  }

  #keyAt(path: KeyPath, name: string, inFlow: boolean): string {
    return this.options.isPlainKey?.(path) === true ? name : this.key(name, inFlow);
  }

  /** A key as the file writes its keys. */
  key(name: string, inFlow: boolean): string {
    const { keyStyle, keyQuote } = this.options.style;
    return inlineScalar(name, keyStyle, inFlow, keyQuote);
  }
}

function withoutFault(items: readonly string[] | ListFault): readonly string[] {
  if (isFault(items)) throw new CannotInsert(items.path, items.reason);
  return items;
}

const withValue = (before: string, value: string): string => (value === '' ? before : `${before} ${value}`);
