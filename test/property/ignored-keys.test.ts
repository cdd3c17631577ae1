import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyMatcher } from '../../src/core/keys/key-glob.js';
import { keyId, type KeyId } from '../../src/core/keys/key.js';
import { hashText, type Hash } from '../../src/core/merge/hash.js';
import { runs } from '../support/runs.js';
import { formatNamed, pulled, pushed, type World } from '../unit/plan/world.js';

const text = fc.option(fc.constantFrom('', 'one', 'two', 'three'), { nil: undefined });
const key = fc.record({ here: text, there: text, base: text });
const NAMES = ['a', 'b', 'c', 'legal.a', 'legal.b', 'legal.deep.c'];
const isIgnored = (name: string): boolean => name.startsWith('legal.');
const ignores = keyMatcher(['legal.**']);
const idOf = (name: string): KeyId => keyId(name.split('.'));

interface Key {
  here: string | undefined;
  there: string | undefined;
  base: string | undefined;
}

/** Keys by name as files, service and base hold them; one key more is in sync. */
function worldOf(keys: ReadonlyMap<string, Key>, format: World['format'], ignoring: boolean): World {
  const tree: Record<string, unknown> = { synced: 'same' };
  const there = new Map([[idOf('synced'), 'same']]);
  const base = new Map<KeyId, Hash>([[idOf('synced'), hashText('same')]]);
  for (const [name, one] of keys) {
    if (one.here !== undefined) {
      const path = name.split('.');
      let group = tree;
      for (const part of path.slice(0, -1)) group = (group[part] ??= {}) as Record<string, unknown>;
      group[path.at(-1) ?? ''] = one.here;
    }
    if (one.there !== undefined) there.set(idOf(name), one.there);
    if (one.base !== undefined) base.set(idOf(name), hashText(one.base));
  }
  const world = { format, text: JSON.stringify(tree, undefined, 2), there, base };
  return ignoring && ignores ? { ...world, ignores } : world;
}

const without = (keys: ReadonlyMap<string, Key>): ReadonlyMap<string, Key> =>
  new Map([...keys].filter(([name]) => !isIgnored(name)));

/** A side as a plain map, without or with only the ignored keys. */
function sideOf(entries: Iterable<readonly [KeyId, string]>, ignored: boolean): Record<string, string> {
  const names = new Map(NAMES.map((name) => [idOf(name), name]));
  return Object.fromEntries(
    [...entries].flatMap(([id, value]) => {
      const name = names.get(id) ?? 'synced';
      return isIgnored(name) === ignored ? [[name, value]] : [];
    }),
  );
}

const diskOf = ({ format, text: content = '{}' }: World, ignored: boolean): Record<string, string> =>
  sideOf(
    [...formatNamed(format).parse(content).leaves].map(([id, leaf]) => [id, leaf.text] as const),
    ignored,
  );

describe('LS-06 keys that the configuration ignores, against plain maps', () => {
  it('never change on either side, and all others are treated as if they were not there', () => {
    fc.assert(
      fc.property(
        fc.tuple(...NAMES.map(() => key)),
        fc.constantFrom('json', 'yaml'),
        fc.record({ force: fc.boolean(), all: fc.boolean() }),
        fc.record({ force: fc.boolean(), prune: fc.boolean(), empty: fc.boolean(), restore: fc.boolean() }),
        (values, format, push, pull) => {
          const keys = new Map(
            NAMES.map((name, i) => [
              name,
              values[i] ?? { here: undefined, there: undefined, base: undefined },
            ]),
          );
          const whole = worldOf(keys, format, true);
          const oracle = worldOf(without(keys), format, false);
          for (const run of [
            (world: World) => pushed(world, push).after,
            (world: World) => pulled(world, pull).after,
            (world: World) => pulled(pushed(world, push).after, pull).after,
          ]) {
            const after = run(whole);
            const wanted = run(oracle);
            expect(diskOf(after, true)).toEqual(diskOf(whole, true));
            expect(sideOf(after.there, true)).toEqual(sideOf(whole.there, true));
            expect(diskOf(after, false)).toEqual(diskOf(wanted, false));
            expect(sideOf(after.there, false)).toEqual(sideOf(wanted.there, false));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
