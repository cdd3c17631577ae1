import { describe, expect, it } from 'vitest';
import { RetryBudget } from '../../../src/http/retry.js';
import { Gate } from '../../../src/http/gate.js';
import { FakeClock } from '../../support/connected.js';

function gate(width: number): {
  readonly gate: Gate;
  readonly clock: FakeClock;
  readonly abort: AbortController;
} {
  const clock = new FakeClock();
  const abort = new AbortController();
  return { gate: new Gate(width, clock, abort.signal), clock, abort };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the gate', () => {
  it('lets as many in as it is wide, and the others in turn', async () => {
    const { gate: it } = gate(2);
    const order: number[] = [];
    const enter = async (number: number): Promise<void> => {
      await it.enter();
      order.push(number);
    };
    const all = [1, 2, 3, 4].map(enter);
    await settled();
    expect(order).toEqual([1, 2]);
    it.leave();
    await settled();
    expect(order).toEqual([1, 2, 3]);
    it.leave();
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('lets those in first who have been out before', async () => {
    const { gate: it } = gate(1);
    const order: string[] = [];
    const enter = async (name: string, again: boolean): Promise<void> => {
      await it.enter(again);
      order.push(name);
      it.leave();
    };
    await it.enter();
    const all = [enter('new', false), enter('again', true), enter('newer', false), enter('again too', true)];
    it.leave();
    await Promise.all(all);
    expect(order).toEqual(['again', 'again too', 'new', 'newer']);
  });

  it('is halved once for requests that were under way together, down to one', async () => {
    const { gate: it } = gate(8);
    const together = [await it.enter(), await it.enter(), await it.enter()];
    for (const pass of together) it.narrow(pass);
    expect(it.width).toBe(4);
    together.forEach(() => it.leave());
    const widths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      it.narrow(await it.enter());
      it.leave();
      widths.push(it.width);
    }
    expect(widths).toEqual([2, 1, 1]);
  });

  it('widens by one for a round of successes, never past its width at first', async () => {
    const { gate: it } = gate(4);
    it.narrow(await it.enter());
    expect(it.width).toBe(2);
    it.succeeded();
    expect(it.width).toBe(2);
    it.succeeded();
    expect(it.width).toBe(3);
    for (let count = 0; count < 50; count += 1) it.succeeded();
    expect(it.width).toBe(4);
  });

  it('a wider gate lets a waiting one in', async () => {
    const { gate: it } = gate(2);
    it.narrow(await it.enter());
    let entered = false;
    const waiting = it.enter().then(() => {
      entered = true;
    });
    await settled();
    expect(entered).toBe(false);
    it.succeeded();
    await waiting;
    expect(entered).toBe(true);
  });

  it('holds everyone until it opens again; the latest time counts', async () => {
    const { gate: it, clock } = gate(2);
    it.pauseFor(5000);
    it.pauseFor(1000);
    const from = clock.now();
    await it.enter();
    expect(clock.now() - from).toBeGreaterThanOrEqual(4990);
  });

  it('shut, it refuses those who wait and those who come', async () => {
    const { gate: it, clock } = gate(1);
    await it.enter();
    const waiting = it.enter();
    const error = new Error('401');
    it.rejectWith(error, 1000);
    await expect(waiting).rejects.toBe(error);
    await expect(it.enter()).rejects.toBe(error);
    await clock.sleep(1001);
    it.leave();
    await it.enter();
  });

  it('an interrupt wakes those who wait with its reason', async () => {
    const { gate: it, abort } = gate(1);
    await it.enter();
    const waiting = it.enter();
    const reason = new Error('stop');
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

describe('the gate and the pace of the service', () => {
  it('one refusal teaches for all that were under way together, and halves the width once', async () => {
    const { gate: it } = gate(8);
    const together = [await it.enter(), await it.enter(), await it.enter()];
    for (const pass of together) it.rateLimited(pass);
    expect(it.width).toBe(4);
    together.forEach(() => it.leave());
    it.rateLimited(await it.enter());
    it.leave();
    // What follows is a search for the right distance, not a burst.
    expect(it.width).toBe(4);
  });

  it('a rest ends when the service takes a request of anybody, and with an interrupt', async () => {
    const { gate: it, abort } = gate(2);
    const rested: string[] = [];
    const held = new Gate(2, { now: () => 0, date: () => 0, random: () => 0, sleep: never }, abort.signal);
    void held.rest(60_000).then(() => rested.push('taken'));
    const interrupted = held.rest(60_000);
    await settled();
    expect(rested).toEqual([]);
    held.accepted(await held.enter());
    await interrupted;
    expect(rested).toEqual(['taken']);
    const reason = new Error('stop');
    const last = held.rest(60_000);
    abort.abort(reason);
    await expect(last).rejects.toBe(reason);
    await expect(it.enter()).rejects.toBe(reason);
  });

  it('no timer is left when the gate is shut or let go of', async () => {
    const signals: AbortSignal[] = [];
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      if (signal) signals.push(signal);
      return never(ms, signal);
    };
    const clock = { now: () => 0, date: () => 0, random: () => 0, sleep };
    for (const end of [(it: Gate) => it.rejectWith(new Error('401')), (it: Gate) => it.close()]) {
      const it = new Gate(1, clock, new AbortController().signal);
      it.pauseFor(60_000);
      it.enter().catch(() => undefined);
      await settled();
      end(it);
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

/** A sleep that ends by its signal only. */
function never(_: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

describe('the budget of retries', () => {
  it('is spent by retries and earned back by successes, up to its size', () => {
    const budget = new RetryBudget(2);
    budget.spend();
    budget.spend();
    expect(budget.left).toBe(0);
    budget.earn();
    expect(budget.left).toBe(1);
    budget.earn();
    budget.earn();
    expect(budget.left).toBe(2);
  });
});
