import { append } from '../../../core/util/collections.js';
import { CHOMPING_MODE, COLLECTION_STYLE } from 'js-yaml';
import { keyId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { OrderIndex } from '../../order.js';
import { insertion, type Replacement } from '../../text.js';
import { commentStart } from '../parse/comments.js';
import { entryAt, isBraced, type Entry } from '../parse/layout.js';
import type { Collection, ListNode, MapNode, YamlNode } from '../parse/nodes.js';
import { isBlockStyle } from '../parse/source.js';
import { modelStyleOfOrder } from '../style/model-style.js';
import { numberKeysOf } from '../style/number-keys.js';
import { CannotInsert, Renderer } from '../style/render.js';
import { linesBelow, type EditContext } from './context.js';
import { intoEmpty } from './insert-empty.js';
import { intoFlow } from './insert-flow.js';
import { insertionPoints, type InsertContext, type InsertionParent } from './insert-parent.js';
import { likeOverridden, overriddenIn, typedKeys } from './override.js';

/** The replacements that insert new keys into these parents. Throws {@link CannotInsert}. */
export function insertInto(
  parents: readonly InsertionParent[],
  file: EditContext,
  order: OrderIndex,
): Replacement[] {
  const style = file.style();
  const overridden = overriddenIn(parents);
  const model = likeOverridden(modelStyleOfOrder(order, style.symbols), overridden, file);
  const { cautious } = file;
  const context: InsertContext = {
    file,
    order,
    renderer: new Renderer({
      style,
      order,
      model,
      cautious,
      isPlainKey: plainKeysOf(parents, file, overridden),
    }),
  };
  // At one offset the lines of the deeper parent come first: those of the outer one follow them.
  const deepestFirst = [...parents].sort((a, b) => b.path.length - a.path.length);
  const made = deepestFirst.flatMap((parent) => insert(context, parent));
  if (made.some(({ end }) => end === file.source.text.length)) append(made, stripLastBlock(file));
  return made.sort((a, b) => a.start - b.start);
}

/** Which new keys get no quotes: those of digits beside such keys, and those that override one. */
function plainKeysOf(
  parents: readonly InsertionParent[],
  file: EditContext,
  overridden: Parameters<typeof typedKeys>[0],
): ((path: KeyPath) => boolean) | undefined {
  const keys = new Set<KeyId>(typedKeys(overridden, file));
  for (const { path, node, added } of parents)
    if (node?.is === 'map')
      for (const key of numberKeysOf(file.source, { path, node, names: added.keys() }))
        // What overrides a merged key is the same key to all readers.
        if (!overridden.has(key)) keys.add(key);
  return keys.size === 0 ? undefined : (path) => keys.has(keyId(path));
}

/**
 * A block scalar at the end of a file without a final line break has no final break in its text
 * either (YAML 1.2, 8.1.1.2). Lines after it would add one, so its header has to get a `-`.
 */
function stripLastBlock({ source, layout }: EditContext): Replacement[] {
  const { text } = source;
  let owner: Collection | undefined = source.tree.root;
  let last: YamlNode | undefined = owner?.values.at(-1);
  while (last?.is === 'map' || last?.is === 'list') {
    owner = last;
    last = owner.values.at(-1);
  }
  if (owner === undefined || last?.is !== 'scalar') return [];
  const { style, chomping, valueStart, valueEnd } = last.event;
  const endsOpen = valueStart < valueEnd && valueEnd === text.length && !/[\r\n]$/.test(text);
  if (!isBlockStyle(style) || chomping === CHOMPING_MODE.STRIP || !endsOpen) return [];
  const { slot } = entryAt(layout.entries(owner), owner.values.length - 1);
  const { start, end } = layout.header(valueStart, slot);
  return [{ start, end, text: `${text.slice(start, end).replace('+', '')}-` }];
}

function insert(context: InsertContext, parent: InsertionParent): Replacement[] {
  const { node } = parent;
  if (node === undefined || node.values.length === 0) return intoEmpty(context, parent);
  if (node.event.style === COLLECTION_STYLE.BLOCK)
    return node.is === 'map' ? intoBlockMap(context, parent, node) : intoBlockList(context, parent, node);
  if (!isBraced(context.file.source.text, node))
    throw new CannotInsert(parent.path, 'it is a pair in a list without braces');
  return intoFlow(context, parent, node);
}

function intoBlockMap(context: InsertContext, parent: InsertionParent, node: MapNode): Replacement[] {
  const { file, renderer } = context;
  const entries = file.layout.entries(node);
  const indent = file.lines.column(node.event.start);
  return insertionPoints(context, parent, node).map(({ after, names, before }) => {
    const rendered = renderer.mapLines(parent.added, names, parent.path, indent);
    if (!before) return linesBelow(file, entryAt(entries, after).end, rendered);
    return linesBefore(
      file,
      entryAt(entries, after + 1),
      rendered,
      indent,
      parent.path.length === 0 && after < 0,
    );
  });
}

function intoBlockList(
  { file, renderer }: InsertContext,
  { path, added }: InsertionParent,
  node: ListNode,
): Replacement[] {
  const entries = file.layout.entries(node);
  const names = renderer.items(added, path, entries.length);
  const rendered = renderer.listLines(added, names, path, file.lines.column(node.event.start));
  return [linesBelow(file, entryAt(entries, entries.length - 1).end, rendered)];
}

function linesBefore(
  file: EditContext,
  entry: Entry,
  rendered: readonly string[],
  indent: number,
  opensFile: boolean,
): Replacement {
  const { lines } = file;
  const newline = lines.breakNear(entry.start);
  const text = rendered.map((line) => line + newline).join('');
  if (lines.beginsLine(entry.start))
    return insertion(commentStart(file.lines, lines.startOf(entry.start), opensFile), text);
  // After a dash, the first new key takes the place of the first one.
  return insertion(entry.start, text.trimStart() + ' '.repeat(indent));
}
