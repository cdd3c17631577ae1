import type { Catalog } from '../../core/keys/catalog.js';
import { BOM } from '../../core/text/lines.js';
import type { Tape } from '../../core/json/tape.js';
import type { KeyId } from '../../core/keys/key.js';
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
}

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
  return isPlain ? { before, after: text.slice(end) } : undefined;
}

/**
 * A new file with the keys of another in their order: that file with its leaves replaced. Nearly
 * every language of a new project is one. Undefined if these are other keys.
 */
export function withSameKeys(
  like: Parsed & { readonly frame: Frame | undefined; readonly style: JsonStyle },
  texts: Catalog,
): string | undefined {
  const { leaves, frame } = like;
  if (frame === undefined || leaves.size !== texts.size) return undefined;
  const { strings } = like.style;
  const wanted = texts.entries();
  let text = like.text.startsWith(BOM) ? BOM : '';
  let index = 0;
  for (const [id, leaf] of leaves) {
    const [key, value = ''] = wanted.next().value ?? [];
    if (key !== id) return undefined;
    text += (frame.before[index++] ?? '') + tokenFor(value, leafKind(leaf.kind), strings, leaf.text);
  }
  return text + frame.after;
}

/** Whether a new file has the keys of another in their order, with these texts. */
export function readsAs(made: Tape, like: Tape, texts: Catalog): boolean {
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
