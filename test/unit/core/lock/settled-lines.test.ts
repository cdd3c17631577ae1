import fc from 'fast-check';
import { describe, it, expect } from 'vitest';
import { settledBase } from '../../../../src/core/lock/base.js';
import type { SettledKey } from '../../../../src/core/merge/base-entry.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { keyId } from '../../../../src/core/keys/key.js';
import { renderSection, renderSettled } from '../../../../src/core/lock/lock-file.js';

const segment = fc.constantFrom('a', 'b.c', '', '\\', '"', 'line\nbreak', '\u0001', '10', 'é');
const key = fc.array(segment, { minLength: 1, maxLength: 3 }).map((path) => keyId(path));
const text = fc.constantFrom('', 'a', 'An & text', '"');
const outcome: fc.Arbitrary<SettledKey> = fc.oneof(
  fc.record({ text: fc.option(text, { nil: undefined }) }),
  fc.record({ sent: text, there: text, own: fc.boolean() }),
  fc.record({ removed: text }),
  fc.constant({ unknown: true } as const),
);

describe('the lines of a section after a run', () => {
  it('are those of its base, also if there was none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, text), { maxLength: 3 }),
        fc.array(fc.tuple(key, outcome), { maxLength: 8 }),
        (before, after) => {
          const base = new Map(before.map(([id, held]) => [id, hashText(held)]));
          const settled = new Map(after);
          expect(renderSettled(base, settled)).toBe(renderSection(settledBase(base, settled)));
        },
      ),
    );
  });
});
