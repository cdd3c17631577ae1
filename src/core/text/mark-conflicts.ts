import { newlineIn } from './lines.js';
import { append } from '../util/collections.js';
import { changedLines, linesOf, type Hunk } from './line-diff.js';

/** How conflict markers are written. */
export interface MarkerStyle {
  /** How many characters a marker has: 7, unless an attribute of the file says otherwise. */
  readonly size: number;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * One text with conflict markers of git around the lines in which the two differ. Each side of the
 * markers, taken everywhere, gives that text back, but for a line end at the very end.
 *
 * `alone` has the lines of the first text that hold one whole value, with those of the second:
 * neighbours of them get markers of their own.
 */
export function markConflicts(
  ours: string,
  theirs: string,
  style: MarkerStyle,
  alone: ReadonlyMap<number, number> = new Map(),
): string {
  const ourLines = linesOf(ours);
  const theirLines = linesOf(theirs);
  const newline = newlineIn(ours);
  const parts: string[] = [];
  const marker = (sign: string, label: string): void =>
    void parts.push(`${sign.repeat(style.size)}${label === '' ? '' : ` ${label}`}${newline}`);
  const put = (lines: readonly string[]): void => {
    for (const line of lines) parts.push(line.endsWith('\n') ? line : line + newline);
  };
  let done = 0;
  for (const hunk of changedLines(ourLines, theirLines).flatMap((change) => split(change, alone))) {
    append(parts, ourLines.slice(done, hunk.before.start));
    marker('<', style.ours);
    put(ourLines.slice(hunk.before.start, hunk.before.end));
    marker('=', '');
    put(theirLines.slice(hunk.after.start, hunk.after.end));
    marker('>', style.theirs);
    done = hunk.before.end;
  }
  return parts.join('') + ourLines.slice(done).join('');
}

/** A hunk of whole values, one a line on both sides, as a hunk for each. */
function split(hunk: Hunk, alone: ReadonlyMap<number, number>): Hunk[] {
  const count = hunk.before.end - hunk.before.start;
  if (count < 2 || hunk.after.end - hunk.after.start !== count) return [hunk];
  const indexes = Array.from({ length: count }, (_, i) => i);
  if (!indexes.every((i) => alone.get(hunk.before.start + i) === hunk.after.start + i)) return [hunk];
  return indexes.map((i) => ({
    before: { start: hunk.before.start + i, end: hunk.before.start + i + 1 },
    after: { start: hunk.after.start + i, end: hunk.after.start + i + 1 },
  }));
}
