/** Whether `npm run test:all` runs. */
export const everything = process.env['LOCSYNC_TESTS'] === 'all';
/** Whether `npm run check` runs, which is to take seconds. */
const few = process.env['LOCSYNC_TESTS'] === 'few';
const FACTOR = Number(process.env['LOCSYNC_CASES'] ?? 1);

/**
 * How many cases a property is tried with: a quarter in `npm test`, a fortieth in `npm run check`,
 * all in `npm run test:all`. `LOCSYNC_CASES=<n>` makes it n times as many.
 */
export const runs = (all: number): number => (everything ? all * FACTOR : Math.ceil(all / (few ? 40 : 4)));

/** All of these, or only the first in `npm run check`. */
export const each = <T>(all: readonly T[]): readonly T[] => (few ? all.slice(0, 1) : all);

/**
 * How large an input is: `usual` in `npm test`, which reaches the same code, and `all` in `npm run
 * test:all`.
 */
export const sized = (all: number, usual: number): number => (everything ? all : usual);
