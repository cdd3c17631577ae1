import type { TextsByKey } from '../../core/keys/key.js';
import { setsText, treeOfTexts, type EditTree } from '../edit-tree.js';
import { FormatError, type ModelFile, type OutlineNode } from '../format.js';
import { isFault, newItems, type ListFault } from '../new-lists.js';
import { OrderIndex, type OrderNode } from '../order.js';
import { BOM } from '../../core/text/lines.js';
import { newlineOf } from '../text.js';
import { JsonDocument } from './document.js';
import { namedChildren } from './leaves.js';
import { leafKind, newValue } from './new-value.js';
import { renderMember, renderValue, tokenFor } from './render.js';
import { Siblings } from './siblings.js';
import { parsesAs, readsAs, withSameKeys } from './same-keys.js';
import { quote } from './strings.js';
import { colonOf, DEFAULT_STYLE, type JsonStyle } from './style.js';
import { LIST, type Tape } from '../../core/json/tape.js';

const EMPTY_LIST: OrderNode = { kind: 'list', children: undefined, isUnplaced: false };
const MISREAD = 'a new file does not read back as meant';
const BLANK_LINE = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/;

/**
 * A new JSON text, see Format.create. Throws FormatError if the texts cannot be in one file: a key
 * that is also the parent of another.
 */
export function create(texts: TextsByKey, model?: ModelFile, lists: readonly OutlineNode[] = []): string {
  const document = model?.document instanceof JsonDocument ? model.document : undefined;
  const isRenamed = model?.root !== undefined && model.root.from !== model.root.to;
  const alike = document && !isRenamed ? withSameKeys(document, texts) : undefined;
  if (document?.frame && alike !== undefined) {
    const isRead =
      parsesAs(alike, document.frame, texts) || readsAs(new JsonDocument(alike).tape, document.tape, texts);
    if (!isRead) throw new Error(MISREAD);
    return alike;
  }
  const tree = treeOfTexts(texts);
  const text = document ? inShapeOf(document, model?.root, tree, lists) : inOrderOf(model, tree, lists);
  const { leaves } = new JsonDocument(text);
  for (const [id, wanted] of texts) {
    const leaf = leaves.get(id);
    if (leaf?.text !== wanted && !(leaf?.kind === 'null' && wanted === 'null')) throw new Error(MISREAD);
  }
  return text;
}

/**
 * In the order of another document, or in the order given. A model in another format gives only its
 * line ends, its byte-order mark and its final newline.
 */
function inOrderOf(model: ModelFile | undefined, tree: EditTree, lists: readonly OutlineNode[]): string {
  const outline = [...(model ? renamed(model.document.outline, model.root) : []), ...lists];
  const source = model?.document.text ?? '\n';
  const style: JsonStyle = { ...DEFAULT_STYLE, newline: newlineOf(source) };
  const value = newValue(tree, new OrderIndex(outline).node([]), false, style, refuse);
  const body = value === undefined ? '{}' : renderValue(value, style, '');
  return `${source.startsWith(BOM) ? BOM : ''}${body}${/[\n\r]$/.test(source) ? style.newline : ''}`;
}

const renamed = (outline: readonly OutlineNode[], root: ModelFile['root']): readonly OutlineNode[] =>
  root === undefined
    ? outline
    : outline.map((node) =>
        node.path[0] === root.from ? { ...node, path: [root.to, ...node.path.slice(1)] } : node,
      );

function inShapeOf(
  document: JsonDocument,
  root: ModelFile['root'],
  tree: EditTree,
  lists: readonly OutlineNode[],
): string {
  const { text, tape } = document;
  const rest = text.slice(tape.end(0));
  const final = rest.trim() === '' ? rest : (/(?:\r\n|\n|\r)$/.exec(rest)?.[0] ?? '');
  const body = new Shaper(tape, document.style, root).value(0, tree, '', new OrderIndex(lists).node([]));
  return `${text.startsWith(BOM) ? BOM : ''}${body}${final}`;
}

/** Writes new values in the shape of a file, with all between its members but comments. */
class Shaper {
  readonly #text: string;

  constructor(
    private readonly tape: Tape,
    private readonly style: JsonStyle,
    private readonly root: ModelFile['root'],
  ) {
    this.#text = tape.text;
  }

  /** The value in the shape of this node or of `like`; `indent` is that of its first line. */
  value(node: number, tree: EditTree, indent: string, like: OrderNode | undefined): string {
    const { tape, style } = this;
    const kind = tape.kindName(node);
    if (tree.edit !== undefined) {
      const old = tape.isLeaf(node) ? tape.leafText(node) : undefined;
      return tokenFor(tree.edit.text ?? '', style.strings, { kind: leafKind(kind), old });
    }
    const names = [...tree.children].filter(([, below]) => setsText(below)).map(([name]) => name);
    if (names.length === 0) return '{}';
    const isList = tape.kind(node) === LIST;
    if (tape.isLeaf(node) || !tape.hasChildren(node)) {
      const own = isList ? EMPTY_LIST : tape.isLeaf(node) ? like : undefined;
      const fresh = newValue(tree, own, false, style, refuse);
      return fresh === undefined ? '{}' : renderValue(fresh, style, indent);
    }
    if (!isList) return this.#container(node, tree, names, like);
    const own = tape.children(node);
    const items = newItems(tree.children, (name) => own[Number(name)] !== undefined);
    return this.#container(node, tree, isFault(items) ? refuse(items) : items, like);
  }

  #container(node: number, tree: EditTree, names: readonly string[], like: OrderNode | undefined): string {
    const { tape } = this;
    const siblings = new Siblings(tape, node);
    const isList = tape.kind(node) === LIST;
    const named = namedChildren(tape, node, () => undefined);
    const known = new Map([...named].map(([name, child]) => [this.#renamed(node, name), child]));
    const wanted = new Set(names);
    const sorted = [
      ...[...known.keys()].filter((name) => wanted.has(name)),
      ...names.filter((name) => !known.has(name)),
    ];
    const lead = (index: number): string => this.#whitespace(siblings, index - 1);
    let usual = lead(Math.min(1, siblings.size - 1));
    let last = '';
    const parts = sorted.map((name, position) => {
      const child = known.get(name);
      const index = child === undefined ? -1 : siblings.indexOf(child);
      const own = position === 0 ? lead(0) : index > 0 ? lead(index) : usual;
      // Most members have the same whitespace before them as the one above.
      if (index > 0 && own !== last) {
        last = own;
        usual = own.replace(BLANK_LINE, this.style.newline);
      }
      const below = like?.children?.get(name);
      return `${own}${this.#member(child, isList ? undefined : name, tree.children.get(name), own, below)}`;
    });
    const [open, close] = isList ? '[]' : '{}';
    const tail = siblings.gap(siblings.size - 1);
    return `${open ?? ''}${parts.join(',')}${tail.comma === undefined ? '' : ','}${this.#whitespace(siblings, siblings.size - 1)}${close ?? ''}`;
  }

  #member(
    node: number | undefined,
    name: string | undefined,
    tree: EditTree | undefined,
    lead: string,
    like: OrderNode | undefined,
  ): string {
    const { tape, style } = this;
    const lineEnd = lastLineEnd(lead);
    const indent = lead.slice(lineEnd);
    if (tree === undefined) return this.#hole(node);
    if (node === undefined) {
      const fresh = newValue(tree, like, lineEnd === 0, style, refuse);
      return fresh === undefined ? 'null' : renderMember({ name, value: fresh }, style, indent);
    }
    const value = this.value(node, tree, indent, like);
    if (name === undefined) return value;
    const key =
      tape.key(node) === name
        ? this.#text.slice(tape.keyStart(node), tape.keyEnd(node))
        : quote(name, style.strings);
    return `${key}${colonOf(tape, node) ?? style.colon}${value}`;
  }

  /** An item without a text yet, or as in lists of month names that begin with null. */
  #hole(like: number | undefined): string {
    const { tape } = this;
    if (like === undefined || tape.isLeaf(like)) return 'null';
    return tape.kind(like) === LIST ? '[]' : '{}';
  }

  #renamed(node: number, name: string): string {
    return node === 0 && name === this.root?.from ? this.root.to : name;
  }

  /** The whitespace after this member, or before the first, as it would be without comments. */
  #whitespace(siblings: Siblings, index: number): string {
    const { comma, comments } = siblings.gap(index);
    const from = index < 0 ? this.tape.start(siblings.parent) + 1 : siblings.end(index);
    const to = index + 1 < siblings.size ? siblings.start(index + 1) : siblings.close;
    if (comments.length === 0) {
      return comma === undefined
        ? this.#text.slice(from, to)
        : this.#text.slice(from, comma) + this.#text.slice(comma + 1, to);
    }
    const gap = this.#text.slice(from, to);
    const last = gap.slice(lastLineEnd(gap));
    if (lastLineEnd(gap) === 0) return this.style.map.padding;
    return `${BLANK_LINE.test(gap.replace(',', '')) ? this.style.newline : ''}${this.style.newline}${/^[ \t]*/.exec(last)?.[0] ?? ''}`;
  }
}

/** The offset after the last line end of a text; 0 if it has none. */
const lastLineEnd = (text: string): number => Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;

function refuse({ path, reason }: ListFault): never {
  throw new FormatError(reason, { line: 1, column: 1 }, path);
}
