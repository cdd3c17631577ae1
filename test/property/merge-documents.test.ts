import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removedHere } from '../../src/core/merge/base-entry.js';
import { hashText } from '../../src/core/merge/hash.js';
import { keyId, keyPath, type KeyId } from '../../src/core/keys/key.js';
import { formatNamed, pulled, pushed, textsOf, type World } from '../unit/plan/world.js';
import { runs } from '../support/runs.js';

/** The invariants of the merge through planPull and planPush on real JSON and YAML documents. */

const KEYS = [
  ['title'],
  ['shop', 'cart'],
  ['shop', 'pay'],
  ['shop', 'form', 'name'],
  ['shop', 'form', 'mail'],
  ['foot'],
].map((path) => keyId(path));
const TEXTS = ['one', 'two: three', 'no', 'ä "quoted" \\ text', 'line\nbreak', ' blank '];

const text = fc.option(fc.constantFrom(...TEXTS), { nil: undefined });
const worlds: fc.Arbitrary<World> = fc
  .record({
    format: fc.constantFrom('json' as const, 'yaml' as const),
    root: fc.constantFrom(undefined, 'de'),
    rows: fc.array(fc.tuple(text, text, text), { minLength: KEYS.length, maxLength: KEYS.length }),
  })
  .map(({ format, root, rows }) => {
    const column = (at: 0 | 1 | 2): Map<KeyId, string> =>
      new Map(KEYS.flatMap((key, i) => (rows[i]?.[at] === undefined ? [] : [[key, rows[i][at]]])));
    const here = column(1);
    const rooted = new Map(
      [...here].map(([id, value]) => [root === undefined ? id : keyId([root, ...keyPath(id)]), value]),
    );
    return {
      format,
      root,
      text: here.size === 0 ? undefined : formatNamed(format).create(rooted),
      there: column(2),
      base: new Map([...column(0)].map(([key, value]) => [key, hashText(value)])),
    };
  });
const flags = fc.record({ isSource: fc.boolean(), isLockUnusable: fc.boolean() });

describe('on real documents', () => {
  it('1 2 5 9 pull takes what changed there, keeps the rest and its order, and has nothing left to do', () => {
    fc.assert(
      fc.property(worlds, flags, fc.boolean(), (world, where, force) => {
        const options = { force, allowShrink: true };
        const { plan, after } = pulled(world, options, where);
        expect(plan.refused).toEqual([]);
        const before = textsOf(world);
        const result = textsOf(after);
        for (const [key, value] of Object.entries(result)) {
          const there = world.there.get(keyId(key.split('.')));
          expect([before[key], there]).toContain(value);
        }
        const kept = Object.keys(result).filter((key) => key in before);
        expect(kept).toEqual(Object.keys(before).filter((key) => key in result));
        if (world.text !== undefined && plan.text !== undefined) expect(plan.text).not.toBe(world.text);
        const again = pulled(after, options, where);
        expect(again.plan.text).toBeUndefined();
        expect(again.after).toEqual(after);
        expect(again.plan.actions[0]?.get('conflict')?.map((one) => one.key)).toEqual(
          plan.actions[0]?.get('conflict')?.map((one) => one.key),
        );
      }),
      { numRuns: runs(400) },
    );
  });

  it('1 4 5 push sends the file with the service’s newer texts in it, reverts nothing, and has nothing left to do', () => {
    fc.assert(
      fc.property(worlds, flags, fc.boolean(), (world, where, force) => {
        if (world.text === undefined) return;
        const { plan, after } = pushed(world, { force }, where);
        expect(plan.refused).toEqual([]);
        for (const [key, value] of world.there) {
          const mine = textsOf(world)[keyPath(key).join('.')];
          expect([value, mine]).toContain(after.there.get(key));
          // A text that only the service has changed is never reverted.
          if (mine !== undefined && world.base.get(key) === hashText(mine))
            expect(after.there.get(key)).toBe(value);
        }
        const again = pushed(after, { force }, where);
        expect(again.plan.content).toBeUndefined();
        expect(again.after).toEqual(after);
      }),
      { numRuns: runs(400) },
    );
  });

  it('8 a pull whose base was not written is finished by the next one', () => {
    fc.assert(
      fc.property(worlds, flags, (world, where) => {
        const full = pulled(world, { allowShrink: true }, where).after;
        const { after } = pulled({ ...world, text: full.text }, { allowShrink: true }, where);
        expect(after).toEqual(full);
      }),
      { numRuns: runs(200) },
    );
  });

  it('a pull and a push without conflicts leave both sides the same, but for what this interface cannot delete', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        if (world.text === undefined) return;
        const first = pulled(world, { force: true, allowShrink: true }).after;
        const { after } = pushed(first, { force: true });
        const here = textsOf(after);
        for (const [key, value] of after.there) {
          const mine = here[keyPath(key).join('.')];
          if (mine !== undefined) expect(mine).toBe(value);
          else expect(after.base.get(key)).toBe(removedHere(hashText(value)));
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
