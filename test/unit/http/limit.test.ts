import { describe, expect, it } from 'vitest';
import { RetryBudget } from '../../../src/http/budget.js';
import { Gate } from '../../../src/http/limit.js';
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

  it('holds everybody until it opens again; the latest time counts', async () => {
    const { gate: it, clock } = gate(2);
    it.closeFor(5000);
    it.closeFor(1000);
    const from = clock.now();
    await it.enter();
    expect(clock.now() - from).toBeGreaterThanOrEqual(4990);
  });

  it('shut, it refuses those who wait and those who come', async () => {
    const { gate: it, clock } = gate(1);
    await it.enter();
    const waiting = it.enter();
    const error = new Error('401');
    it.shut(error, 1000);
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
