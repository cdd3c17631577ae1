// Longer words are not misspelled options, and the comparison takes time that grows with their
// product.
const LONGEST = 64;

/**
 * The known word that `word` was probably meant to be, or undefined if none is near: at most one
 * slip for every three letters, and at least one; case does not count. A slip is a letter added,
 * lost or exchanged, or two neighbours swapped (Damerau-Levenshtein, optimal string alignment). If
 * several are equally near, the first.
 */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    if (candidate.length > LONGEST || Math.abs(candidate.length - word.length) >= fewest) continue;
    const slips = distance(wanted, candidate.toLowerCase());
    // A word without any letter in common is not a slip: `x` is not meant to be `y`.
    if (slips < fewest && slips < Math.max(word.length, candidate.length)) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

/** The number of slips between two words. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          valueAt(row, j - 1) + 1,
          valueAt(last, j) + 1,
          valueAt(last, j - 1) + (same ? 0 : 1),
          swapped ? valueAt(beforeLast, j - 2) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return valueAt(last, b.length);
}

const valueAt = (row: readonly number[], index: number): number => row[index] ?? Infinity;
