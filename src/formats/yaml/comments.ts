import { COLLECTION_STYLE } from 'js-yaml';
import { childId, keyPath, type KeyId, type KeyPath } from '../../core/keys/key.js';
import { commentText, type CommentAbove, type CommentPlace, type CommentSpan } from '../comments.js';
import { contextOf } from './edit/context.js';
import { entryStart, type RemovedEntry } from './edit/entry-lines.js';
import { commentStart } from './parse/comments.js';
import { entryAt, type Entry } from './parse/layout.js';
import type { MapNode, ScalarNode, YamlNode } from './parse/nodes.js';
import { contentStart, isBlockStyle, scalarEnd } from './parse/source.js';
import { childrenOf } from './parse/walk.js';
import type { StyledYaml } from './style/file-style.js';

/** See `Document.commentPlaces`. What is in brackets or in lists has none. */
export function commentPlaces(
  document: StyledYaml,
  together: ReadonlySet<KeyId>,
): ReadonlyMap<KeyId, CommentPlace> {
  const { source, layout } = document;
  const places = new Map<KeyId, CommentPlace>();
  const visit = (map: MapNode, parent: KeyId | undefined): void => {
    if (map.event.style === COLLECTION_STYLE.FLOW) return;
    const entries = layout.entries(map);
    const own = childrenOf(source, map)
      .filter(({ owner }) => owner === map)
      .map((child) => ({ ...child, id: childId(parent, child.name) }));
    const gone = new Map<number, KeyPath>();
    for (const { id, index } of own) if (together.has(id)) gone.set(index, keyPath(id));
    for (const { id, index, node, indirection } of own) {
      const entry = entryAt(entries, index);
      const opensFile = map === source.tree.root && index === 0;
      const value = map.values[index];
      const above = aboveOf(document, { entries, gone, index, opensFile });
      const after = value && afterOf(document, entry, value);
      places.set(id, { above, after });
      if (node.is === 'map' && indirection === undefined) visit(node, id);
    }
  };
  if (source.tree.root) visit(source.tree.root, undefined);
  return places;
}

function aboveOf(document: StyledYaml, removed: RemovedEntry): CommentAbove | undefined {
  const { lines, text } = document;
  const entry = entryAt(removed.entries, removed.index);
  if (entry.explicit || !lines.beginsLine(entry.start)) return undefined;
  const end = lines.startOf(entry.start);
  const start = commentStart(lines, end, false);
  const indent = text.slice(end, entry.start);
  const beyond: string[] = [];
  for (let above = lines.previous(start); above !== undefined; above = lines.previous(above)) {
    const words = text.slice(above, lines.endOf(above)).trim();
    if (words !== '' && !words.startsWith('#')) break;
    if (words !== '') beyond.unshift(words);
  }
  return {
    start,
    end,
    text: commentText(text.slice(start, end), indent),
    indent,
    isHeading: entryStart(contextOf(document, false), removed) !== start,
    beyond: beyond.join('\n'),
  };
}

/** After a value on the line of its key, after `|` and `>`, or after the colon of a group. */
function afterOf(
  { lines, layout, text }: StyledYaml,
  { start, slot, end, explicit }: Entry,
  value: YamlNode,
): CommentSpan | undefined {
  if (explicit || slot < 0 || !lines.beginsLine(start)) return undefined;
  let from = end;
  if (value.is === 'scalar') {
    const { valueStart, style } = value.event;
    if (valueStart >= 0 && isBlockStyle(style)) from = layout.header(valueStart, slot).end;
    // A text that begins on the next line: the comment is after the colon.
    else if (valueStart >= 0 && lines.startOf(valueStart) > lines.startOf(slot)) from = slot;
  } else if (value.is !== 'alias' && value.event.style !== COLLECTION_STYLE.FLOW) from = slot;
  if (lines.startOf(from) !== lines.startOf(start)) return undefined;
  const lineEnd = lines.endOf(from);
  const rest = text.slice(from, lineEnd);
  if (!/^[ \t]*(?:(?<=[ \t])#.*)?$/.test(rest)) return undefined;
  return { start: from, end: lineEnd, text: rest.trim() };
}

/** Whether a comment is between two offsets, neither of which is inside a scalar. */
export function hasComment({ source, text }: StyledYaml, from: number, to: number): boolean {
  const { root } = source.tree;
  let at = from;
  let bare = '';
  for (const scalar of root === undefined ? [] : scalarsOf(root)) {
    const start = contentStart(scalar);
    const end = scalarEnd(scalar);
    if (scalar.valueStart < 0 || start < at || start >= to) continue;
    // No blank takes the place of a scalar: only one before a `#` makes it begin a comment.
    bare += `${text.slice(at, start)}_`;
    at = end;
  }
  return /(?:^|[ \t])#/m.test(bare + text.slice(at, to));
}

/** The scalars in file order, keys included. */
function* scalarsOf(node: YamlNode): Generator<ScalarNode> {
  if (node.is === 'scalar') yield node;
  else if (node.is !== 'alias')
    for (const [index, value] of node.values.entries()) {
      const key = node.is === 'map' ? node.keys[index] : undefined;
      if (key) yield key;
      yield* scalarsOf(value);
    }
}
