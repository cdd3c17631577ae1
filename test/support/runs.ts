/** Whether `npm run test:all` runs. */
export const everything = process.env['LOCSYNC_TESTS'] === 'all';
const FACTOR = Number(process.env['LOCSYNC_CASES'] ?? 1);

/**
 * How many cases a property is tried with: a quarter in `npm test`, all in `npm run test:all`.
 * `LOCSYNC_CASES=<n>` makes it n times as many.
 */
export const runs = (all: number): number => (everything ? all * FACTOR : Math.ceil(all / 4));

/**
 * How large an input is: `usual` in `npm test`, which reaches the same code, and `all` in `npm run
 * test:all`.
 */
export const sized = (all: number, usual: number): number => (everything ? all : usual);
