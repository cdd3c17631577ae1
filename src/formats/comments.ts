import type { KeyId } from '../core/keys/key.js';
import { byPlace, newlineOf, splice, type Replacement } from './text.js';

/** A comment of a key, or the place where it would be. */
export interface CommentSpan {
  readonly start: number;
  readonly end: number;
  /** Without the indentation of the key; its lines end with LF. '' without a comment. */
  readonly text: string;
}

/** The comment lines directly above a key. The span is of whole lines, with their breaks. */
export interface CommentAbove extends CommentSpan {
  /** It may be the heading of several keys, or of the file, and does not move with this one. */
  readonly isHeading: boolean;
  /** The comments further up, after blank lines: where the comment above went if it is gone. */
  readonly beyond: string;
  /** The blanks before the key. */
  readonly indent: string;
}

/** Where the comments of a key, or of a group, are. Undefined where no comment has a place. */
export interface CommentPlace {
  readonly above: CommentAbove | undefined;
  /** At the end of the key's line, with the blanks before it. */
  readonly after: CommentSpan | undefined;
}

/** Another comment for a key; '' removes it. */
export interface CommentChange {
  readonly id: KeyId;
  readonly side: keyof CommentPlace;
  readonly text: string;
}

/** Comment lines as one text, without the indentation of their key. */
export const commentText = (lines: string, indent: string): string =>
  lines
    .split(/\r\n|\n|\r/)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line).trimEnd())
    .join('\n')
    .trimEnd();

/** The text of a document with these comments, in its indentation and with its line ends. */
export function withComments(
  { text }: { readonly text: string },
  places: ReadonlyMap<KeyId, CommentPlace>,
  changes: readonly CommentChange[],
): string {
  const newline = newlineOf(text);
  const usual = usualGap(text, places);
  const replacements = changes.flatMap(({ id, side, text: comment }): Replacement[] => {
    const { above, after } = places.get(id) ?? {};
    if (side === 'above' && above !== undefined) {
      const lines = comment === '' ? [] : comment.split('\n');
      const written = lines.map((line) => `${line === '' ? '' : above.indent + line}${newline}`);
      return [{ start: above.start, end: above.end, text: written.join('') }];
    }
    if (side === 'above' || after === undefined) return [];
    const gap = after.text === '' ? usual : gapOf(text, after);
    return [{ start: after.start, end: after.end, text: comment === '' ? '' : gap + comment }];
  });
  return splice(text, replacements.sort(byPlace));
}

const gapOf = (text: string, { start, end }: CommentSpan): string =>
  /^[ \t]*/.exec(text.slice(start, end))?.[0] ?? '';

/** The blanks before a comment at the end of a line; more than two only align it. */
function usualGap(text: string, places: ReadonlyMap<KeyId, CommentPlace>): string {
  for (const { after } of places.values()) {
    const gap = after === undefined || after.text === '' ? '' : gapOf(text, after);
    if (gap === ' ' || gap === '  ') return gap;
  }
  return ' ';
}
