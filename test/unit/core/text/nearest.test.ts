import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../../../src/core/text/nearest.js';

const KNOWN = ['push', 'pull', 'status', 'diff', 'locales', 'login', 'logout', 'concurrency', 'baseUrl'];

describe('nearest', () => {
  it.each([
    ['pul', 'pull'],
    ['psuh', 'push'],
    ['STATUS', 'status'],
    ['statsu', 'status'],
    ['locals', 'locales'],
    ['conurrency', 'concurrency'],
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearest(word, KNOWN)).toBe(meant);
  });

  it.each(['', 'x', 'zzz', 'entirely', 'p'.repeat(10_000)])('takes %j for nothing', (word) => {
    expect(nearest(word, KNOWN)).toBeUndefined();
  });

  it('takes a single letter for no other single letter', () => {
    expect(nearest('x', ['y'])).toBeUndefined();
  });

  it('prefers the word with fewer slips, and of equals the first', () => {
    expect(nearest('logut', ['login', 'logout'])).toBe('logout');
    expect(nearest('logi', ['logie', 'login'])).toBe('logie');
  });

  it('finds every word of five letters or more again after one slip', () => {
    const slip = fc.record({
      word: fc.stringMatching(/^[a-z]{5,20}$/),
      at: fc.nat(),
      letter: fc.constantFrom('a', 'q', '-'),
      kind: fc.constantFrom('add', 'lose', 'exchange', 'swap'),
    });
    fc.assert(
      fc.property(slip, ({ word, at, letter, kind }) => {
        const i = at % (word.length - 1);
        const slipped = {
          add: word.slice(0, i) + letter + word.slice(i),
          lose: word.slice(0, i) + word.slice(i + 1),
          exchange: word.slice(0, i) + letter + word.slice(i + 1),
          swap: word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2),
        }[kind];
        expect(nearest(slipped, ['0123456789', word])).toBe(word);
      }),
    );
  });
});
