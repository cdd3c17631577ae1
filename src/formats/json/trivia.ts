import { commentEnd } from '../../core/json/scan.js';

/** A comment between members, from its slash to its end, which is before a line end. */
export interface JsonComment {
  readonly start: number;
  readonly end: number;
}

/** What is between members and brackets: at most one comma, comments, blanks. */
export interface Gap {
  readonly comma: number | undefined;
  readonly comments: readonly JsonComment[];
}

const COMMA = 0x2c;
const SLASH = 0x2f;

// Shared by all gaps without a comment: most have none, and there are as many gaps as members.
const NO_COMMENTS: readonly JsonComment[] = [];

/** The gap from one offset to another, in a text that was scanned without an error. */
export function gapOf(text: string, from: number, to: number): Gap {
  let comma: number | undefined;
  let comments: JsonComment[] | undefined;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === COMMA) comma = at;
    else if (unit === SLASH) {
      const end = commentEnd(text, at) ?? to;
      (comments ??= []).push({ start: at, end });
      at = end - 1;
    }
  }
  return { comma, comments: comments ?? NO_COMMENTS };
}

// Character codes, NaN outside the text. These functions run for every member of an edit.
const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;
const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d;

/** The start of the blanks and tabs that end at `at`. */
export function blanksBefore(text: string, at: number): number {
  while (isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** The end of the blanks and tabs that begin at `at`. */
export function blanksAfter(text: string, at: number): number {
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a line ends at this offset: a line end or the end of the text follows. */
export const endsLineAt = (text: string, at: number): boolean =>
  at >= text.length || isLineEnd(text.charCodeAt(at));

/** The start of the line if only blanks precede `at` on it; undefined if something else does. */
export function lineStart(text: string, at: number): number | undefined {
  const start = blanksBefore(text, at);
  return start === 0 || isLineEnd(text.charCodeAt(start - 1)) ? start : undefined;
}

/** The offset after the line end at `at`. CRLF is one line end. */
export function lineEnd(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return isLineEnd(text.charCodeAt(at)) ? at + 1 : at;
}

/** Whether a line ends anywhere from one offset to another. */
export function spansLines(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isLineEnd(text.charCodeAt(at))) return true;
  return false;
}
