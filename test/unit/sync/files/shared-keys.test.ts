import { expect, it } from 'vitest';
import { keyId, type KeyId } from '../../../../src/core/keys/key.js';
import { sharedKeySet } from '../../../../src/sync/files/shared-keys.js';

const keysOf = (names: readonly string[]): ReadonlySet<KeyId> => new Set(names.map((name) => keyId([name])));

it('gives files of one set one set of the keys in which all of them differ', () => {
  const [bound, other] = [{}, {}];
  const first = sharedKeySet(bound, keysOf(['a', 'b']));
  expect(sharedKeySet(bound, keysOf(['b', 'a']))).toBe(first);
  for (const names of [['a'], ['a', 'c'], ['a', 'b', 'c'], []])
    expect(sharedKeySet(bound, keysOf(names)), names.join()).toEqual(keysOf(names));
  const elsewhere = sharedKeySet(other, keysOf(['a', 'b']));
  expect(elsewhere).not.toBe(first);
  expect(elsewhere).toEqual(keysOf(['a', 'b']));
});
