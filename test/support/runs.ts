/** How many cases a property is tried with: a quarter in `npm test`, all in `npm run test:all`. */
export const runs = (all: number): number =>
  process.env['LOCSYNC_TESTS'] === 'all' ? all : Math.ceil(all / 4);
