/** From one offset to another, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The ranges sorted, with overlapping and adjacent ones merged. */
export function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const out: Range[] = [];
  for (const range of sorted) {
    const before = out.at(-1);
    if (before !== undefined && range.start <= before.end)
      out[out.length - 1] = { start: before.start, end: Math.max(before.end, range.end) };
    else out.push(range);
  }
  return out;
}
