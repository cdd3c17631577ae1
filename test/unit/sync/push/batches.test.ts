import { expect, it } from 'vitest';
import { batchesOf } from '../../../../src/sync/push/plan/batches.js';

/** So many file sets of so many files each. */
const chains = (sets: number, files: number) =>
  Array.from({ length: sets }, (_, set) =>
    Array.from({ length: files }, (__, file) => ({ path: `${set}/${file}.json` })),
  );
const sizes = (sets: number, files: number, texts: number, width = 16): readonly number[] =>
  batchesOf(chains(sets, files), width, () => texts).map((batch) => batch.length);

it('a batch has at most 500 files, or one file set', () => {
  expect(sizes(300, 2, 10)).toEqual([250, 50]);
  expect(sizes(2, 600, 10)).toEqual([1, 1]);
  expect(sizes(0, 2, 10)).toEqual([]);
});

it('a batch has at most 20,000 texts, unless more file sets may be in flight', () => {
  expect(sizes(100, 2, 200)).toEqual([50, 50]);
  expect(sizes(40, 20, 100)).toEqual([16, 16, 8]);
  expect(sizes(20, 20, 1000, 4)).toEqual([4, 4, 4, 4, 4]);
});
