import { COLLECTION_STYLE } from 'js-yaml';
import type { OrderIndex } from '../order.js';
import type { Replacement } from '../text.js';
import { groupsOf, hasEntries, insertion, linesBelow } from './host.js';
import type { Desk, Host } from './host.js';
import { intoEmpty } from './insert-empty.js';
import { intoFlow } from './insert-flow.js';
import { entryAt, isBraced } from './layout.js';
import type { Entry } from './layout.js';
import { mannerOfOrder } from './manner.js';
import type { ListNode, MapNode } from './nodes.js';
import { commentStart } from './remove.js';
import { Renderer, Unfit } from './render.js';
import type { Sheet } from './set.js';

/** The replacements that put new keys into these parents. Throws {@link Unfit} where that cannot be done. */
export function insertInto(hosts: readonly Host[], sheet: Sheet, order: OrderIndex): Replacement[] {
  const habits = sheet.habits();
  const manner = mannerOfOrder(order, habits.symbols);
  const { cautious } = sheet;
  const desk: Desk = {
    sheet,
    order,
    renderer: new Renderer({ habits, order, manner, cautious, fillGaps: false }),
  };
  // At one offset the deeper parent's lines come first: they end what the lines of the outer one follow.
  const deepestFirst = [...hosts].sort((a, b) => b.path.length - a.path.length);
  return deepestFirst.flatMap((host) => insert(desk, host)).sort((a, b) => a.start - b.start);
}

function insert(desk: Desk, host: Host): Replacement[] {
  const { node } = host;
  if (!hasEntries(node)) return intoEmpty(desk, host);
  if (node.event.style === COLLECTION_STYLE.BLOCK)
    return node.is === 'map' ? intoBlockMap(desk, host, node) : intoBlockList(desk, host, node);
  if (!isBraced(desk.sheet.source.text, node))
    throw new Unfit(host.path, 'it is a pair in a list without braces');
  return intoFlow(desk, host, node);
}

function intoBlockMap(desk: Desk, host: Host, node: MapNode): Replacement[] {
  const { sheet, renderer } = desk;
  const entries = sheet.layout.entries(node);
  const indent = sheet.lines.column(node.event.start);
  return groupsOf(desk, host, node).map(({ after, names, before }) => {
    const rendered = renderer.mapLines(host.added, names, host.path, indent);
    if (!before) return linesBelow(sheet, entryAt(entries, after).end, rendered);
    return linesBefore(
      sheet,
      entryAt(entries, after + 1),
      rendered,
      indent,
      host.path.length === 0 && after < 0,
    );
  });
}

function intoBlockList({ sheet, renderer }: Desk, { path, added }: Host, node: ListNode): Replacement[] {
  const entries = sheet.layout.entries(node);
  const names = renderer.items(added, path, entries.length);
  const rendered = renderer.listLines(added, names, path, sheet.lines.column(node.event.start));
  return [linesBelow(sheet, entryAt(entries, entries.length - 1).end, rendered)];
}

function linesBefore(
  sheet: Sheet,
  entry: Entry,
  rendered: readonly string[],
  indent: number,
  opensFile: boolean,
): Replacement {
  const { lines } = sheet;
  const newline = lines.breakNear(entry.start);
  const text = rendered.map((line) => line + newline).join('');
  if (lines.beginsLine(entry.start))
    return insertion(commentStart(sheet, lines.startOf(entry.start), opensFile), text);
  // Behind a dash: the first new key takes the place of the one that was the first.
  return insertion(entry.start, text.trimStart() + ' '.repeat(indent));
}
