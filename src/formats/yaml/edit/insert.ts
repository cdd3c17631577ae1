import { CHOMPING_MODE, COLLECTION_STYLE } from 'js-yaml';
import type { OrderIndex } from '../../order.js';
import type { Replacement } from '../../text.js';
import { groupsOf, hasEntries, insertion, linesBelow } from './insert-parent.js';
import type { Desk, Host } from './insert-parent.js';
import { intoEmpty } from './insert-empty.js';
import { intoFlow } from './insert-flow.js';
import { entryAt, isBraced } from '../parse/layout.js';
import type { Entry } from '../parse/layout.js';
import { mannerOfOrder } from '../style/model-style.js';
import type { Collection, ListNode, MapNode, YamlNode } from '../parse/nodes.js';
import { commentStart } from '../comments.js';
import { Renderer, Unfit } from '../style/render.js';
import type { Sheet } from './set.js';
import { isBlockStyle } from '../parse/source.js';

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
  const made = deepestFirst.flatMap((host) => insert(desk, host));
  if (made.some(({ end }) => end === sheet.source.text.length)) made.push(...stripLastBlock(sheet));
  return made.sort((a, b) => a.start - b.start);
}

/**
 * A block scalar that ends a file without a final line break has none in its text either (YAML 1.2, 8.1.1.2). Lines behind it give it one,
 * so that its header has to say `-` from now on: no other edit keeps its text and puts keys behind it.
 */
function stripLastBlock({ source, layout }: Sheet): Replacement[] {
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
