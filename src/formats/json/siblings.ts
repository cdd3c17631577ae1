import type { Tape } from '../../core/json/tape.js';
import {
  blanksAfter,
  blanksBefore,
  endsLineAt,
  gapOf,
  lineEnd,
  lineStart,
  spansLines,
  type Gap,
} from './trivia.js';
import type { Range } from './ranges.js';

// At most one line end: after a blank line, a comment does not belong to the next member.
const ADJACENT = /^[ \t]*(?:(?:\r\n|\n|\r)[ \t]*)?$/;

/** The members of one map or list in the text: what is between them, and what belongs to each. */
export class Siblings {
  readonly nodes: readonly number[];
  /** The offset of the closing bracket. */
  readonly close: number;
  readonly #text: string;
  #commaFirst: boolean | undefined;
  /** The last gap: most callers ask for it again at once. */
  #gap: Gap | undefined;
  #gapIndex = -1;

  constructor(
    readonly tape: Tape,
    readonly parent: number,
  ) {
    this.nodes = tape.children(parent);
    this.close = tape.end(parent) - 1;
    this.#text = tape.text;
  }

  get size(): number {
    return this.nodes.length;
  }

  start(index: number): number {
    return this.tape.memberStart(this.nodes[index] ?? this.parent);
  }

  end(index: number): number {
    return this.tape.end(this.nodes[index] ?? this.parent);
  }

  /** The index of a node among the members, by binary search: the tape is in file order. */
  indexOf(node: number): number {
    let low = 0;
    let high = this.nodes.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.nodes[middle] ?? 0) <= node) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The gap after member `index` up to the next or the bracket; -1: before the first. */
  gap(index: number): Gap {
    if (this.#gap !== undefined && this.#gapIndex === index) return this.#gap;
    const from = index < 0 ? this.tape.start(this.parent) + 1 : this.end(index);
    const gap = gapOf(this.#text, from, index + 1 < this.size ? this.start(index + 1) : this.close);
    this.#gap = gap;
    this.#gapIndex = index;
    return gap;
  }

  /** Whether lines begin with the comma, as the first line break between two members shows. */
  get commaFirst(): boolean {
    return (this.#commaFirst ??= this.#isCommaFirst());
  }

  #isCommaFirst(): boolean {
    if (this.size < 2) return false;
    const { comma } = this.gap(0);
    return (
      comma !== undefined &&
      spansLines(this.#text, this.end(0), comma) &&
      !spansLines(this.#text, comma, this.start(1))
    );
  }

  /** The indentation of a member; undefined if something else is before it on its line. */
  indent(index: number): string | undefined {
    const start = this.start(index);
    const line = lineStart(this.#text, start);
    return line === undefined ? undefined : this.#text.slice(line, start);
  }

  /**
   * The start of the first line of the member, including the comments that belong to it. Undefined
   * if it shares that line.
   */
  firstLine(index: number): number | undefined {
    const gap = this.gap(index - 1);
    let start = this.start(index);
    if (this.commaFirst && index > 0 && gap.comma !== undefined) start = gap.comma;
    let line = lineStart(this.#text, start);
    for (const comment of gap.comments.toReversed()) {
      if (!ADJACENT.test(this.#text.slice(comment.end, start))) break;
      start = comment.start;
      line = lineStart(this.#text, start) ?? line;
    }
    return line;
  }

  /**
   * Where the member's last line ends, including its comma and comments on that line. Undefined if
   * something else follows on it.
   */
  lastLine(index: number): number | undefined {
    const gap = this.gap(index);
    let at = blanksAfter(this.#text, this.end(index));
    for (;;) {
      const comment = gap.comments.length === 0 ? undefined : gap.comments.find(({ start }) => start === at);
      if (comment !== undefined) at = comment.end;
      else if (at === gap.comma && !this.commaFirst) at++;
      else break;
      at = blanksAfter(this.#text, at);
    }
    return endsLineAt(this.#text, at) ? at : undefined;
  }

  /**
   * What goes with a member: its lines with the comments that belong to it, or its part of a shared
   * line. `atTail`: nothing after it stays, so the blanks before it go too.
   */
  extent(index: number, atTail: boolean): Range {
    const text = this.#text;
    const first = this.firstLine(index);
    const last = this.lastLine(index);
    if (first !== undefined && last !== undefined) return { start: first, end: lineEnd(text, last) };
    const start = this.start(index);
    if (last !== undefined) return { start: blanksBefore(text, start), end: last };
    const afterValue = this.end(index);
    const beforeComma = blanksAfter(text, afterValue);
    const end = text[beforeComma] === ',' && !this.commaFirst ? beforeComma + 1 : afterValue;
    const after = blanksAfter(text, end);
    if (atTail || after === this.close) return { start: blanksBefore(text, start), end };
    return { start, end: end === afterValue ? end : after };
  }
}
