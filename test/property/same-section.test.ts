import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderEntries, sameSection } from '../../src/core/lock/lock-file.js';
import { runs } from '../support/runs.js';

const lines = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'a.b', 'q"', 'é', ''), fc.constantFrom('111', '222', '333'))
  .map((entries) => renderEntries(Object.entries(entries)));

/** The lines without commas and in order: what a merge by hand leaves equal. */
const plain = (section: string): string => section.replaceAll(/,$/gm, '').split('\n').sort().join('\n');

const shuffled = fc
  .tuple(lines, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }))
  .map(([section, order]) => {
    const all = plain(section)
      .split('\n')
      .filter((line) => line !== '');
    const moved = all.map((line, i) => ({ line, at: order[i] ?? 0 })).sort((one, other) => one.at - other.at);
    return moved.map(({ line }, i) => `${line}${i === moved.length - 1 ? '' : ','}\n`).join('');
  });

it('two sections are the same if they hold the same lines, in any order', () => {
  fc.assert(
    fc.property(shuffled, fc.oneof(shuffled, lines), (left, right) => {
      expect(sameSection(left, right)).toBe(plain(left) === plain(right));
    }),
    { numRuns: runs(2_000) },
  );
});
