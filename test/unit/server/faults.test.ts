import { describe, expect, it } from 'vitest';
import { Faults } from '../../../src/server/http/faults.js';

function statuses(faults: Faults, count: number): (number | undefined)[] {
  return Array.from({ length: count }, () => faults.next()?.status);
}

describe('the rate limit', () => {
  it('lets one second’s worth through at once, then as much as time brings', () => {
    let now = 0;
    const faults = new Faults({ rateLimit: 2 }, () => now);
    expect(statuses(faults, 3)).toEqual([undefined, undefined, 429]);
    now = 500;
    expect(statuses(faults, 2)).toEqual([undefined, 429]);
    now = 60_000;
    expect(statuses(faults, 3)).toEqual([undefined, undefined, 429]);
  });

  it('says how many whole seconds to wait: after them a request is let through, before them none', () => {
    let now = 0;
    const faults = new Faults({ rateLimit: 0.4 }, () => now);
    expect(statuses(faults, 1)).toEqual([undefined]);
    expect(faults.next()?.extras.headers).toEqual({ 'Retry-After': '3' });
    now = 2400;
    expect(statuses(faults, 1)).toEqual([429]);
    now = 3000;
    expect(statuses(faults, 1)).toEqual([undefined]);
  });
});

describe('the fail rate', () => {
  it.each([0, 0.25, 1])('fails the share %d of requests', (failRate) => {
    const failed = statuses(new Faults({ failRate }, () => 0), 4000).filter(
      (status) => status === 503,
    ).length;
    expect(failed / 4000).toBeCloseTo(failRate, 1);
  });

  it('another seed fails other requests', () => {
    const run = (seed: number): unknown => statuses(new Faults({ failRate: 0.5, seed }, () => 0), 64);
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });
});
