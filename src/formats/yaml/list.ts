import { COLLECTION_STYLE } from 'js-yaml';
import { ITEM_ID } from '../../core/keys/key.js';
import { apartName, isApart, itemName, type ListAsMap } from '../list/spelling.js';
import { byPlace, insertion, newlineOf, splice, type Replacement } from '../text.js';
import { entryAt, isBraced, Layout, type Entry } from './parse/layout.js';
import { Lines } from './parse/lines.js';
import type { Collection, ListNode, MapNode, ScalarNode, YamlNode } from './parse/nodes.js';
import { contentStart, scalarEnd, Source, startOfNode } from './parse/source.js';
import { childOf } from './parse/walk.js';
import { inlineStyleOf } from './style/file-style.js';
import { inlineScalar } from './style/scalars.js';

/** See ListSpelling. */
export function listAsMap({ text }: Source, list: ListNode | undefined): ListAsMap {
  if (list === undefined) return { text, changes: [] };
  const layout = new Layout(text);
  const lines = new Lines(text);
  const newline = newlineOf(text);
  const entries = layout.entries(list);
  const braced = isBraced(text, list);
  const items = list.values.map((item, index): Replacement => {
    const { start } = entryAt(entries, index);
    if (braced) return insertion(start, `${apartName(index)}: `);
    const first = start + 1 + blanksAt(text, start + 1);
    if (!isBareBlock(item) || lines.endOf(start) === first || text[first] === '#')
      return { start, end: start + 1, text: `${apartName(index)}:` };
    const pad = ' '.repeat(lines.column(first));
    return { start, end: first, text: `${itemName(index)}:${newline}${pad}` };
  });
  const changes = braced ? inBrackets(layout, list, items, '{}') : items;
  return { text: splice(text, changes), changes };
}

/** See ListSpelling. */
export function mapAsList(map: string, isNew: (name: string) => boolean): string {
  const source = new Source(map);
  const { root } = source.tree;
  // A map without keys is `{}`, or comments alone, which a list without items may be as well.
  if (root === undefined) return map;
  const layout = new Layout(map);
  const entries = layout.entries(root);
  const [only, another] = root.values;
  const braced = isBraced(map, root);
  // The editor of maps keeps the last key of a file, since it may be a language.
  if (another === undefined && only?.is === 'map' && only.values.length === 0) {
    const { start, end } = braced
      ? { start: root.event.start, end: layout.closing(root) + 1 }
      : entryAt(entries, 0);
    return splice(map, [{ start, end, text: '[]' }]);
  }
  const items = root.keys.map((key, index): Replacement => {
    const entry = entryAt(entries, index);
    if (!braced) return dash(map, root, source.textOf(key), entry, root.values[index]);
    return { start: contentStart(key), end: entry.slot + blanksAt(map, entry.slot), text: '' };
  });
  const ids = respeltIds(source, root, (key) => isNew(source.textOf(key)));
  const all = braced ? inBrackets(layout, root, items, '[]') : items;
  return splice(map, [...all, ...ids].sort(byPlace));
}

/** The ids of new items in the style of the other ids, which the texts need not share. */
function respeltIds(source: Source, root: MapNode, isNew: (key: ScalarNode) => boolean): Replacement[] {
  const known: ScalarNode[] = [];
  const added: ScalarNode[] = [];
  for (const [index, key] of root.keys.entries()) {
    const item = root.values[index];
    const id = item?.is === 'map' ? childOf(source, item, ITEM_ID)?.node : undefined;
    if (id?.is === 'scalar') (isNew(key) ? added : known).push(id);
  }
  const styles = known.map((id) => inlineStyleOf(id) ?? 'plain');
  const quoted = styles.filter((style) => style !== 'plain');
  const style = quoted.length * 2 > styles.length ? (quoted[0] ?? 'plain') : 'plain';
  const quote = quoted[0] === 'single' ? 'single' : 'double';
  if (styles.length === 0) return [];
  return added.flatMap((id): Replacement[] => {
    const start = contentStart(id);
    if (start < 0 || inlineStyleOf(id) === undefined) return [];
    return [{ start, end: scalarEnd(id), text: inlineScalar(source.textOf(id), style, true, quote) }];
  });
}

/** The dash in place of a key: on the line of the item's first field, unless it was apart. */
function dash(
  map: string,
  root: MapNode,
  name: string,
  { start, slot }: Entry,
  value: YamlNode | undefined,
): Replacement {
  const first = value === undefined ? -1 : startOfNode(value);
  const isBelow = first > slot && /^[ \t]*(?:\r\n|\n|\r) *$/.test(map.slice(slot, first));
  if (isApart(name) || value === undefined || !isBareBlock(value) || !isBelow)
    return { start, end: slot, text: '-' };
  const lines = new Lines(map);
  const blanks = lines.column(first) - lines.column(root.event.start) - 1;
  return { start, end: first, text: `-${' '.repeat(Math.max(1, blanks))}` };
}

function inBrackets(
  layout: Layout,
  node: Collection,
  inner: readonly Replacement[],
  [open, close]: string,
): Replacement[] {
  const { start } = node.event;
  const end = layout.closing(node);
  return [
    { start, end: start + 1, text: open ?? '' },
    ...inner,
    { start: end, end: end + 1, text: close ?? '' },
  ];
}

/** A map or list without brackets, anchor and tag: it may begin on the line of its dash. */
const isBareBlock = (node: YamlNode): boolean =>
  (node.is === 'map' || node.is === 'list') &&
  node.event.style === COLLECTION_STYLE.BLOCK &&
  node.anchor === undefined &&
  node.event.tagStart < 0;

const blanksAt = (text: string, at: number): number => /^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0;
