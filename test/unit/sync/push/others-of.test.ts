import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../src/core/merge/hash.js';
import type { KeyState } from '../../../../src/core/merge/key-state.js';
import { keyId } from '../../../../src/core/keys/key.js';
import { othersOf } from '../../../../src/sync/push/state/upload-attempt.js';

const state = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    there: fc.option(fc.constantFrom('', 'x', 'y'), { nil: undefined }),
  })
  .map(({ name, there }): KeyState => {
    return { key: keyId([name]), here: undefined, there, base: undefined, verdict: 'same' };
  });
const states = fc.uniqueArray(state, { selector: ({ key }) => key });

describe('the hash of the texts that are not uploaded', () => {
  it('is that of all keys but the uploaded ones, in whatever order they are', () => {
    fc.assert(
      fc.property(states, states, (uploads, held) => {
        const own = new Set(uploads.map(({ key }) => key));
        const others = held.filter(({ key, there }) => there !== undefined && !own.has(key));
        const expected = hashText(others.map(({ key, there = '' }) => `${key}\0${there}`).join('\0'));
        expect(othersOf(new Map([['upload', uploads]]), held)).toBe(expected);
        const all = held.filter(({ there }) => there !== undefined);
        const plain = hashText(all.map(({ key, there = '' }) => `${key}\0${there}`).join('\0'));
        expect(othersOf(undefined, held)).toBe(plain);
      }),
    );
  });
});
