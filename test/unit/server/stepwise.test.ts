import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inPieces, runUndisturbed, writePieces } from '../../../src/server/import/stepwise.js';
import { WriteLog } from '../../../src/server/store/write-log.js';

/** A store whose file is written to with each of these many reads. */
function storeOf(disturbed: number): {
  readonly store: Parameters<typeof runUndisturbed>[0];
  reads: number;
  write(): void;
} {
  const writes = new WriteLog();
  return {
    store: { writes, parts: { isBusy: () => false, ended: () => Promise.resolve() } },
    reads: 0,
    write() {
      if (this.reads++ < disturbed) writes.add(1, false);
    },
  };
}

describe('work in pieces', () => {
  it.each([0, 1, 3])('PG-79 reads again as long as the file changes: %i times', async (disturbed) => {
    const file = storeOf(disturbed);
    const read = async (): Promise<number> => {
      await Promise.resolve();
      file.write();
      return file.reads;
    };
    expect(await runUndisturbed(file.store, 1, read, (found) => found)).toBe(disturbed + 1);
  });

  it('PG-79 lets others go on between two pieces that take long', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await runUndisturbed(
      storeOf(0).store,
      1,
      async (pause) => {
        for (let piece = 0; piece < 5; piece++) {
          for (const end = performance.now() + 30; performance.now() < end;);
          await pause();
        }
      },
      () => undefined,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('PG-82 does a work in steps, and lets others go on between long ones', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const found = await inPieces(
      (function* () {
        for (let step = 0; step < 5; step++) {
          for (const end = performance.now() + 30; performance.now() < end;);
          yield;
        }
        return 'all';
      })(),
    );
    clearInterval(timer);
    expect(found).toBe('all');
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('PG-79 writes everything to a slow reader, and stops for one that has gone', async () => {
    let got = 0;
    const slow = new Writable({
      highWaterMark: 10,
      write: (chunk: Buffer, _, done) => {
        got += chunk.length;
        setImmediate(done);
      },
    });
    const piece = 'x'.repeat(30_000);
    await writePieces(
      slow,
      Array.from({ length: 20 }, () => piece),
    );
    await new Promise((done) => slow.once('finish', done));
    expect(got).toBe(600_000);

    let made = 0;
    const gone = new Writable({ highWaterMark: 10, write: () => gone.destroy() });
    await writePieces(
      gone,
      (function* () {
        for (; made < 1_000; made++) yield piece;
      })(),
    );
    expect(made).toBeLessThan(100);
  });
});
