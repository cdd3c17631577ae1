import type { Siblings } from './siblings.js';
import { blanksBehindComma, colonOf, type JsonStyle } from './style.js';
import { MAP } from '../../core/json/tape.js';
import { lineStart, spansLines } from './trivia.js';

/** How new members of one map or list are written: like their siblings, else like the file. */
export class MemberLayout {
  constructor(
    private readonly siblings: Siblings,
    private readonly style: JsonStyle,
  ) {}

  /** Whether a new map or list in this one goes on one line. */
  isInline(): boolean {
    const { siblings, style } = this;
    const { tape, parent, close, size } = siblings;
    if (spansLines(tape.text, tape.start(parent), close)) return false;
    if (size > 0) return true;
    if (parent === 0) return false;
    const shape = tape.kind(parent) === MAP ? style.map : style.list;
    return shape.inline || lineStart(tape.text, tape.memberStart(parent)) === undefined;
  }

  /** The line end, indentation and comma that begin a member, if lines begin with the comma. */
  lead(): string {
    const start = this.siblings.start(1);
    const comma = this.siblings.gap(0).comma ?? start;
    return `${this.style.newline}${this.siblings.tape.text.slice(lineStart(this.siblings.tape.text, comma) ?? comma, start)}`;
  }

  /** The indentation of the line with the closing bracket, else of the one with the opening. */
  outerIndent(): string {
    const { tape, parent, close } = this.siblings;
    for (const at of [close, tape.memberStart(parent)]) {
      const line = lineStart(this.siblings.tape.text, at);
      if (line !== undefined) return this.siblings.tape.text.slice(line, at);
    }
    return '';
  }

  /** The file's style, with the colon of this member. */
  styleBeside(index: number): JsonStyle {
    const { style } = this;
    const { tape, nodes } = this.siblings;
    const node = nodes[index];
    if (node === undefined || tape.keyStart(node) < 0) return style;
    const end = tape.keyEnd(node);
    if (end + style.colon.length === tape.start(node) && tape.text.startsWith(style.colon, end)) return style;
    const colon = colonOf(tape, node);
    return colon === undefined ? style : { ...style, colon };
  }

  /**
   * The comma between two members on one line, with the blanks after it: as beside this member,
   * else as in the file.
   */
  separator(index: number): string {
    const { tape, nodes } = this.siblings;
    for (const at of [index, index - 1]) {
      const [node, next] = [nodes[at], nodes[at + 1]];
      const blanks =
        node === undefined || next === undefined ? undefined : blanksBehindComma(tape, node, next);
      if (blanks !== undefined) return `,${blanks}`;
    }
    return `,${this.style.afterComma}`;
  }
}
