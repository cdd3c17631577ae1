/** Line and column, both from 1; the column in UTF-16 units, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The byte-order mark at the start of a decoded text. */
export const BOM = '\uFEFF';

export const LF = 10;
export const CR = 13;

/** Where the text proper begins: 1 after a byte-order mark, else 0. */
export const startOf = (text: string): number => (text.startsWith(BOM) ? 1 : 0);

/**
 * Returns a function from an offset (UTF-16 units, 0 to text.length) to its line and column, both
 * from 1. A line ends with LF, CRLF or a lone CR, as in RFC 8259, YAML 1.2 and editors. A
 * byte-order mark takes no column. The first call finds the lines; each call costs a binary search.
 */
export function lineIndex(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: Math.max(1, offset - (starts[low] ?? 0) + 1) };
  };
}

/** Returns the inverse of {@link lineIndex}: a position of this text as an offset. */
export function offsetIndex(text: string): (position: Position) => number {
  let starts: number[] | undefined;
  return ({ line, column }) => {
    starts ??= lineStarts(text);
    return Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1);
  };
}

function lineStarts(text: string): number[] {
  const starts = [startOf(text)];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** A text without the line ends that `echo` and secret stores leave after it. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/** The line end of a text of some program: CRLF if it has one, else LF. */
export const newlineIn = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n');
