import { newlineIn } from './lines.js';
import { append } from './lists.js';
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
  const mine = linesOf(ours);
  const other = linesOf(theirs);
  const newline = newlineIn(ours);
  const parts: string[] = [];
  const marker = (sign: string, label: string): void =>
    void parts.push(`${sign.repeat(style.size)}${label === '' ? '' : ` ${label}`}${newline}`);
  const put = (lines: readonly string[]): void => {
    for (const line of lines) parts.push(line.endsWith('\n') ? line : line + newline);
  };
  let done = 0;
  for (const hunk of changedLines(mine, other).flatMap((one) => split(one, alone))) {
    append(parts, mine.slice(done, hunk.before.start));
    marker('<', style.ours);
    put(mine.slice(hunk.before.start, hunk.before.end));
    marker('=', '');
    put(other.slice(hunk.after.start, hunk.after.end));
    marker('>', style.theirs);
    done = hunk.before.end;
  }
  return parts.join('') + mine.slice(done).join('');
}

/** A hunk of whole values, one a line on both sides, as a hunk for each. */
function split(hunk: Hunk, alone: ReadonlyMap<number, number>): Hunk[] {
  const count = hunk.before.end - hunk.before.start;
  if (count < 2 || hunk.after.end - hunk.after.start !== count) return [hunk];
  const each = Array.from({ length: count }, (_, i) => i);
  if (!each.every((i) => alone.get(hunk.before.start + i) === hunk.after.start + i)) return [hunk];
  return each.map((i) => ({
    before: { start: hunk.before.start + i, end: hunk.before.start + i + 1 },
    after: { start: hunk.after.start + i, end: hunk.after.start + i + 1 },
  }));
}
