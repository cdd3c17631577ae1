import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiId,
  eventRow,
  isProjectId,
  newProjectId,
  newToken,
  rowOf,
  sameHash,
  tokenHash,
} from '../../../src/server/http/ids.js';

describe('API ids', () => {
  it('a row has one id, and every other text names no row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (row) => {
        expect(rowOf('fil', apiId('fil', row))).toBe(row);
        expect(rowOf('fiv', apiId('fil', row))).toBeUndefined();
        expect(rowOf('fil', `fil_0${row}`)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const row = rowOf('evt', text);
        expect(row === undefined || apiId('evt', row) === text).toBe(true);
      }),
    );
  });

  it.each<[unknown, number | undefined]>([
    [12, 12],
    ['12', 12],
    ['evt_12', 12],
    ['fil_12', undefined],
    ['012', undefined],
    [' 12', undefined],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    [2 ** 53, undefined],
    [null, undefined],
    [['12'], undefined],
  ])('event_id %j names the event %j', (value, row) => {
    expect(eventRow(value)).toBe(row);
  });

  it('what is made up is valid and differs', () => {
    expect(isProjectId(newProjectId())).toBe(true);
    expect(newToken()).not.toBe(newToken());
    expect(newToken()).toMatch(/^loc_[A-Za-z0-9_-]{32}$/);
  });

  it('only the same token has the same hash', () => {
    expect(sameHash(tokenHash('a'), tokenHash('a'))).toBe(true);
    expect(sameHash(tokenHash('a'), tokenHash('b'))).toBe(false);
    expect(sameHash(tokenHash('a'), tokenHash('a').subarray(1))).toBe(false);
  });
});
