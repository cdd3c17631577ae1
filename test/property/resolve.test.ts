import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryFor } from '../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH } from '../../src/core/merge/hash.js';
import { keyId } from '../../src/core/keys/key.js';
import { verdictOf } from '../../src/core/merge/merge.js';
import { chosenText, settledByChoice, type ConflictChoice } from '../../src/plan/resolve.js';
import { runs } from '../support/runs.js';

const text = fc.constantFrom('', 'a', 'b', 'c');
const side = fc.option(text, { nil: undefined });
const base = fc.oneof(text.map(hashText), fc.constantFrom(undefined, UNKNOWN_HASH));
const choice: fc.Arbitrary<ConflictChoice> = fc.oneof(
  fc.constantFrom<ConflictChoice>({ take: 'local' }, { take: 'service' }),
  fc.constantFrom('a', 'd').map((one): ConflictChoice => ({ take: 'edit', text: one })),
);

it('RS-14 the next run does what was chosen, and a text that comes later is never written over', () => {
  let settled = 0;
  fc.assert(
    fc.property(base, side, side, choice, text, (known, here, there, chosen, later) => {
      const verdict = verdictOf(known, here, there);
      if (verdict !== 'conflict' && verdict !== 'unbased') return;
      settled += 1;
      const state = { key: keyId(['k']), here, there, base: known, verdict };
      const disk = chosenText(state, chosen);
      const entry = entryFor(settledByChoice(state, chosen));
      const next = verdictOf(entry, disk, there);
      const isSame = (disk ?? '') === (there ?? '');
      expect(next).toBe(
        isSame ? 'same' : (disk ?? '') === '' ? (disk === undefined ? 'removed' : next) : 'push',
      );
      // Whatever the service holds then, a push may send the disk's text only over what was seen.
      if (later === (there ?? '') || later === (disk ?? '') || later === '') return;
      expect(verdictOf(entry, disk, later)).not.toBe('push');
    }),
    { numRuns: runs(5000) },
  );
  expect(settled).toBeGreaterThan(500);
});
