import { startOf } from '../../../core/text/lines.js';
import { newlineOf } from '../../text.js';

/** Where the lines of a text begin and end, and their breaks. A call costs a line's length. */
export class Lines {
  #newline: string | undefined;

  constructor(readonly text: string) {}

  /** Where the line of this offset begins, after a byte-order mark. */
  startOf(offset: number): number {
    const first = startOf(this.text);
    let at = offset;
    while (at > first && !isBreak(this.text.charCodeAt(at - 1))) at--;
    return at;
  }

  /** Before the break that ends the line of this offset. */
  endOf(offset: number): number {
    let at = offset;
    while (at < this.text.length && !isBreak(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** Where the next line begins; the text's length if there is none. */
  next(offset: number): number {
    const end = this.endOf(offset);
    return end + this.breakAt(end).length;
  }

  /** Where the line above begins; undefined for the first line. */
  previous(lineStart: number): number | undefined {
    if (lineStart <= startOf(this.text)) return undefined;
    const crlf = this.text.charCodeAt(lineStart - 1) === 10 && this.text.charCodeAt(lineStart - 2) === 13;
    return this.startOf(lineStart - (crlf ? 2 : 1));
  }

  column(offset: number): number {
    return offset - this.startOf(offset);
  }

  /** The break at this offset; '' if there is none. */
  breakAt(offset: number): string {
    if (this.text.startsWith('\r\n', offset)) return '\r\n';
    return offset < this.text.length && isBreak(this.text.charCodeAt(offset)) ? this.text.charAt(offset) : '';
  }

  /** The break that ends this offset's line; at the end of the file, the break of most lines. */
  breakNear(offset: number): string {
    return this.breakAt(this.endOf(offset)) || (this.#newline ??= newlineOf(this.text));
  }

  /** Whether only blanks precede this offset on its line. */
  beginsLine(offset: number): boolean {
    return /^[ \t]*$/.test(this.text.slice(this.startOf(offset), offset));
  }
}

/** A line break of YAML 1.2: LF or CR. */
export const isBreak = (unit: number): boolean => unit === 10 || unit === 13;

/** A blank, a tab or a line break. */
export const isBlank = (unit: number): boolean => unit === 32 || unit === 9 || isBreak(unit);

/** `end` without the line break right before it, if there is one. */
export function withoutBreak(text: string, start: number, end: number): number {
  if (end <= start || !isBreak(text.charCodeAt(end - 1))) return end;
  return end - 2 >= start && text.charCodeAt(end - 1) === 10 && text.charCodeAt(end - 2) === 13
    ? end - 2
    : end - 1;
}
