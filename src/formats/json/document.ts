import type { KeyId, KeyPath } from '../../core/keys/key.js';
import { editTreeOf, type EditTree } from '../edit-tree.js';
import {
  FormatError,
  type Edit,
  type EditResult,
  type FormatWarning,
  type Leaf,
  type Move,
  type Order,
  type OutlineNode,
  type Refusal,
  type TopKey,
} from '../format.js';
import { moveKeys, type Movable } from '../move.js';
import { OrderIndex } from '../order.js';
import { readRenamed } from '../rename.js';
import { lineIndex, type Position } from '../../core/text/lines.js';
import { splice, type Replacement } from '../text.js';
import type { CommentPlace } from '../comments.js';
import { commentPlaces, hasComments } from './comments.js';
import { writeEdits, type Editable } from './edit.js';
import { collectLeaves, leavesBelow, namedChildren, outline, topMembers, topOf } from './leaves.js';
import { hasOwnComments, respelt, transplanted } from './move.js';
import { frameOf } from './same-keys.js';
import { scan, withMap } from './scan.js';
import { stringStyleOf, type StringStyle } from './strings.js';
import { styleOf, type JsonStyle } from './style.js';
import type { Tape } from '../../core/json/tape.js';
import { difference } from './verify.js';

/** A parsed JSON text. Only the tape is made at once; everything else when first asked for. */
export class JsonDocument implements Movable, Editable {
  readonly tape: Tape;
  readonly positionOf: (offset: number) => Position;
  #collected: ReturnType<typeof collectLeaves> | undefined;
  #top: readonly OutlineNode[] | undefined;
  #outline: readonly OutlineNode[] | undefined;
  #frame: { readonly value: ReturnType<typeof frameOf> } | undefined;
  #strings: StringStyle | undefined;
  #style: JsonStyle | undefined;

  /** Throws FormatError if the text, whose tape this is, is not JSON (see {@link scan}). */
  constructor(
    readonly text: string,
    tape?: Tape,
  ) {
    this.tape = tape === undefined ? scan(text) : withMap(tape);
    this.positionOf = lineIndex(text);
  }

  get leaves(): ReadonlyMap<KeyId, Leaf> {
    return (this.#collected ??= collectLeaves(this.tape, this.positionOf)).leaves;
  }

  get warnings(): readonly FormatWarning[] {
    return (this.#collected ??= collectLeaves(this.tape, this.positionOf)).warnings;
  }

  below(root: string): ReadonlyMap<KeyId, Leaf> {
    const node = namedChildren(this.tape, 0).get(root);
    return node === undefined || this.tape.isLeaf(node)
      ? new Map()
      : leavesBelow(this.tape, node, this.positionOf);
  }

  get top(): readonly OutlineNode[] {
    return (this.#top ??= topOf(this.tape));
  }

  get topKeys(): readonly TopKey[] {
    return topMembers(this.tape).map(({ name, start }) => ({ name, position: this.positionOf(start) }));
  }

  get outline(): readonly OutlineNode[] {
    return (this.#outline ??= outline(this.tape));
  }

  /** What is between its leaves, for new files with the same keys. */
  get frame(): ReturnType<typeof frameOf> {
    return (this.#frame ??= { value: frameOf(this) }).value;
  }

  /** How the file spells strings. */
  get strings(): StringStyle {
    return (this.#strings ??= stringStyleOf(this.tape));
  }

  /** How the file lays out its members: for new ones, and for new files in its shape. */
  get style(): JsonStyle {
    return (this.#style ??= styleOf(this.tape, this.strings));
  }

  edit(edits: readonly Edit[], order?: Order): EditResult {
    const { tree, refused } = editTreeOf(edits);
    const written = writeEdits(this, tree, refused, new OrderIndex(order));
    if (!written.ok || written.text === this.text) return written;
    const problem = this.#verify(written.text, tree);
    return problem === undefined ? written : { ok: false, refused: [problem] };
  }

  renamed(names: ReadonlyMap<string, string>): JsonDocument | undefined {
    const replacements = topMembers(this.tape).flatMap(({ name, start, end }) => {
      const next = names.get(name);
      return next === undefined ? [] : [{ start, end, text: JSON.stringify(next) }];
    });
    const text = splice(this.text, replacements);
    return readRenamed<JsonDocument>(this, text, names, (one) => new JsonDocument(one));
  }

  moved(moves: readonly Move[], order?: readonly OutlineNode[]): EditResult {
    return moveKeys<JsonDocument>(this, moves, order, (text) => new JsonDocument(text));
  }

  respelt(path: KeyPath, name: string): Replacement | string {
    return respelt(this.tape, path, name);
  }

  transplanted(next: JsonDocument, from: KeyPath, to: KeyPath): string | undefined {
    return transplanted(next.tape, from, to);
  }

  hasOwnComments(path: KeyPath): boolean {
    return hasOwnComments(this.tape, path);
  }

  commentPlaces(): ReadonlyMap<KeyId, CommentPlace> {
    return commentPlaces(this.tape);
  }

  get takesComments(): boolean {
    return hasComments(this.tape);
  }

  /** Reads the edited text back and compares it with what was meant. */
  #verify(text: string, tree: EditTree): Refusal | undefined {
    try {
      const path = difference(this.tape, tree, scan(text));
      const reason = 'the edited text would not read back as meant here';
      return path && { path, reason, position: undefined };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const reason = `the edited text would not be readable: ${error.reason}`;
      return { path: [], reason, position: error.position };
    }
  }
}
