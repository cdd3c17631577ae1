import type { Replacement } from '../../text.js';
import { insertion, linesBelow } from './insert-parent.js';
import type { Desk, Host } from './insert-parent.js';
import { entryAt } from '../parse/layout.js';
import type { Collection } from '../parse/nodes.js';
import type { Sheet } from './set.js';
import { scalarEnd } from '../parse/source.js';
import type { Child } from '../parse/walk.js';

/** New keys of a parent that has none: an empty collection, a null, or the root of a file without keys. */
export function intoEmpty({ sheet, renderer }: Desk, host: Host): Replacement[] {
  const { child, node, inFlow, path, added } = host;
  const isList = node === undefined ? renderer.isList(path, added) : node.is === 'list';
  const names = isList ? renderer.items(added, path) : renderer.sorted(added, path);
  if (inFlow && child) {
    const value =
      isList || node === undefined ? renderer.flowValue(added, path) : renderer.flowMap(added, names, path);
    return replaceValue(sheet, host, value);
  }
  const lines = (indent: number): string[] =>
    isList ? renderer.listLines(added, names, path, indent) : renderer.mapLines(added, names, path, indent);
  if (child === undefined) return intoEmptyFile(sheet, lines(0), node);
  const column = sheet.lines.column(entryAt(sheet.layout.entries(child.owner), child.index).start);
  if (child.owner.is === 'list') {
    const newline = sheet.lines.breakNear(child.owner.event.start);
    return replaceValue(
      sheet,
      host,
      lines(column + 2)
        .join(newline)
        .trimStart(),
    );
  }
  const { step, listStep } = sheet.habits();
  return belowKey(sheet, host, lines(column + (isList ? listStep : step)));
}

/** `key:`, `key: ~` or `key: {}` gets lines below it; what stood for nothing goes. */
function belowKey(sheet: Sheet, { child, node }: Host, rendered: readonly string[]): Replacement[] {
  if (child === undefined) return [];
  const { layout, lines } = sheet;
  const entry = entryAt(layout.entries(child.owner), child.index);
  const start = valueStart(child, node);
  const below = linesBelow(sheet, entry.end, rendered);
  if (start === undefined || start < entry.slot) return [below];
  const text = sheet.source.text;
  let from = start;
  while (from > entry.slot && text[from - 1] === ' ') from--;
  return lines.startOf(from) === lines.startOf(entry.slot)
    ? [{ start: from, end: entry.end, text: '' }, below]
    : [{ start, end: entry.end, text: '' }, below];
}

function replaceValue(sheet: Sheet, { child, node }: Host, value: string): Replacement[] {
  if (child === undefined) return [];
  const entry = entryAt(sheet.layout.entries(child.owner), child.index);
  const start = valueStart(child, node);
  if (start !== undefined) return [{ start, end: entry.end, text: value }];
  const hasBlank = sheet.source.text[entry.end] === ' ';
  return [insertion(hasBlank ? entry.end + 1 : entry.end, hasBlank ? value : ` ${value}`)];
}

function valueStart({ node }: Child, host: Collection | undefined): number | undefined {
  if (host) return host.event.start;
  return node.is === 'scalar' && node.event.valueStart >= 0 && scalarEnd(node) > 0
    ? node.event.valueStart
    : undefined;
}

/** A file without keys: comments, `---`, `{}`, `~` or nothing at all. */
function intoEmptyFile(
  { source, layout, lines }: Sheet,
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
