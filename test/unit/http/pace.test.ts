import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/http/pace.js';
import type { RequestStart } from '../../../src/http/pace.js';

/** A pace at a time of one's own. */
class Drive {
  readonly pace = new Pace();
  now = 10_000;

  /** Lets one request out as soon as it may go, and says how long that took. */
  start(): { readonly start: RequestStart; readonly waited: number } {
    const waited = this.pace.waitMs(this.now);
    this.now += waited;
    return { start: this.pace.start(this.now), waited };
  }

  /**
   * One request after another: `+` is taken, `-` refused, `-7` refused with a Retry-After of seven
   * seconds. The waits before each.
   */
  go(answers: string, latencyMs = 0): readonly number[] {
    return answers.split(' ').map((answer) => {
      const { start, waited } = this.start();
      this.now += latencyMs;
      if (answer === '+') this.pace.accepted(start);
      else
        this.pace.rateLimited(start, this.now, answer === '-' ? undefined : Number(answer.slice(1)) * 1000);
      return Math.round(waited);
    });
  }
}

describe('the pace', () => {
  it('free: a service that never refuses is never waited for', () => {
    const drive = new Drive();
    for (let count = 0; count < 10_000; count += 1) {
      const { start, waited } = drive.start();
      expect(waited).toBe(0);
      drive.pace.accepted(start);
    }
    expect(drive.pace.isFree).toBe(true);
  });

  it.each([
    ['each try later than the one before', '+ - - - - +', 0, [0, 0, 5, 3, 5, 8]],
    [
      'what was taken is the distance, then half of it, until that is refused',
      '+ - - - - + + + - +',
      0,
      [0, 0, 5, 3, 5, 8, 20, 10, 5, 10],
    ],
    ['Retry-After is waited in full, then one request tries for more', '+ -3 + +', 0, [0, 0, 3000, 0]],
    [
      'no room for more: a tenth of what was asked is the distance',
      '+ -3 + -3 + + +',
      0,
      [0, 0, 3000, 0, 3000, 300, 150],
    ],
    [
      'after a pause of seconds there may be room for many',
      '+ - - - - - - - - - - - - - + +',
      0,
      [0, 0, 5, 3, 5, 8, 12, 20, 31, 50, 81, 129, 206, 330, 528, 0],
    ],
  ])('search: %s', (_, answers, latency, waits) => {
    expect(new Drive().go(answers, latency)).toEqual(waits);
  });

  it('a try is never more than five seconds later than the one before', () => {
    const waits = new Drive().go(`+ ${'- '.repeat(30)}-`);
    expect(Math.max(...waits)).toBe(5_000);
    expect(waits.slice(-5)).toEqual([5_000, 5_000, 5_000, 5_000, 5_000]);
  });

  it('one burst is one refusal, whatever becomes of its requests', () => {
    const drive = new Drive();
    const burst = Array.from({ length: 8 }, () => drive.start().start);
    const news = burst.map((start, i) =>
      i === 0 ? drive.pace.accepted(start) : drive.pace.rateLimited(start, drive.now),
    );
    expect(news).toEqual([undefined, true, false, false, false, false, false, false]);
    expect(drive.start().waited).toBe(5);
  });

  it('a request of the same burst that asks for a longer wait is heard', () => {
    const drive = new Drive();
    const [a, b] = [drive.start().start, drive.start().start];
    drive.pace.rateLimited(a, drive.now, 1_000);
    drive.pace.rateLimited(b, drive.now, 7_000);
    expect(drive.pace.waitMs(drive.now)).toBe(7_000);
  });

  it('while a request searches no other goes out, unless its answer takes long', () => {
    const drive = new Drive();
    drive.go('+ -');
    drive.start();
    expect(drive.pace.waitMs(drive.now)).toBe(300);
    drive.now += 300;
    expect(drive.pace.waitMs(drive.now)).toBe(0);
  });

  it('refusals that have nothing to do with the pace, fewer than one in seven, slow nothing down', () => {
    const drive = new Drive();
    drive.go(`+ ${'- '.repeat(10)}+ + -`);
    for (let round = 0; round < 120; round += 1) drive.go('+ + + + + + + + + -');
    drive.go('+ +');
    expect(drive.pace.waitMs(drive.now)).toBeLessThan(10);
  });

  it('where each refusal costs a wait, the distance grows faster', () => {
    const after = (answers: string): number => {
      const drive = new Drive();
      drive.go(answers);
      return drive.pace.acceptedSpacingMs;
    };
    expect(after('+ -3 + -3 + - +') / after('+ -3 + -3 + -3 +')).toBeLessThan(0.8);
  });

  it('a service that answers well again is soon asked freely', () => {
    const drive = new Drive();
    drive.go('+ - - - - - - - - - - +');
    const from = drive.now;
    drive.go(Array.from({ length: 12 }, () => '+').join(' '));
    expect(drive.pace.isFree).toBe(true);
    expect(drive.now - from).toBeLessThan(800);
  });

  it('says since when everything is refused', () => {
    const drive = new Drive();
    drive.go('+');
    expect(drive.pace.rateLimitedForMs(drive.now)).toBeUndefined();
    drive.go('-');
    drive.now += 4_000;
    expect(drive.pace.rateLimitedForMs(drive.now)).toBe(4_000);
    drive.go('- +');
    expect(drive.pace.rateLimitedForMs(drive.now)).toBeUndefined();
  });
});
