import { expect } from 'vitest';

const SMALL = 16_000;
export const LARGE = 1_000_000;
/**
 * Milliseconds of processor time for the small size: a function of quadratic time is found here,
 * before it hangs.
 */
const HOPELESS = 1_000;
/** Of the texts that took longest when small, so many are run large. */
const WORST = 4;
/** For the large size. */
const MOST = 10_000;

/** Milliseconds of processor time that this work takes. */
export function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch (error) {
    // To refuse a text is an answer, too; to run out of stack is not.
    if (error instanceof RangeError) throw error;
  }
  return process.cpuUsage(before).user / 1000;
}

/** What stands for many texts: one of these again and again. */
const PIECES = [
  'a',
  ' ',
  '\n',
  '\t',
  '.',
  '-',
  'en',
  'en-',
  'de/',
  '/',
  '\\',
  '"',
  "'",
  '{',
  '{a}',
  '[',
  '[0]',
  '<',
  '<b>',
  '&amp;',
  '%',
  '%s',
  '#',
  ':',
  'a: ',
  '- ',
  'a.',
  'aA',
  'é',
  'e\u0301',
  '\u0301',
  '\u200b',
  '\u{1f600}\u200d',
  '<<<<<<< a\n',
  '=======\n',
  '0',
  '1,',
  '$(',
  '*',
];

/** How long the large texts are, and how many of them are run. */
export interface LargeTexts {
  readonly length: number;
  readonly count: number;
}

/** Fails if one of the texts makes the function take more than linear time. */
export function expectLinear(
  run: (text: string) => unknown,
  { length, count }: LargeTexts = { length: LARGE, count: WORST },
): void {
  const slow: string[] = [];
  const timed: { readonly piece: string; readonly taken: number }[] = [];
  const of = (piece: string, size: number): string => `${piece.repeat(Math.ceil(size / piece.length))}x`;
  for (const piece of PIECES) {
    const small = of(piece, SMALL);
    let taken = milliseconds(() => run(small));
    // Once more: the first run has also compiled the function.
    if (taken > HOPELESS)
      taken = Math.min(
        taken,
        milliseconds(() => run(small)),
      );
    if (taken > HOPELESS) slow.push(`${JSON.stringify(piece)}: ${Math.round(taken)} ms for 16 kB`);
    else timed.push({ piece, taken });
  }
  timed.sort((one, other) => other.taken - one.taken);
  for (const { piece } of timed.slice(0, count)) {
    const large = of(piece, length);
    const taken = milliseconds(() => run(large));
    if (taken > MOST) slow.push(`${JSON.stringify(piece)}: ${Math.round(taken)} ms for ${length / 1000} kB`);
  }
  expect(slow).toEqual([]);
}
