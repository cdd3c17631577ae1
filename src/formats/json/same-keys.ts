import { BOM, startOf } from '../../core/text/lines.js';
import { LIST, type Tape } from '../../core/json/tape.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { Leaf } from '../format.js';
import { leafKind } from './new-value.js';
import { tokenFor } from './render.js';
import type { JsonStyle } from './style.js';

/** A parsed file, as far as new files in its shape are made from it. */
interface Parsed {
  readonly text: string;
  readonly tape: Tape;
  readonly leaves: ReadonlyMap<KeyId, Leaf>;
}

/** Between the leaves of a file: `before[i]` is in front of its leaf `i`, `after` is the rest. */
interface Frame {
  readonly before: readonly string[];
  readonly after: string;
  /**
   * The keys of all its maps as they are decoded, in file order, each map's own followed by
   * {@link MAP_END}; undefined if the file holds a list.
   */
  readonly shape: readonly (string | typeof MAP_END)[] | undefined;
}

const MAP_END = Symbol('the end of a map');

/**
 * What is between the leaves of a file if a new file with the same keys has exactly that. Undefined
 * if it has comments, which a new file does not get, a key twice, or a group without a text.
 */
export function frameOf({ tape, text, leaves }: Parsed): Frame | undefined {
  const before: string[] = [];
  let read = tape.start(0); // As far as the last key, bracket or leaf reaches.
  let end = read;
  const hasComment = (to: number): boolean => text.slice(read, to).includes('/');
  for (let node = 1; node < tape.size; node++) {
    const key = tape.keyStart(node);
    if (key >= 0) {
      if (hasComment(key)) return undefined;
      read = tape.keyEnd(node);
    }
    const isLeaf = tape.isLeaf(node);
    if (hasComment(tape.start(node)) || (!isLeaf && !tape.hasChildren(node))) return undefined;
    read = isLeaf ? tape.end(node) : tape.start(node);
    if (!isLeaf) continue;
    before.push(text.slice(end, tape.start(node)));
    end = read;
  }
  const isPlain = before.length > 0 && before.length === leaves.size && !hasComment(text.length);
  return isPlain ? { before, after: text.slice(end), shape: shapeOf(tape) } : undefined;
}

function shapeOf(tape: Tape): Frame['shape'] {
  const shape: (string | typeof MAP_END)[] = [];
  const visit = (node: number): boolean => {
    if (tape.kind(node) === LIST) return false;
    for (const child of tape.children(node)) {
      shape.push(tape.key(child));
      if (!tape.isLeaf(child) && !visit(child)) return false;
    }
    shape.push(MAP_END);
    return true;
  };
  return visit(0) ? shape : undefined;
}

/**
 * A new file with the keys of another in their order: that file with its leaves replaced. Nearly
 * every language of a new project is one. Undefined if these are other keys.
 */
export function withSameKeys(
  like: Parsed & { readonly frame: Frame | undefined; readonly style: JsonStyle },
  texts: TextsByKey,
): string | undefined {
  const { leaves, frame } = like;
  if (frame === undefined || leaves.size !== texts.size) return undefined;
  const { strings } = like.style;
  // Lists, since each step of an iterator by hand is an object.
  const ids = [...leaves.keys()];
  if (![...texts.keys()].every((key, i) => key === ids[i])) return undefined;
  const wanted = [...texts.values()];
  // Joined once: a text that grows by its parts takes twice the memory.
  const parts = [like.text.startsWith(BOM) ? BOM : ''];
  [...leaves.values()].forEach(({ kind, text: old }, i) => {
    const token = tokenFor(wanted[i] ?? '', strings, { kind: leafKind(kind), old });
    parts.push(frame.before[i] ?? '', token);
  });
  parts.push(frame.after);
  return parts.join('');
}

/**
 * Whether a new file reads as these texts under the keys of another in their order, to JSON.parse.
 * False proves nothing: the texts may be numbers, and the file may have what only {@link readsAs}
 * reads.
 */
export function parsesAs(made: string, { shape }: Frame, texts: TextsByKey): boolean {
  if (shape === undefined) return false;
  const wanted = [...texts.values()];
  let [at, read] = [0, 0];
  const holds = (value: unknown): boolean => {
    if (!isMap(value)) return typeof value === 'string' && value === wanted[read++];
    for (const name of Object.keys(value)) if (name !== shape[at++] || !holds(value[name])) return false;
    return shape[at++] === MAP_END;
  };
  try {
    const parsed: unknown = JSON.parse(made.slice(startOf(made)));
    return isMap(parsed) && holds(parsed) && at === shape.length && read === wanted.length;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a new file has the keys of another in their order, with these texts. */
export function readsAs(made: Tape, like: Tape, texts: TextsByKey): boolean {
  if (made.size !== like.size) return false;
  const wanted = texts.values();
  for (let node = 1; node < made.size; node++) {
    if (made.next(node) !== like.next(node) || keyIn(made, node) !== keyIn(like, node)) return false;
    if (!like.isLeaf(node)) {
      if (made.kind(node) !== like.kind(node)) return false;
      continue;
    }
    const text = wanted.next().value;
    if (text === undefined || !made.isLeaf(node)) return false;
    if (made.leafText(node) !== text && !(made.kindName(node) === 'null' && text === 'null')) return false;
  }
  return wanted.next().done === true;
}

/** The key of a member as it is spelled; '' for an item of a list. */
const keyIn = (tape: Tape, node: number): string =>
  tape.keyStart(node) < 0 ? '' : tape.text.slice(tape.keyStart(node), tape.keyEnd(node));
