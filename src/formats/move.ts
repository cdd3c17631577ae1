import { keyId, keyPath, type KeyId, type KeyPath } from '../core/keys/key.js';
import {
  FormatError,
  type Document,
  type Edit,
  type EditResult,
  type Move,
  type OutlineNode,
} from './format.js';
import { emptyGroupsAt, isAt } from './empty-groups.js';
import { areSiblings } from './order.js';
import { byPlace, splice, type Replacement } from './text.js';

/** What a format has to know to move keys in a document of its own. */
export interface Movable extends Document {
  /** Another name for the key of this path, in its place; or why it cannot have one. */
  respelt(path: KeyPath, name: string): Replacement | string;
  /**
   * The text of `next`, in which the key `to` stands for the place, with the lines of `from` in
   * that place, comments included. Undefined if these lines cannot be carried as they are.
   */
  transplanted(next: Document, from: KeyPath, to: KeyPath): string | undefined;
  /** Whether comments belong to this key: above it, on its line, or inside its group. */
  hasOwnComments(path: KeyPath): boolean;
}

/** What holds a place until the lines of a key are put there. */
const PLACEHOLDER = 'locsync';

const NO_ROOM =
  'its comments have no room there, as in a group on one line: write that group on several lines first';
const EMPTY_IN_BRACKETS =
  'it is or holds an empty group, which cannot move into or out of brackets: remove that group, or write it on several lines first';
const ELSEWHERE =
  'the file would not read as the same texts under the new key, as with anchors, aliases or keys that occur twice';

/** {@link Document.moved} for every format. */
export function moveKeys<D extends Movable>(
  document: D,
  moves: readonly Move[],
  order: readonly OutlineNode[] | undefined,
  parse: (text: string) => D,
): EditResult {
  try {
    const near = moves.filter(({ from, to }) => areSiblings(from, to));
    const respelt = inPlace(document, near);
    if (!('text' in respelt)) return respelt;
    let current = near.length === 0 ? document : parse(respelt.text);
    for (const move of moves) {
      if (near.includes(move)) continue;
      const moved = elsewhere(current, move, order, parse);
      if (!moved.ok) return moved;
      current = parse(moved.text);
    }
    if (!saysTheSame(document, current, moves)) return refusal(moves[0]?.from ?? [], ELSEWHERE);
    return { ok: true, text: current.text };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return refusal(moves[0]?.from ?? [], `the file would not be readable: ${error.reason}`);
  }
}

function inPlace(document: Movable, moves: readonly Move[]): EditResult {
  const replacements: Replacement[] = [];
  for (const { from, to } of moves) {
    const made = document.respelt(from, to.at(-1) ?? '');
    if (typeof made === 'string') return refusal(from, made);
    replacements.push(made);
  }
  return { ok: true, text: splice(document.text, replacements.sort(byPlace)) };
}

/** Into another group: first the new place, then the lines, then the old ones go. */
function elsewhere<D extends Movable>(
  document: D,
  { from, to }: Move,
  order: readonly OutlineNode[] | undefined,
  parse: (text: string) => D,
): EditResult {
  const old = leavesAt(document, from);
  const empty = emptyGroupsAt(document.outline, from);
  const gone: readonly Edit[] = [...old, ...empty].map((path) => ({ path, text: undefined }));
  const placed = document.edit([{ path: to, text: PLACEHOLDER }], order);
  if (!placed.ok) return placed;
  const text = document.transplanted(parse(placed.text), from, to);
  if (text !== undefined) {
    const carried = parse(text).edit(gone);
    if (carried.ok) return carried;
  }
  // Inside brackets, or on a line with other keys: the texts go, written as the file writes them.
  if (document.hasOwnComments(from)) return refusal(from, NO_ROOM);
  if (empty.length > 0) return refusal(from, EMPTY_IN_BRACKETS);
  const sets = old.map((path) => ({
    path: [...to, ...path.slice(from.length)],
    text: document.leaves.get(keyId(path))?.text ?? '',
  }));
  return document.edit([...sets, ...gone], order ?? document.outline.map(movedNode(from, to)));
}

const movedNode =
  (from: KeyPath, to: KeyPath) =>
  (node: OutlineNode): OutlineNode =>
    isAt(node.path, from) ? { ...node, path: [...to, ...node.path.slice(from.length)] } : node;

const leavesAt = (document: Document, from: KeyPath): readonly KeyPath[] =>
  [...document.leaves.values()].map(({ path }) => path).filter((path) => isAt(path, from));

/** Whether `after` reads as `before` with these keys moved. */
export function saysTheSame(before: Document, after: Document, moves: readonly Move[]): boolean {
  if (before.leaves.size !== after.leaves.size) return false;
  for (const [id, { kind, text }] of before.leaves) {
    const leaf = after.leaves.get(movedId(id, moves));
    if (leaf?.text !== text || leaf.kind !== kind) return false;
  }
  return true;
}

function movedId(id: KeyId, moves: readonly Move[]): KeyId {
  const path = keyPath(id);
  const move = moves.find(({ from }) => isAt(path, from));
  return move ? keyId([...move.to, ...path.slice(move.from.length)]) : id;
}

const refusal = (path: KeyPath, reason: string): EditResult => ({
  ok: false,
  refused: [{ path, reason, position: undefined }],
});
