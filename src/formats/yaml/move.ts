import { COLLECTION_STYLE } from 'js-yaml';
import type { KeyPath } from '../../core/keys/key.js';
import type { Replacement } from '../text.js';
import { splice } from '../text.js';
import { hasComment } from './comments.js';
import { contextOf } from './edit/context.js';
import { entryStart } from './edit/entry-lines.js';
import { entryAt, type Entry } from './parse/layout.js';
import type { Collection, MapNode, ScalarNode } from './parse/nodes.js';
import { contentStart, scalarEnd } from './parse/source.js';
import { childOf } from './parse/walk.js';
import { inlineStyleOf, type StyledYaml } from './style/file-style.js';
import { staysNumberKey } from './style/number-keys.js';
import { inlineScalar } from './style/scalars.js';

/** Where a key is written: its map, its number there, and whether brackets are around it. */
interface KeyPlace {
  readonly map: MapNode;
  readonly index: number;
  readonly key: ScalarNode;
  readonly entries: readonly Entry[];
  readonly inFlow: boolean;
}

const SHARED = 'it is reached through an alias or a merge key, and is written in another place';

/** The place of a key that the file spells out; a text says why it has none. */
function placeOf({ source, layout }: StyledYaml, path: KeyPath): KeyPlace | string {
  let node: Collection | undefined = source.tree.root;
  let inFlow = false;
  for (const [depth, segment] of path.entries()) {
    if (node === undefined) break;
    inFlow ||= node.event.style === COLLECTION_STYLE.FLOW;
    const child = childOf(source, node, segment);
    if (!child) break;
    const isLast = depth === path.length - 1;
    // A key whose value is an alias is written here.
    const isElsewhere = child.indirection && !(isLast && child.indirection.how === 'alias');
    if (isElsewhere || child.owner !== node) return SHARED;
    if (!isLast) {
      node = child.node.is === 'scalar' ? undefined : child.node;
      continue;
    }
    const key = node.is === 'map' ? node.keys[child.index] : undefined;
    if (node.is !== 'map' || key === undefined) return 'it is an item of a list, which has no name';
    return { map: node, index: child.index, key, entries: layout.entries(node), inFlow };
  }
  return 'the file does not hold it';
}

/** See `Movable`. */
export function respelt(document: StyledYaml, path: KeyPath, name: string): Replacement | string {
  const place = placeOf(document, path);
  if (typeof place === 'string') return place;
  const { key, inFlow } = place;
  const start = contentStart(key);
  const end = scalarEnd(key);
  if (start < 0 || end < start) return 'its key is empty';
  const text = staysNumberKey(document, path, name)
    ? name
    : inlineScalar(name, inlineStyleOf(key) ?? 'plain', inFlow, 'double');
  return { start, end, text };
}

/** See `Movable`. */
export function transplanted(next: StyledYaml, from: KeyPath, to: KeyPath): string | undefined {
  const [old, target] = [placeOf(next, from), placeOf(next, to)];
  if (typeof old === 'string' || typeof target === 'string' || old.inFlow || target.inFlow) return undefined;
  const { lines, text } = next;
  const [entry, slot] = [entryAt(old.entries, old.index), entryAt(target.entries, target.index)];
  if (entry.explicit || !lines.beginsLine(entry.start) || !lines.beginsLine(slot.start)) return undefined;
  const start = startWithComments(next, from, old);
  const end = lines.endOf(entry.end);
  const keyStart = contentStart(old.key);
  const name = to.at(-1) ?? '';
  const isNumber = staysNumberKey(next, from, name);
  const placedKey = text.slice(contentStart(target.key), scalarEnd(target.key));
  const asText = (): string => inlineScalar(name, inlineStyleOf(old.key) ?? 'double', false, 'double');
  const newKey = isNumber === undefined ? placedKey : isNumber ? name : asText();
  const block = text.slice(start, keyStart) + newKey + text.slice(scalarEnd(old.key), end);
  const indented = reindented(block, lines.column(entry.start), lines.column(slot.start));
  if (indented === undefined) return undefined;
  const replaced = { start: lines.startOf(slot.start), end: lines.endOf(slot.end), text: indented };
  return splice(text, [replaced]);
}

/** Where the lines of a key begin, the comments above it included. */
function startWithComments(document: StyledYaml, path: KeyPath, { map, index, entries }: KeyPlace): number {
  const opensFile = map === document.source.tree.root && index === 0;
  return entryStart(contextOf(document, false), {
    entries,
    gone: new Map([[index, path]]),
    index,
    opensFile,
  });
}

/** See `Movable`. */
export function hasOwnComments(document: StyledYaml, path: KeyPath): boolean {
  const place = placeOf(document, path);
  if (typeof place === 'string') return false;
  const { lines } = document;
  const { entries, index, inFlow } = place;
  const { start, end } = entryAt(entries, index);
  // Within brackets it is not certain whose comment one is that is beside the key.
  const from = inFlow
    ? (entries[index - 1]?.end ?? lines.startOf(start))
    : startWithComments(document, path, place);
  const to = (inFlow ? entries[index + 1]?.start : undefined) ?? lines.endOf(end);
  return hasComment(document, from, to);
}

/** Lines that begin in one column, moved to another; undefined if one of them begins before it. */
function reindented(block: string, from: number, to: number): string | undefined {
  if (from === to) return block;
  const parts = block.split(/(\r\n|\n|\r)/);
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 1 || /^[ \t]*$/.test(part)) continue;
    if (!part.startsWith(' '.repeat(from))) return undefined;
    parts[i] = ' '.repeat(to) + part.slice(from);
  }
  return parts.join('');
}
