import { diffArrays } from 'diff';

/** Lines `start` to `end` (exclusive) of one text in place of lines of the other. */
export interface Hunk {
  readonly before: LineRange;
  readonly after: LineRange;
}

interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Above so many changed lines, all lines from the first to the last change are one hunk. */
const MOST_CHANGES = 1_000;

/** The lines of a text, each with its line end. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** What differs between two texts, line by line, in order. */
export function changedLines(before: string[], after: string[]): Hunk[] {
  const parts = diffArrays(before, after, { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return [inOneHunk(before, after)];
  const hunks: Hunk[] = [];
  let [x, y] = [0, 0];
  for (const { removed, added, count } of parts) {
    const last = hunks.at(-1);
    const [nextX, nextY] = [added ? x : x + count, removed ? y : y + count];
    if (removed || added) {
      // What is removed and what is added in its place come one after the other.
      const joins = last?.before.end === x && last.after.end === y;
      if (joins) hunks.pop();
      hunks.push({
        before: { start: joins ? last.before.start : x, end: nextX },
        after: { start: joins ? last.after.start : y, end: nextY },
      });
    }
    [x, y] = [nextX, nextY];
  }
  return hunks;
}

function inOneHunk(before: readonly string[], after: readonly string[]): Hunk {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    before: { start: head, end: before.length - tail },
    after: { start: head, end: after.length - tail },
  };
}
