import type { KeyPath } from '../../core/keys/key.js';
import type { Tape } from '../../core/json/tape.js';
import { splice, type Replacement } from '../text.js';
import { hasCommentAtColon, hasCommentsInside } from './comments.js';
import { namedChildren } from './leaves.js';
import { Siblings } from './siblings.js';
import { lineStart } from './trivia.js';

/** The member of this path with the node of its map or list; undefined if there is none. */
function memberAt(tape: Tape, path: KeyPath): { readonly node: number; readonly parent: number } | undefined {
  let node = 0;
  let parent = 0;
  for (const segment of path) {
    if (tape.isLeaf(node)) return undefined;
    const child = namedChildren(tape, node).get(segment);
    if (child === undefined) return undefined;
    parent = node;
    node = child;
  }
  return node === 0 ? undefined : { node, parent };
}

/** See `Movable`. */
export function respelt(tape: Tape, path: KeyPath, name: string): Replacement | string {
  const member = memberAt(tape, path);
  if (!member) return 'the file does not hold it';
  const start = tape.keyStart(member.node);
  if (start < 0) return 'it is an item of a list, which has no name';
  return { start, end: tape.keyEnd(member.node), text: JSON.stringify(name) };
}

/** See `Movable`. */
export function transplanted(tape: Tape, from: KeyPath, to: KeyPath): string | undefined {
  const [old, target] = [memberAt(tape, from), memberAt(tape, to)];
  if (!old || !target || tape.keyStart(old.node) < 0) return undefined;
  const { text } = tape;
  const [before, after] = [memberOf(tape, old), memberOf(tape, target)];
  const indent = (one: string): string => moved(one, before.indent, after.indent);
  const value = {
    start: tape.start(target.node),
    end: tape.end(target.node),
    text: indent(tape.raw(old.node)),
  };
  const [place, end] = [
    lineStart(text, after.siblings.start(after.index)),
    after.siblings.lastLine(after.index),
  ];
  const { lead, tail } = commentsBeside(text, before);
  if (hasCommentAtColon(tape, old.node)) return undefined;
  // Comments have no place on a line with other members.
  if (place === undefined || end === undefined) return lead + tail === '' ? splice(text, [value]) : undefined;
  return splice(text, [
    { start: place, end: place, text: lead === '' ? '' : indent(lead) },
    value,
    { start: end, end, text: tail },
  ]);
}

/** See `Movable`. */
export function hasOwnComments(tape: Tape, path: KeyPath): boolean {
  const member = memberAt(tape, path);
  if (!member) return false;
  const { lead, tail } = commentsBeside(tape.text, memberOf(tape, member));
  return (
    lead !== '' || tail !== '' || hasCommentAtColon(tape, member.node) || hasCommentsInside(tape, member.node)
  );
}

/** A member among the others of its map. */
interface Member {
  readonly siblings: Siblings;
  readonly index: number;
  readonly indent: string | undefined;
}

/** The comment lines above a member, and the comment after it on its line. */
function commentsBeside(
  text: string,
  { siblings, index }: Member,
): { readonly lead: string; readonly tail: string } {
  const [first, last] = [siblings.firstLine(index), siblings.lastLine(index)];
  const line = lineStart(text, siblings.start(index));
  const { comma } = siblings.gap(index);
  return {
    lead: first === undefined || line === undefined ? '' : text.slice(first, line),
    tail: last === undefined ? '' : withoutComma(text, siblings.end(index), last, comma),
  };
}

const memberOf = (
  tape: Tape,
  { node, parent }: { readonly node: number; readonly parent: number },
): Member => {
  const siblings = new Siblings(tape, parent);
  const index = siblings.indexOf(node);
  return { siblings, index, indent: siblings.indent(index) };
};

function withoutComma(text: string, start: number, end: number, comma: number | undefined): string {
  const isInside = comma !== undefined && comma >= start && comma < end;
  const rest = isInside ? text.slice(start, comma) + text.slice(comma + 1, end) : text.slice(start, end);
  return rest.trim() === '' ? '' : rest;
}

/** Lines with another indentation; what is on the first line before it stays. */
function moved(lines: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined || to === undefined || from === to) return lines;
  return lines
    .split('\n')
    .map((line, i) =>
      line.startsWith(from) && (i > 0 || line.trimStart() !== line) ? to + line.slice(from.length) : line,
    )
    .join('\n');
}
