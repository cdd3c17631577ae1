import { insertion, type Replacement } from '../../text.js';
import { entryAt, isBraced } from '../parse/layout.js';
import type { Collection } from '../parse/nodes.js';
import { scalarEnd } from '../parse/source.js';
import type { Child } from '../parse/walk.js';
import { CannotInsert, type Renderer } from '../style/render.js';
import { linesBelow, type EditContext } from './context.js';
import type { InsertContext, InsertionParent } from './insert-parent.js';

/** New keys of a parent without any: an empty collection, a null, or the root of an empty file. */
export function intoEmpty({ file, renderer }: InsertContext, parent: InsertionParent): Replacement[] {
  const { child, node, inFlow, path, added } = parent;
  if (node !== undefined && isBraced(file.source.text, node)) {
    const inside = file.source.text.slice(node.event.start, file.layout.closing(node));
    if (inside.includes('#')) throw new CannotInsert(path, 'a comment is inside the empty brackets there');
  }
  const items = node === undefined ? renderer.asList(added, path) : ownItems(renderer, parent);
  const isList = items !== undefined;
  const names = items ?? renderer.sorted(added, path);
  if (inFlow && child) {
    const value = isList ? renderer.flowList(added, names, path) : renderer.flowMap(added, names, path);
    return replaceValue(file, parent, value);
  }
  const lines = (indent: number): string[] =>
    isList ? renderer.listLines(added, names, path, indent) : renderer.mapLines(added, names, path, indent);
  if (child === undefined) return intoEmptyFile(file, lines(0), node);
  const column = file.lines.column(entryAt(file.layout.entries(child.owner), child.index).start);
  if (child.owner.is === 'list') {
    const newline = file.lines.breakNear(child.owner.event.start);
    return replaceValue(
      file,
      parent,
      lines(column + 2)
        .join(newline)
        .trimStart(),
    );
  }
  const { step, listStep } = file.style();
  return belowKey(file, parent, lines(column + (isList ? listStep : step)));
}

/** The names of new items of an empty list of the file. */
const ownItems = (
  renderer: Renderer,
  { node, path, added }: InsertionParent,
): readonly string[] | undefined => (node?.is === 'list' ? renderer.items(added, path, 0) : undefined);

/** `key:`, `key: ~` or `key: {}` gets lines below it; the empty value goes. */
function belowKey(
  file: EditContext,
  { child, node }: InsertionParent,
  rendered: readonly string[],
): Replacement[] {
  if (child === undefined) return [];
  const { layout, lines } = file;
  const entry = entryAt(layout.entries(child.owner), child.index);
  const start = valueStart(child, node);
  const below = linesBelow(file, entry.end, rendered);
  if (start === undefined || start < entry.slot) return [below];
  const text = file.source.text;
  let from = start;
  while (from > entry.slot && text[from - 1] === ' ') from--;
  return lines.startOf(from) === lines.startOf(entry.slot)
    ? [{ start: from, end: entry.end, text: '' }, below]
    : [{ start, end: entry.end, text: '' }, below];
}

function replaceValue(file: EditContext, { child, node }: InsertionParent, value: string): Replacement[] {
  if (child === undefined) return [];
  const entry = entryAt(file.layout.entries(child.owner), child.index);
  const start = valueStart(child, node);
  if (start !== undefined) return [{ start, end: entry.end, text: value }];
  const hasBlank = file.source.text[entry.end] === ' ';
  return [insertion(hasBlank ? entry.end + 1 : entry.end, hasBlank ? value : ` ${value}`)];
}

function valueStart({ node }: Child, collection: Collection | undefined): number | undefined {
  if (collection) return collection.event.start;
  return node.is === 'scalar' && node.event.valueStart >= 0 && scalarEnd(node) > 0
    ? node.event.valueStart
    : undefined;
}

/** A file without keys: comments, `---`, `{}`, `~` or nothing at all. */
function intoEmptyFile(
  { source, layout, lines }: EditContext,
  rendered: readonly string[],
  root: Collection | undefined,
): Replacement[] {
  const { text } = source;
  const { nothing } = source.tree;
  const newline = lines.breakNear(text.length);
  const joined = rendered.join(newline);
  const start = root?.event.start ?? nothing?.event.valueStart ?? -1;
  if (start >= 0) {
    const end = root ? layout.closing(root) + 1 : (nothing?.event.valueEnd ?? start);
    if (lines.beginsLine(start)) return [{ start, end, text: joined }];
    const from = start - (text[start - 1] === ' ' ? 1 : 0);
    return [{ start: from, end, text: newline + joined }];
  }
  const stop = /^\.\.\.(?=\s|$)/m.exec(text)?.index;
  if (stop !== undefined) return [insertion(stop, joined + newline)];
  const openLine = text.length > 0 && lines.startOf(text.length) < text.length;
  if (openLine) return [insertion(text.length, newline + joined)];
  return [insertion(text.length, joined + newline)];
}
