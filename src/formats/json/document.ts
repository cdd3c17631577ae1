import type { KeyId } from '../../core/keys/key.js';
import {
  FormatError,
  type Document,
  type Edit,
  type EditResult,
  type FormatWarning,
  type Leaf,
  type OutlineNode,
  type Position,
  type Refusal,
  type TopKey,
} from '../format.js';
import { orderIndex } from '../order.js';
import { readRenamed } from '../rename.js';
import { byPlace, lineIndex, splice } from '../text.js';
import { plan } from './plan.js';
import { scan } from './scan.js';
import { fileHabits, type StringHabits } from './strings.js';
import { styleOf, type Style } from './style.js';
import { leavesBelow, namedChildren, outline, survey, topMembers, topOf } from './survey.js';
import type { Tape } from './tape.js';
import { difference } from './verify.js';
import { wishOf, type Wish } from '../edit-tree.js';

/** A parsed JSON text. Only the tape is made at once; leaves, outline, warnings and style when first asked for. */
export class JsonDocument implements Document {
  readonly tape: Tape;
  readonly #locate: (offset: number) => Position;
  #survey: ReturnType<typeof survey> | undefined;
  #outline: readonly OutlineNode[] | undefined;
  #strings: StringHabits | undefined;
  #style: Style | undefined;

  /** Throws FormatError where the text is no JSON (see {@link scan}). */
  constructor(readonly text: string) {
    this.tape = scan(text);
    this.#locate = lineIndex(text);
  }

  get leaves(): ReadonlyMap<KeyId, Leaf> {
    return (this.#survey ??= survey(this.tape, this.#locate)).leaves;
  }

  get warnings(): readonly FormatWarning[] {
    return (this.#survey ??= survey(this.tape, this.#locate)).warnings;
  }

  below(root: string): ReadonlyMap<KeyId, Leaf> {
    const node = namedChildren(this.tape, 0).get(root);
    return node === undefined || this.tape.isLeaf(node)
      ? new Map()
      : leavesBelow(this.tape, node, this.#locate);
  }

  get top(): readonly OutlineNode[] {
    return topOf(this.tape);
  }

  get topKeys(): readonly TopKey[] {
    return topMembers(this.tape).map(({ name, start }) => ({ name, position: this.#locate(start) }));
  }

  get outline(): readonly OutlineNode[] {
    return (this.#outline ??= outline(this.tape));
  }

  /** How the file spells strings. */
  get strings(): StringHabits {
    return (this.#strings ??= fileHabits(this.tape));
  }

  /** How the file lays out its members, for new ones and for new files in its shape. */
  get style(): Style {
    return (this.#style ??= styleOf(this.tape, this.strings));
  }

  edit(edits: readonly Edit[], order?: readonly OutlineNode[]): EditResult {
    const { wish, result } = this.#draft(edits, order);
    if (!result.ok || result.text === this.text) return result;
    const fault = this.#check(result.text, wish);
    return fault === undefined ? result : { ok: false, refused: [fault] };
  }

  renamed(names: ReadonlyMap<string, string>): JsonDocument | undefined {
    const replacements = topMembers(this.tape).flatMap(({ name, start, end }) => {
      const next = names.get(name);
      return next === undefined ? [] : [{ start, end, text: JSON.stringify(next) }];
    });
    const text = splice(this.text, replacements);
    return readRenamed<JsonDocument>(this, text, names, (one) => new JsonDocument(one));
  }

  /** The text with these edits made but not read back: what an edit costs without its verification, for the bench to show. */
  draft(edits: readonly Edit[]): EditResult {
    return this.#draft(edits, undefined).result;
  }

  #draft(
    edits: readonly Edit[],
    order: readonly OutlineNode[] | undefined,
  ): { readonly wish: Wish; readonly result: EditResult } {
    const { wish, refused: contradictions } = wishOf(edits);
    const surroundings = {
      strings: () => this.strings,
      style: () => this.style,
      order: orderIndex(order),
      locate: this.#locate,
    };
    const { replacements, refused: harmful } = plan(this.tape, wish, surroundings);
    const [first, ...others] = [...contradictions, ...harmful];
    if (first !== undefined) return { wish, result: { ok: false, refused: [first, ...others] } };
    const sorted = replacements.toSorted(byPlace);
    return { wish, result: { ok: true, text: splice(this.text, sorted) } };
  }

  /** Reads the edited text again (architecture, habit 13). */
  #check(text: string, wish: Wish): Refusal | undefined {
    try {
      const path = difference(this.tape, wish, scan(text));
      return (
        path && { path, reason: 'the edited text would not read back as meant here', position: undefined }
      );
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return {
        path: [],
        reason: `the edited text would not be readable: ${error.reason}`,
        position: error.position,
      };
    }
  }
}
