import { expect, it } from 'vitest';
import { keyId } from '../../../../src/core/keys/key.js';
import { sharingKeys } from '../../../../src/sync/push/before-uploads/service-before.js';

/** A file of this set that differs in these keys. */
const before = (bound: object, names: readonly string[]) => ({
  file: { bound },
  differs: new Set(names.map((name) => keyId([name]))),
});

it('gives files of one set one list of the keys in which all of them differ', () => {
  const shared = sharingKeys();
  const [set, other] = [{}, {}];
  const first = shared(before(set, ['a', 'b']));
  expect(shared(before(set, ['b', 'a']))?.differs).toBe(first?.differs);
  for (const names of [['a'], ['a', 'c'], ['a', 'b', 'c'], []])
    expect([...(shared(before(set, names))?.differs ?? [])], names.join()).toEqual(
      names.map((name) => keyId([name])),
    );
  const elsewhere = shared(before(other, ['a', 'b']));
  expect(elsewhere?.differs).not.toBe(first?.differs);
  expect([...(elsewhere?.differs ?? [])]).toEqual([keyId(['a']), keyId(['b'])]);
  expect(shared(undefined)).toBeUndefined();
});
