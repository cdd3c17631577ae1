import { keyPath, type KeyPath, type TextsByKey } from '../../core/keys/key.js';
import { treeOfTexts, type EditTree } from '../edit-tree.js';
import { FormatError, type ModelFile, type OutlineNode } from '../format.js';
import { OrderIndex } from '../order.js';
import { BOM, startOf } from '../../core/text/lines.js';
import { newlineOf } from '../text.js';
import { YamlDocument } from './document.js';
import { scalarTypeOf } from './parse/scalar-type.js';
import { DEFAULT_STYLE } from './style/file-style.js';
import { modelStyleOfDocument, modelStyleOfOrder } from './style/model-style.js';
import { hasNumberKey } from './style/number-keys.js';
import { CannotInsert, Renderer } from './style/render.js';
import { unwritable } from './style/scalars.js';

/**
 * A new file with these texts in the shape of `model` (see {@link Format.create}). Throws
 * FormatError if no file can hold the texts: a key that is a text and a parent at the same time,
 * half of a character, or a list with gaps.
 */
export function create(texts: TextsByKey, model?: ModelFile, lists: readonly OutlineNode[] = []): string {
  const tree = treeOfTexts(texts);
  for (const [id, text] of texts) {
    const path = keyPath(id);
    const fault = unwritable(path, text);
    if (fault !== undefined) throw new FormatError(fault, { line: 1, column: 1 }, path);
  }
  // As in an edit: the model's own styles first. If one cannot hold a text, double quotes can.
  for (const cautious of [false, true]) {
    const made = write(tree, { model, lists, cautious });
    if (holds(made, texts)) return made;
  }
  throw new Error('a new file does not read back as meant');
}

interface NewFileOptions {
  readonly model: ModelFile | undefined;
  readonly lists: readonly OutlineNode[];
  readonly cautious: boolean;
}

function write(tree: EditTree, given: NewFileOptions): string {
  const { model } = given;
  const document = model?.document instanceof YamlDocument ? model.document : undefined;
  const source = model?.document.text ?? '';
  const newline = newlineOf(source);
  const lines = [
    ...(document?.source.tree.marked ? ['---'] : []),
    ...body(tree, document, given),
    ...(document?.source.tree.ending ? ['...'] : []),
  ];
  const text = lines.join(newline) + (source === '' || /[\r\n]$/.test(source) ? newline : '');
  return (startOf(source) > 0 ? BOM : '') + text;
}

function body(
  tree: EditTree,
  document: YamlDocument | undefined,
  { model, lists, cautious }: NewFileOptions,
): string[] {
  const { from, to } = model?.root ?? {};
  const exchange = (path: KeyPath, old: string | undefined, own: string | undefined): KeyPath =>
    old !== undefined && own !== undefined && path[0] === old ? [own, ...path.slice(1)] : path;
  const outline = model?.document.outline ?? [];
  const order = new OrderIndex([
    ...outline.map((node) => ({ ...node, path: exchange(node.path, from, to) })),
    ...lists,
  ]);
  const style = document?.style ?? DEFAULT_STYLE;
  const modelStyle = document
    ? modelStyleOfDocument(document, (path) => exchange(path, to, from))
    : modelStyleOfOrder(order, false);
  const isPlainKey = document && ((path: KeyPath) => hasNumberKey(document, exchange(path, to, from)));
  const renderer = new Renderer({ style, order, model: modelStyle, cautious, isPlainKey });
  const added = tree.children;
  if (added.size > 0) return linesOf(renderer, added);
  return to === undefined ? ['{}'] : [`${renderer.key(to, false)}: {}`];
}

function linesOf(renderer: Renderer, added: EditTree['children']): string[] {
  try {
    return renderer.mapLines(added, renderer.sorted(added, []), [], 0);
  } catch (error) {
    if (!(error instanceof CannotInsert)) throw error;
    throw new FormatError(error.reason, { line: 1, column: 1 }, error.path);
  }
}

/** Whether a text reads back as these texts. Nulls that fill a list's gaps do not count. */
function holds(made: string, texts: TextsByKey): boolean {
  let leaves: YamlDocument['leaves'];
  try {
    ({ leaves } = new YamlDocument(made));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  for (const [id, text] of texts) {
    const leaf = leaves.get(id);
    if (leaf === undefined || (leaf.kind === 'null' ? scalarTypeOf(text) !== 'null' : leaf.text !== text))
      return false;
  }
  return true;
}
