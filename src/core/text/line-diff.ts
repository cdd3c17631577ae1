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

/**
 * Above this many changed lines, only what is between lines that each text has once is compared.
 */
const MOST_CHANGES = 1_000;

/** The lines of a text, each with its line end. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** What differs between two texts, line by line, in order. */
export function changedLines(before: string[], after: string[]): Hunk[] {
  const parts = diffArrays(before, after, { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return betweenAnchors(before, after);
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

/** {@link changedLines} of the lines between those that both texts have once, and in one order. */
function betweenAnchors(before: string[], after: string[]): Hunk[] {
  const anchors = anchorsIn(before, after);
  if (anchors.length === 0) return [inOneHunk(before, after)];
  const hunks: Hunk[] = [];
  let [x, y] = [0, 0];
  for (const next of [...anchors, { x: before.length, y: after.length }]) {
    for (const hunk of changedLines(before.slice(x, next.x), after.slice(y, next.y)))
      hunks.push({ before: moved(hunk.before, x), after: moved(hunk.after, y) });
    [x, y] = [next.x + 1, next.y + 1];
  }
  return hunks;
}

const moved = ({ start, end }: LineRange, by: number): LineRange => ({ start: start + by, end: end + by });

/** The place of one line in two texts. */
interface Anchor {
  readonly x: number;
  readonly y: number;
}

/** The longest series of lines that are once in each text, in the order of both. */
function anchorsIn(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const [own, other] = [placesOfUnique(before), placesOfUnique(after)];
  const shared = [...own].flatMap(([line, x]): Anchor[] => {
    const y = other.get(line);
    return y === undefined ? [] : [{ x, y }];
  });
  // Patience sorting: `ends[n]` ends the series of n + 1 lines whose last is the first in `after`.
  const ends: Anchor[] = [];
  const previous = new Map<Anchor, Anchor | undefined>();
  for (const anchor of shared) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.y ?? Infinity) < anchor.y) low = middle + 1;
      else high = middle;
    }
    previous.set(anchor, ends[low - 1]);
    ends[low] = anchor;
  }
  const series: Anchor[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) series.push(at);
  return series.reverse();
}

/** The number of each line that is there once, in order. */
function placesOfUnique(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (seen.has(line)) places.delete(line);
    else places.set(line, at);
    seen.add(line);
  }
  return places;
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
