import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { LongWork } from '../../../src/adapters/long-work.js';

let isOn = true;
const begin = (): LongWork => {
  isOn = true;
  return new LongWork({ add: () => void (isOn = true), remove: () => void (isOn = false) });
};
const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
/** Blocks the event loop, as a long step does. */
const compute = (): void => {
  for (const end = performance.now() + 200; performance.now() < end;) Math.hypot(1, 2);
};
const idle = async (): Promise<void> => {
  while (!isOn) await wait(20);
};

describe('CO-19 whether a signal ends the program at once', () => {
  let work: LongWork | undefined;
  afterEach(() => work?.over());

  it('also in a later step than the one that follows the reading', async () => {
    work = begin();
    await work.expect(300_000);
    expect(isOn).toBe(false);
    for (let step = 0; step < 3; step++) {
      compute();
      await turn();
      expect(isOn, `step ${step}`).toBe(false);
    }
  });

  it('for many small files as for a large one', async () => {
    work = begin();
    await work.expect(10);
    for (let i = 0; i < 100; i++) await work.expect(3_000);
    expect(isOn).toBe(false);
  });

  it('not while it only waits', async () => {
    work = begin();
    await work.expect(300_000);
    await idle();
    await work.expect(0);
    expect(isOn).toBe(false);
  });

  it('not while it writes, and in the step after that', async () => {
    work = begin();
    await work.expect(300_000);
    await work.whole(async () => {
      expect(isOn).toBe(true);
      await work?.expect(2_000_000);
      expect(isOn).toBe(true);
    });
    expect(isOn).toBe(false);
  });

  it('while an upload is in flight only if a large piece is to be processed', async () => {
    work = begin();
    await work.expect(300_000);
    await work.upload(async () => {
      expect(isOn).toBe(true);
      await work?.expect(300_000);
      await work?.whole(turn);
      expect(isOn).toBe(true);
      await work?.expect(2_000_000);
      expect(isOn).toBe(false);
    });
  });

  it('while the output is read, once the run is over', async () => {
    work = begin();
    await work.over();
    expect(isOn).toBe(false);
    await work.whole(turn);
    await wait(250);
    expect(isOn).toBe(false);
  });
});

describe('room for large pieces', () => {
  const handlers = { add: () => undefined, remove: () => undefined };

  it('is asked for before work on one, not for many small ones', async () => {
    let asked = 0;
    const work = new LongWork(handlers, { onLarge: () => asked++ });
    for (let i = 0; i < 10; i++) await work.expect(200_000);
    expect(asked).toBe(0);
    await work.expect(1_000_000);
    expect(asked).toBe(1);
    await work.over();
  });

  it('V8 is tuned anew after every 16 MB that a run reads', async () => {
    let tuned = 0;
    const work = new LongWork(handlers, { onMuch: () => tuned++ });
    for (let i = 0; i < 79; i++) await work.expect(200_000);
    expect(tuned).toBe(0);
    for (let i = 0; i < 80; i++) await work.expect(200_000);
    expect(tuned).toBe(1);
    await work.expect(200_000);
    expect(tuned).toBe(2);
    await work.expect(40_000_000);
    expect(tuned).toBe(3);
    await work.over();
  });
});
