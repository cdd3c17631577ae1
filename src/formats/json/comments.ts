import { childId, type KeyId } from '../../core/keys/key.js';
import { LIST, type Tape } from '../../core/json/tape.js';
import { commentText, type CommentAbove, type CommentPlace, type CommentSpan } from '../comments.js';
import { Siblings } from './siblings.js';
import { endsLineAt, gapOf, lineStart, spansLines } from './trivia.js';

/** See `Document.commentPlaces`. Items of lists, and lines that begin with commas, have none. */
export function commentPlaces(tape: Tape): ReadonlyMap<KeyId, CommentPlace> {
  const places = new Map<KeyId, CommentPlace>();
  const visit = (parent: number, above: KeyId | undefined): void => {
    if (tape.kind(parent) === LIST) return;
    const siblings = new Siblings(tape, parent);
    if (siblings.commaFirst) return;
    for (const [index, node] of siblings.nodes.entries()) {
      const id = childId(above, tape.key(node));
      places.set(id, { above: aboveOf(tape, siblings, index), after: afterOf(tape, siblings, index) });
      if (!tape.isLeaf(node)) visit(node, id);
    }
  };
  visit(0, undefined);
  return places;
}

/** Whether a comment is anywhere in the text: readers of strict JSON accept none. */
export function hasComments(tape: Tape): boolean {
  const { text } = tape;
  if (!text.includes('//') && !text.includes('/*')) return false;
  if (gapOf(text, 0, tape.start(0)).comments.length > 0) return true;
  if (gapOf(text, tape.end(0), text.length).comments.length > 0) return true;
  return hasCommentsInside(tape, 0);
}

/** Whether a comment is inside a map or list, at any depth. */
export function hasCommentsInside(tape: Tape, parent: number): boolean {
  const end = tape.next(parent);
  for (let node = parent; node < end; node++) {
    if (node !== parent && hasCommentAtColon(tape, node)) return true;
    if (tape.isLeaf(node)) continue;
    const siblings = new Siblings(tape, node);
    for (let index = -1; index < siblings.size; index++)
      if (siblings.gap(index).comments.length > 0) return true;
  }
  return false;
}

/** Whether a comment is between a key and its value. */
export const hasCommentAtColon = (tape: Tape, node: number): boolean =>
  tape.keyStart(node) >= 0 && tape.text.slice(tape.keyEnd(node), tape.start(node)).includes('/');

function aboveOf({ text }: Tape, siblings: Siblings, index: number): CommentAbove | undefined {
  const key = siblings.start(index);
  const end = lineStart(text, key);
  const start = siblings.firstLine(index);
  if (start === undefined || end === undefined) return undefined;
  const indent = text.slice(end, key);
  const own = text.slice(start, end);
  const beyond = siblings
    .gap(index - 1)
    .comments.filter((comment) => comment.end <= start && lineStart(text, comment.start) !== undefined)
    .map((comment) => text.slice(comment.start, comment.end).trim());
  return { start, end, text: commentText(own, indent), indent, isHeading: false, beyond: beyond.join('\n') };
}

/** After the value and its comma; of a map or list on several lines, after its bracket. */
function afterOf(tape: Tape, siblings: Siblings, index: number): CommentSpan | undefined {
  const { text } = tape;
  const node = siblings.nodes[index] ?? siblings.parent;
  const key = siblings.start(index);
  if (spansLines(text, key, tape.start(node))) return undefined;
  if (spansLines(text, key, siblings.end(index))) return tape.isLeaf(node) ? undefined : inside(tape, node);
  const end = siblings.lastLine(index);
  if (end === undefined) return undefined;
  const { comma } = siblings.gap(index);
  const value = siblings.end(index);
  const isNext = comma !== undefined && text.slice(value, comma).trim() === '';
  // A comment before the comma, or a comma on another line.
  if (comma !== undefined && (!isNext || comma >= end)) return undefined;
  return span(text, comma === undefined ? value : comma + 1, end);
}

/** After the opening bracket, if its line ends there. */
function inside(tape: Tape, node: number): CommentSpan | undefined {
  const { text } = tape;
  const start = tape.start(node) + 1;
  const first = tape.hasChildren(node) ? tape.memberStart(node + 1) : tape.end(node) - 1;
  const { comments } = gapOf(text, start, first);
  let end = start;
  for (const comment of comments) {
    if (spansLines(text, end, comment.start)) break;
    ({ end } = comment);
  }
  while (text[end] === ' ' || text[end] === '\t') end++;
  return endsLineAt(text, end) ? span(text, start, end) : undefined;
}

const span = (text: string, start: number, end: number): CommentSpan | undefined =>
  spansLines(text, start, end) ? undefined : { start, end, text: text.slice(start, end).trim() };
