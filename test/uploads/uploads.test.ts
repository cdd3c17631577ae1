import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.js';

const RUNS = Number(process.env['LOCSYNC_UPLOAD_RUNS'] ?? 200);
const FIRST = Number(process.env['LOCSYNC_SEED'] ?? Math.floor(Math.random() * 1_000_000));

describe(`a push of 30 file sets while texts change on the service, ${RUNS} runs from seed ${FIRST} on`, () => {
  it('A4 A5 B3 B6: every text is on a side, was replaced by somebody who had seen it, or was named', async () => {
    const sum = {
      texts: 0,
      inWindow: 0,
      uploads: 0,
      requests: 0,
      limited: 0,
      unavailable: 0,
      lost: 0,
      stale: 0,
      edits: 0,
    };
    const ages: number[] = [];
    const windows: number[] = [];
    const begun = Date.now();
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const result = await simulate(seed);
      expect(result.lost, `LOCSYNC_SEED=${seed} LOCSYNC_UPLOAD_RUNS=1`).toEqual([]);
      expect(Math.max(0, ...result.ages), `LOCSYNC_SEED=${seed}`).toBeLessThanOrEqual(2_000);
      sum.texts += result.texts;
      sum.inWindow += result.inWindow;
      sum.uploads += result.ages.length;
      for (const name of ['requests', 'limited', 'unavailable', 'lost', 'stale', 'edits'] as const)
        sum[name] += result.counts[name];
      for (const age of result.ages) ages.push(age);
      for (const window of result.windows) windows.push(window);
    }
    const part = (of: number[], share: number): number =>
      Math.round(of.sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * share))] ?? 0);
    const figures = (of: number[]): string =>
      `median ${part(of, 0.5)}, 99 % ${part(of, 0.99)}, most ${part(of, 1)} ms`;
    process.stdout.write(
      `\nuploads: ${RUNS} runs from seed ${FIRST}, ${Math.round((Date.now() - begun) / RUNS)} ms each; ${JSON.stringify(sum)}\n` +
        `  age of the plan at its first byte: ${figures(ages)}\n  from the look-up to the import: ${figures(windows)}\n`,
    );
    expect(sum.uploads).toBeGreaterThan(RUNS * 10);
  }, 7_200_000);
});
