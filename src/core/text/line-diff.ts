/** Lines `start` to `end` (exclusive) of one text in place of lines of the other. */
export interface Hunk {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
}

/** Above so many changed lines, all lines from the first to the last change are one hunk. */
const MOST_CHANGES = 1_000;

/** The lines of a text, each with its line end. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** What differs between two texts, line by line, in order (Myers, 1986). */
export function changedLines(before: readonly string[], after: readonly string[]): Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  if (a.length === 0 && b.length === 0) return [];
  const pairs = commonLines(a, b);
  const hunks: Hunk[] = [];
  let x = 0;
  let y = 0;
  for (const [nextX, nextY] of [...pairs, [a.length, b.length] as const]) {
    if (nextX > x || nextY > y)
      hunks.push({
        before: { start: head + x, end: head + nextX },
        after: { start: head + y, end: head + nextY },
      });
    x = nextX + 1;
    y = nextY + 1;
  }
  return hunks;
}

type Pair = readonly [x: number, y: number];

/** A longest list of equal lines in both orders; none if the texts differ in too many lines. */
function commonLines(a: readonly string[], b: readonly string[]): readonly Pair[] {
  // reached[d] has for each diagonal k the farthest x that d changes reach.
  const reached: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, MOST_CHANGES); d++) {
    const now = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      let x = startOf(last, k, d);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      now.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkedBack([...reached, now], a.length, b.length);
    }
    reached.push(now);
    last = now;
  }
  return [];
}

/** Where diagonal `k` begins after one more change: one line less of `a`, or one more of `b`. */
function startOf(last: ReadonlyMap<number, number>, k: number, d: number): number {
  const down = last.get(k + 1) ?? -1;
  const right = (last.get(k - 1) ?? -2) + 1;
  return k === -d || (k !== d && right - 1 < down) ? down : right;
}

function walkedBack(reached: readonly ReadonlyMap<number, number>[], x: number, y: number): Pair[] {
  const pairs: Pair[] = [];
  for (let d = reached.length - 1; d >= 0; d--) {
    const k = x - y;
    const start = startOf(reached[d - 1] ?? new Map([[1, 0]]), k, d);
    while (x > start) pairs.push([--x, --y]);
    const isDown = d > 0 && start === reached[d - 1]?.get(k + 1);
    if (isDown) y--;
    else x--;
  }
  return pairs.reverse();
}
