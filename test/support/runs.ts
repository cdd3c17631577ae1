const FACTOR = Number(process.env['LOCSYNC_CASES'] ?? 1);

/**
 * How many cases a property is tried with: a quarter in `npm test`, all in `npm run test:all`.
 * `LOCSYNC_CASES=<n>` makes it n times as many.
 */
export const runs = (all: number): number =>
  process.env['LOCSYNC_TESTS'] === 'all' ? all * FACTOR : Math.ceil(all / 4);
