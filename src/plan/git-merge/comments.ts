import { linesOf } from '../../core/text/line-diff.js';

const COMMENT = /^\s*(?:#|\/\/|\/\*)/;

/** How many comment lines that a side has added to the base are not in the result. */
export function lostComments(base: string, side: string, result: string): number {
  const known = counted(base);
  for (const [line, count] of counted(result)) known.set(line, Math.max(known.get(line) ?? 0, count));
  let lost = 0;
  for (const [line, count] of counted(side)) lost += Math.max(0, count - (known.get(line) ?? 0));
  return lost;
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    if (!COMMENT.test(line)) continue;
    const bare = line.trim();
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return counts;
}
