import { afterAll, describe, expect, it } from 'vitest';
import { luckOf } from './project.js';
import { Team } from './team.js';

const HISTORIES = 25;
const ROUNDS = 22;
/** In milliseconds, for what hangs: histories run side by side, each takes minutes under load. */
const TIMEOUT = 1_200_000;
// The same histories each time, so that a failure is of a change; LOCSYNC_SEED=<n> tries others.
const first = Number(process.env['LOCSYNC_SEED'] ?? 506_551);

describe(`a team of three and a translator, ${HISTORIES} histories of ${ROUNDS} rounds from seed ${first} on`, () => {
  const gave = new Map<string, number>();
  const runs = { here: 0, built: 0 };
  afterAll(() => {
    const reasons = [...gave].map(([reason, count]) => `${count} ${reason}`).join(', ');
    process.stdout.write(
      `\nteam: seed ${first}, ${runs.here} runs here, ${runs.built} built; texts given up: ${reasons}\n`,
    );
    expect(runs.here + runs.built).toBeGreaterThan(HISTORIES);
  });

  it.concurrent.each(Array.from({ length: HISTORIES }, (_, i) => first + i))(
    'loses no text that nobody replaced or deleted, and agrees in the end (LOCSYNC_SEED=%i)',
    async (seed) => {
      const luck = luckOf(seed);
      const team = await Team.start(luck);
      try {
        for (let round = 0; round < ROUNDS; round++) await team.round();
        await team.settle();
        await team.agreed();
      } finally {
        await team.close();
        for (const [reason, count] of team.memory.reasons) gave.set(reason, (gave.get(reason) ?? 0) + count);
        runs.here += team.runs.here;
        runs.built += team.runs.built;
      }
    },
    TIMEOUT,
  );
});
