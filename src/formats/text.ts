import { CR, LF } from '../core/text/lines.js';

/** Replaces `start` to `end` (UTF-16 units, `end` exclusive); inserts if they are equal. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with all replacements made, in one pass. They must be sorted by {@link byPlace} and must
 * not overlap; several at one offset keep their order. Throws a plain Error on an overlap or an
 * offset outside the text, which is a bug of the caller.
 */
export function splice(text: string, replacements: readonly Replacement[]): string {
  const start = replacements[0]?.start ?? 0;
  // Joined once: a text that is put together from a few others is copied again when it is read.
  const parts = [text.slice(0, start)];
  const end = addParts(parts, text, replacements);
  parts.push(text.slice(end));
  return parts.join('');
}

/**
 * Several replacements as one, from the start of the first to the end of the last. Same conditions
 * and errors as {@link splice}.
 */
export function joined(text: string, replacements: readonly Replacement[]): Replacement {
  const parts: string[] = [];
  const end = addParts(parts, text, replacements);
  return { start: replacements[0]?.start ?? 0, end, text: parts.join('') };
}

/** Adds the replacements with the text between them, and returns where the last one ends. */
function addParts(parts: string[], text: string, replacements: readonly Replacement[]): number {
  let done = replacements[0]?.start ?? 0;
  for (const each of replacements) {
    if (each.start < done || each.end < each.start || each.end > text.length)
      throw new Error(`replacement ${each.start}..${each.end} overlaps or is out of order`);
    parts.push(text.slice(done, each.start), each.text);
    done = each.end;
  }
  return done;
}

/** Puts a text in at this offset. */
export const insertion = (at: number, text: string): Replacement => ({ start: at, end: at, text });

/** The order in which {@link splice} wants replacements. */
export const byPlace = (a: Replacement, b: Replacement): number => a.start - b.start || a.end - b.end;

/** The line end of most lines: LF, CRLF or CR. LF if there is one line only, or on a tie. */
export function newlineOf(text: string): '\n' | '\r\n' | '\r' {
  if (!text.includes('\r')) return '\n';
  const counts = { lf: 0, crlf: 0, cr: 0 };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF) counts.lf++;
    else if (unit === CR) {
      if (text.charCodeAt(at + 1) === LF) {
        counts.crlf++;
        at++;
      } else counts.cr++;
    }
  }
  if (counts.lf >= counts.crlf && counts.lf >= counts.cr) return '\n';
  return counts.crlf >= counts.cr ? '\r\n' : '\r';
}
