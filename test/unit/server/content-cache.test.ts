import { expect, it } from 'vitest';
import { ContentCache } from '../../../src/server/store/version-writer.js';

it('reads a language once, until its file changes', () => {
  const cache = new ContentCache();
  let reads = 0;
  const read = (): string => `{"reads":${++reads}}`;
  expect([cache.of(1, 1, read), cache.of(1, 1, read)]).toEqual(['{"reads":1}', '{"reads":1}']);
  expect(cache.of(1, 2, read)).toBe('{"reads":2}');
  expect(cache.of(2, 1, read)).toBe('{"reads":3}');
  cache.drop(1);
  expect(cache.of(1, 1, read)).toBe('{"reads":4}');
  expect(cache.of(2, 1, read)).toBe('{"reads":3}');
});

it('forgets the files that were not asked for longest, and keeps to its limit', () => {
  const cache = new ContentCache(25);
  const reads: number[] = [];
  const ask = (file: number): string =>
    cache.of(file, 1, () => {
      reads.push(file);
      return '1234567890';
    });
  for (const file of [1, 2, 1, 3, 1, 2]) ask(file);
  // The third file takes the place of the second one, since the first was asked for again.
  expect(reads).toEqual([1, 2, 3, 2]);
  expect(new ContentCache(5).of(1, 1, () => '1234567890')).toBe('1234567890');
});
