import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedBase, settledBase } from '../../src/core/lock/base.js';
import { keptOld, type SettledKey } from '../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../src/core/merge/hash.js';
import { keyId, type KeyId } from '../../src/core/keys/key.js';
import { merge } from '../../src/core/merge/merge.js';
import type { BaseHashes, KeyState, Verdict } from '../../src/core/merge/key-state.js';
import { sidesOf } from '../support/sides.js';
import { pullAction, pushAction } from '../../src/core/merge/policy.js';
import { runs } from '../support/runs.js';

/**
 * The invariants of the merge over random bases B and two perturbations of each: L (disk) and R
 * (service).
 */

type Texts = Map<KeyId, string>;
interface World {
  base: BaseHashes;
  here: Texts;
  there: Texts;
}

const KEYS = Array.from({ length: 8 }, (_, i) => keyId(['k', String(i)]));
const TEXTS = ['one', 'two', 'three'];

/** For each key the index of its text in B, L and R; undefined if absent. */
const versions = (empty: boolean) => {
  const text = fc.option(fc.constantFrom(...TEXTS, ...(empty ? [''] : [])), { nil: undefined });
  return fc.array(fc.tuple(text, text, text), { minLength: KEYS.length, maxLength: KEYS.length });
};

const column = (rows: readonly (readonly (string | undefined)[])[], at: number): Texts =>
  new Map(KEYS.flatMap((key, i) => (rows[i]?.[at] === undefined ? [] : [[key, rows[i][at]]])));
const hashed = (texts: Texts): Map<KeyId, Hash> =>
  new Map([...texts].map(([key, text]) => [key, hashText(text)]));

const worlds = (empty = false): fc.Arbitrary<World> =>
  versions(empty).map((rows) => ({
    base: hashed(column(rows, 0)),
    here: column(rows, 1),
    there: column(rows, 2),
  }));

interface Flags {
  isSource: boolean;
  isLockUnusable: boolean;
}
const circumstances = (world: World, flags: Flags) => ({ ...flags, firstContact: world.base.size === 0 });
const anyFlags = fc.record({ isSource: fc.boolean(), isLockUnusable: fc.boolean() });

const pullOptions = { force: false, prune: false, empty: false };

/** What a pull writes, one key at a time, and the base that it ends with. */
function pull(
  world: World,
  flags: Flags,
  options = pullOptions,
): { writes: KeyState[]; conflicts: KeyId[]; after: World } {
  const states = merge(world.base, sidesOf(world.here, world.there));
  const here = new Map(world.here);
  const settled = new Map<KeyId, SettledKey>();
  const writes: KeyState[] = [];
  const conflicts: KeyId[] = [];
  for (const state of states) {
    const action = pullAction(state, { ...circumstances(world, flags), ...options });
    if (action === 'conflict') conflicts.push(state.key);
    if (action !== 'write' && action !== 'remove') continue;
    writes.push(state);
    apply(here, state.key, action === 'write' ? state.there : undefined);
    settled.set(state.key, { text: action === 'write' ? state.there : undefined });
  }
  return {
    writes,
    conflicts,
    after: { base: settledBase(agreedBase(states, flags.isLockUnusable), settled), here, there: world.there },
  };
}

/**
 * What a push sends: the disk's texts, the service's newer ones put in; the service merges by key
 * and deletes nothing.
 */
function push(
  world: World,
  flags: Flags,
  force = false,
): { uploads: KeyState[]; conflicts: KeyId[]; after: World } {
  const states = merge(world.base, sidesOf(world.here, world.there));
  const actions = states.map((state) => ({
    state,
    action: pushAction(state, { ...circumstances(world, flags), force }),
  }));
  const conflicts = actions.filter(({ action }) => action === 'conflict').map(({ state }) => state.key);
  const uploads = actions.filter(({ action }) => action === 'upload').map(({ state }) => state);
  const there = new Map(world.there);
  const settled = new Map<KeyId, SettledKey>();
  if (uploads.length > 0) {
    for (const { state, action } of actions) {
      const theirs = action === 'splice' || action === 'conflict';
      const sent = theirs ? state.there : action === 'leave-out' ? undefined : state.here;
      if (sent !== undefined) there.set(state.key, sent);
      if (action === 'upload') settled.set(state.key, { text: state.here });
    }
  }
  for (const { state, action } of actions)
    if (action === 'accept-deletion') settled.set(state.key, { removed: state.there ?? '' });
  return {
    uploads,
    conflicts,
    after: { base: settledBase(agreedBase(states, flags.isLockUnusable), settled), here: world.here, there },
  };
}

function apply(texts: Texts, key: KeyId, text: string | undefined): void {
  if (text === undefined) texts.delete(key);
  else texts.set(key, text);
}

const times = (all: number) => ({ numRuns: runs(all) });
const textOf = (hash: Hash | undefined): string | undefined =>
  ['', ...TEXTS].find((text) => hashText(text) === hash);

describe('MG-14 invariants of the merge', () => {
  it('1 no key that is unchanged on one side and present on the other disappears, unless the other side deleted it (never in the source locale)', () => {
    fc.assert(
      fc.property(worlds(), anyFlags, (world, flags) => {
        const { after } = pull(world, flags);
        for (const key of new Set([...world.here.keys(), ...world.there.keys()])) {
          const deletedThere =
            !flags.isSource &&
            world.base.has(key) &&
            !world.there.has(key) &&
            hashText(world.here.get(key) ?? '') === world.base.get(key);
          const deletedHere = world.base.has(key) && !world.here.has(key);
          if (!deletedHere) expect(after.here.has(key)).toBe(!deletedThere);
          else expect(after.here.has(key)).toBe(false);
        }
        const pushed = push(world, flags).after;
        for (const key of world.there.keys()) expect(pushed.there.has(key)).toBe(true);
      }),
      times(1500),
    );
  });

  it('2 every text in the result is the disk’s or the service’s of that key', () => {
    fc.assert(
      fc.property(worlds(true), anyFlags, fc.boolean(), fc.boolean(), (world, flags, force, empty) => {
        for (const after of [
          pull(world, flags, { force, empty, prune: force }).after,
          push(world, flags, force).after,
        ])
          for (const side of [after.here, after.there])
            for (const [key, text] of side)
              expect([world.here.get(key), world.there.get(key)]).toContain(text);
      }),
      times(1500),
    );
  });

  it('3 swapping the sides mirrors the verdicts', () => {
    const mirror: Partial<Record<Verdict, Verdict>> = {
      push: 'pull',
      pull: 'push',
      'gone-here': 'gone-there',
      'gone-there': 'gone-here',
    };
    fc.assert(
      fc.property(worlds(), ({ base, here, there }) => {
        const verdicts = (states: readonly KeyState[]) =>
          new Map(states.map(({ key, verdict }) => [key, verdict]));
        const swapped = verdicts(merge(base, sidesOf(there, here)));
        for (const [key, verdict] of verdicts(merge(base, sidesOf(here, there))))
          expect(swapped.get(key)).toBe(mirror[verdict] ?? verdict);
      }),
      times(1500),
    );
  });

  it('4 equal sides give no conflict and no write, whatever the base', () => {
    fc.assert(
      fc.property(worlds(true), anyFlags, fc.boolean(), ({ base, here }, flags, force) => {
        const world = { base, here, there: new Map(here) };
        expect(pull(world, flags, { force, empty: force, prune: force })).toMatchObject({
          writes: [],
          conflicts: [],
        });
        expect(push(world, flags, force)).toMatchObject({ uploads: [], conflicts: [] });
      }),
      times(1500),
    );
  });

  it('5 MG-09 MG-10 a second run plans nothing but the same conflicts', () => {
    fc.assert(
      fc.property(worlds(true), anyFlags, fc.boolean(), (world, flags, force) => {
        const pulled = pull(world, flags, { ...pullOptions, force });
        const again = pull(pulled.after, flags, { ...pullOptions, force });
        expect(again.writes).toEqual([]);
        expect(again.conflicts).toEqual(pulled.conflicts);
        expect(again.after.base).toEqual(pulled.after.base);
        const pushed = push(world, flags, force);
        const repeated = push(pushed.after, flags, force);
        expect(repeated.uploads).toEqual([]);
        expect(repeated.conflicts).toEqual(pushed.conflicts);
        expect(repeated.after.base).toEqual(pushed.after.base);
      }),
      times(2000),
    );
  });

  it('6 conflicts are exactly the keys that differ pairwise, or that one side deleted and the other changed', () => {
    fc.assert(
      fc.property(worlds(), ({ base, here, there }) => {
        for (const state of merge(base, sidesOf(here, there))) {
          const b = textOf(base.get(state.key));
          const [l, r] = [state.here, state.there];
          const expected = b !== undefined && l !== r && l !== b && r !== b;
          expect(state.verdict === 'conflict').toBe(expected);
        }
      }),
      times(1500),
    );
  });

  it('7 with the base lost or doubted nothing is deleted, and with doubt nothing is overwritten', () => {
    fc.assert(
      fc.property(worlds(true), fc.boolean(), ({ here, there }, isSource) => {
        const world = { base: new Map(), here, there };
        for (const isLockUnusable of [false, true]) {
          const flags = { isSource, isLockUnusable };
          for (const key of here.keys()) expect(pull(world, flags).after.here.has(key)).toBe(true);
          for (const key of there.keys()) expect(push(world, flags).after.there.has(key)).toBe(true);
        }
        // A doubted run, then ordinary ones: a text that differed then is overwritten by none of
        // them.
        const doubted = pull(world, { isSource, isLockUnusable: true });
        for (const { after } of [
          doubted,
          pull(doubted.after, { isSource, isLockUnusable: false }),
          push(doubted.after, { isSource, isLockUnusable: false }),
        ])
          for (const [key, text] of here)
            if (text !== '' && (there.get(key) ?? '') !== '') {
              expect(after.here.get(key)).toBe(text);
              expect(after.there.get(key)).toBe(there.get(key));
            }
      }),
      times(1500),
    );
  });

  it('8 any prefix of the writes, base unwritten, followed by a full run equals the full run', () => {
    fc.assert(
      fc.property(worlds(true), anyFlags, fc.nat(), fc.boolean(), (world, flags, cut, force) => {
        const options = { ...pullOptions, force, empty: force };
        const full = pull(world, flags, options);
        const here = new Map(world.here);
        for (const { key, there } of full.writes.slice(0, cut % (full.writes.length + 1)))
          apply(here, key, there);
        expect(pull({ ...world, here }, flags, options).after).toEqual(full.after);
        // An upload is one write: it has arrived, or it has not; the base is written or not.
        const pushed = push(world, flags, force);
        expect(push({ ...world, there: pushed.after.there }, flags, force).after).toEqual(pushed.after);
      }),
      times(2000),
    );
  });

  it('9 the disk’s order of keys is kept, new keys follow in the service’s order', () => {
    fc.assert(
      fc.property(
        worlds(),
        fc.shuffledSubarray(KEYS, { minLength: KEYS.length }),
        ({ base, here, there }, order) => {
          const shuffled = new Map(
            order.flatMap((key) => (here.has(key) ? [[key, here.get(key) ?? '']] : [])),
          );
          const keys = merge(base, sidesOf(shuffled, there)).map(({ key }) => key);
          expect(keys).toEqual([...shuffled.keys(), ...[...there.keys()].filter((key) => !here.has(key))]);
        },
      ),
      times(500),
    );
  });
});

describe('the base after a run', () => {
  it('is what both sides hold if they agree, lacks what both deleted, and is otherwise what it was', () => {
    fc.assert(
      fc.property(worlds(true), ({ base, here, there }) => {
        const next = agreedBase(merge(base, sidesOf(here, there)), false);
        for (const key of KEYS) {
          const [l, r] = [here.get(key), there.get(key)];
          if (l !== undefined && (l === r || (l === '' && r === undefined)))
            expect(next.get(key)).toBe(hashText(l));
          else if ((l ?? '') === (r ?? '')) expect(next.has(key)).toBe(false);
          else expect(next.get(key)).toBe(base.get(key));
        }
      }),
      times(500),
    );
  });

  it('of a text that the service did not keep ends the uploads of it, and of a doubted key never lets a side win', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), fc.constantFrom(...TEXTS), anyFlags, (mine, theirs, flags) => {
        const [key] = KEYS;
        if (key === undefined) return;
        const world = {
          base: new Map([[key, keptOld(hashText(mine))]]),
          here: new Map([[key, mine]]),
          there: new Map<KeyId, string>(),
        };
        expect(push(world, flags).uploads).toEqual([]);
        expect(pull(world, flags, { ...pullOptions, prune: true }).writes).toEqual([]);
        expect(push(world, flags).after.base).toEqual(world.base);
        if (mine === theirs) return;
        const doubted = {
          base: new Map([[key, UNKNOWN_HASH]]),
          here: world.here,
          there: new Map([[key, theirs]]),
        };
        expect(push(doubted, flags).conflicts).toEqual([key]);
        expect(pull(doubted, flags).conflicts).toEqual([key]);
        expect(pull(doubted, flags).after.base).toEqual(doubted.base);
      }),
      times(500),
    );
  });
});
