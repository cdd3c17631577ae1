import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import type { Report } from '../../src/core/report/report.js';
import { VirtualClock } from '../support/virtual-clock.js';
import { Machine } from './machine.js';
import { SimulatedService, slotOf, type Weather } from './service.js';
import { CALM, simulate } from './simulation.js';

const RUNS = Number(process.env['LOCSYNC_UPLOAD_RUNS'] ?? 200);
// The same runs each time, so that a failure is of a change; LOCSYNC_SEED=<n> tries others.
const FIRST = Number(process.env['LOCSYNC_SEED'] ?? 1);

describe(`a push of 30 file sets while texts change on the service, ${RUNS} runs from seed ${FIRST} on`, () => {
  it('A4 A5 B3 B6: every text is on a side, was replaced by a person who had seen it, or was named', async () => {
    const sum = {
      texts: 0,
      inWindow: 0,
      uploads: 0,
      requests: 0,
      limited: 0,
      unavailable: 0,
      lost: 0,
      dropped: 0,
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
      for (const name of ['requests', 'limited', 'unavailable', 'lost', 'dropped', 'stale', 'edits'] as const)
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

describe('one file whose upload is acknowledged', () => {
  const slot = slotOf(0, 'en', 'alpha');

  /** A machine in step with the service, with one text changed, that pushes under this weather. */
  async function pushed(weather: Partial<Weather>) {
    const clock = new VirtualClock(7, true);
    const service = new SimulatedService(clock, { ...CALM, ...weather }, 1);
    const machine = new Machine('ann', service, 2);
    const run = async (command: 'push' | 'pull'): Promise<Report> => {
      const { result } = await clock.run(() => machine.run(command));
      if (result instanceof LocsyncError) throw result;
      return result;
    };
    service.calm = true;
    service.texts.set(slot, 'old words');
    machine.write(slot, 'old words');
    await run('push');
    service.calm = false;
    machine.write(slot, 'new words');
    const report = await run('push');
    service.calm = true;
    return { report, service, machine, run };
  }

  it('B6 an import some seconds late is seen, and nothing is sent twice', async () => {
    const { report, service } = await pushed({ importAfterMs: 4_000 });
    expect([report.exitCode, report.files[0]?.state]).toEqual([0, 'pushed']);
    expect(service.uploads.map(({ window }) => window > 4_000)).toEqual([true]);
  });

  it('B7 one that is never imported is reported with exit 1, and the next push sends it again', async () => {
    const { report, service, run } = await pushed({ dropped: 1 });
    expect(report.errors.map(({ code }) => code)).toEqual(['UPLOAD_NOT_STORED']);
    expect([report.exitCode, report.files[0]?.state]).toEqual([1, 'failed']);
    expect((await run('push')).exitCode).toBe(0);
    expect(service.texts.get(slot)).toBe('new words');
  });

  it('B3 one that cannot be read back and was not imported is settled by nothing: no pull reverts the text', async () => {
    const { report, service, machine, run } = await pushed({ dropped: 1, darkAfter: 1 });
    expect(report.warnings.map(({ code }) => code)).toEqual(['READ_BACK_FAILED']);
    await run('pull');
    expect(machine.text(slot)).toBe('new words');
    await run('push');
    expect(service.texts.get(slot)).toBe('new words');
  });
});
