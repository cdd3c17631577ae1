import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../src/core/merge/hash.js';
import { keyId, type KeyId } from '../../src/core/keys/key.js';
import { merge } from '../../src/core/merge/merge.js';
import type { KeyState } from '../../src/core/merge/key-state.js';
import { isShrink } from '../../src/core/merge/policy.js';
import { unfamiliarIn } from '../../src/core/align/unfamiliar.js';
import { json } from '../../src/formats/json.js';
import type { Comparison } from '../../src/plan/comparison.js';
import { foreignTexts, isSuspiciousLoss, lossesOf, type OtherTexts } from '../../src/plan/distrust.js';
import { planPull } from '../../src/plan/pull.js';
import { planPush } from '../../src/plan/push.js';
import { comparisonOf, partOf, PULL, PUSH } from '../unit/plan/world.js';
import { runs } from '../support/runs.js';

const count = fc.integer({ min: 0, max: 200 });
const key = (i: number): KeyId => keyId([`k${i}`]);
const range = (to: number): number[] => Array.from({ length: to }, (_, i) => i);

/**
 * The states of keys that held a text on both sides: what each side holds now, undefined if it has
 * nothing.
 */
function statesOf(rows: readonly { here?: string | undefined; there?: string | undefined }[]): KeyState[] {
  const keys = rows.map((_, i) => key(i));
  const base = new Map(keys.map((id, i) => [id, hashText(`own ${i}`)]));
  return merge(
    base,
    { keys, here: rows.map(({ here }) => here), there: rows.map(({ there }) => there) },
    new Map(),
  );
}

describe('C3 B17 the number of texts that a run may lose', () => {
  it('more losses never pass if fewer are stopped, nor do as many in a smaller file', () => {
    fc.assert(
      fc.property(count, count, count, fc.boolean(), (lost, more, of, vanished) => {
        if (!isShrink(lost, of, vanished)) return;
        expect(isShrink(lost + more, of, vanished)).toBe(true);
        expect(isShrink(lost, Math.max(0, of - more), vanished)).toBe(true);
        expect(isShrink(lost, of, true)).toBe(true);
      }),
    );
  });

  it('more than ten that are more than a fifth are always stopped, and nothing lost never is', () => {
    fc.assert(
      fc.property(count, count, fc.boolean(), (lost, of, vanished) => {
        if (lost > 10 && lost * 5 > of) expect(isShrink(lost, of, vanished)).toBe(true);
        if (lost <= 10 && !vanished) expect(isShrink(lost, of, vanished)).toBe(false);
        expect(isShrink(0, of, vanished)).toBe(false);
      }),
    );
  });
});

const losses = fc.record({ removed: count, emptied: count, replaced: count, of: count });
const NOTHING_KNOWN: OtherTexts = {
  sourceTexts: () => [],
  sourceHere: () => undefined,
  others: [],
  isVariant: false,
  wasSource: () => false,
};

describe('C4 the losses of one language', () => {
  it('are stopped by any kind of loss alike: a removed text may as well be emptied or replaced', () => {
    fc.assert(
      fc.property(losses, fc.boolean(), (all, answered) => {
        const { removed, emptied, replaced, of } = all;
        const is = (one: typeof all): boolean => isSuspiciousLoss(one, [], answered, undefined);
        const sum = removed + emptied + replaced;
        expect(is({ removed: emptied, emptied: removed, replaced, of })).toBe(is(all));
        if (isShrink(sum, of)) expect(is(all)).toBe(true);
        // A language without an answer is never trusted more than one with an answer.
        if (is(all)) expect(isSuspiciousLoss(all, [], false, undefined)).toBe(true);
      }),
    );
  });

  it('one more of any kind never passes if fewer are stopped', () => {
    const states = statesOf([{ here: 'own 0', there: 'source 0' }]);
    const evidence = { ...NOTHING_KNOWN, sourceTexts: () => ['source 0'] };
    const kind = fc.constantFrom('removed' as const, 'emptied' as const, 'replaced' as const);
    const known = fc.constantFrom(undefined, evidence, NOTHING_KNOWN);
    fc.assert(
      fc.property(losses, kind, fc.boolean(), known, (all, what, answered, told) => {
        if (!isSuspiciousLoss(all, states, answered, told)) return;
        expect(isSuspiciousLoss({ ...all, [what]: all[what] + 1 }, states, answered, told)).toBe(true);
      }),
    );
  });

  it('the source text in place of every text is stopped from the second text on, of a variant such as en-GB from the third on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.boolean(), (size, isVariant) => {
        const states = statesOf(range(size).map((i) => ({ here: `own ${i}`, there: `source ${i}` })));
        const sources = new Map(range(size).map((i) => [key(i), [`source ${i}`]]));
        const evidence = { ...NOTHING_KNOWN, isVariant, sourceTexts: (id: KeyId) => sources.get(id) ?? [] };
        const found = lossesOf(states, states, [], evidence);
        expect(found).toEqual({ removed: 0, emptied: 0, replaced: size, of: size });
        expect(isSuspiciousLoss(found, states, true, evidence)).toBe(size >= (isVariant ? 3 : 2));
      }),
    );
  });
});

/** What a service made of each text of a language: as it was, gone, empty, or another text. */
const fate = fc.constantFrom('kept' as const, 'gone' as const, 'empty' as const, 'new' as const);
const fates = fc.array(fate, { minLength: 1, maxLength: 60 });
type Fates = readonly ('kept' | 'gone' | 'empty' | 'new')[];

const OWN = (i: number): string => `own ${i}`;
function comparisonFor(language: Fates, text = textOf(language)): Comparison {
  const there = new Map(
    language.flatMap((one, i) => {
      const text = { kept: OWN(i), gone: undefined, empty: '', new: `new ${i}` }[one];
      return text === undefined ? [] : [[key(i), text] as const];
    }),
  );
  const base = new Map(language.map((_, i) => [key(i), hashText(OWN(i))]));
  return comparisonOf({ format: 'json', text, there, base });
}
const textOf = (language: Fates): string =>
  JSON.stringify(Object.fromEntries(language.map((_, i) => [`k${i}`, OWN(i)])));

describe('A10 a file of several languages', () => {
  const options = fc.record({
    force: fc.boolean(),
    prune: fc.boolean(),
    empty: fc.boolean(),
    restore: fc.constant(false),
    allowShrink: fc.constant(false),
  });
  it('each language is stopped as if it were alone, and one that is stopped holds back the whole file', () => {
    fc.assert(
      fc.property(fc.array(fates, { minLength: 1, maxLength: 3 }), options, (languages, given) => {
        const document = json.parse(`{${languages.map((one, i) => `"l${i}":${textOf(one)}`).join(',')}}`);
        const parts = languages.map((one, i) => ({ comparison: comparisonFor(one), root: `l${i}` }));
        const together = planPull(json, document, parts, given, undefined);
        const alone = parts.map((part) => planPull(json, document, [part], given, undefined).stops[0]);
        expect(together.stops).toEqual(alone);
        if (alone.some((stop) => stop !== undefined)) expect(together.text).toBeUndefined();
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('B17 both directions', () => {
  it('what a pull must not remove unasked, an upload must not leave out', () => {
    fc.assert(
      fc.property(fates, (language) => {
        // One new text, so that there is something to upload.
        const text = textOf(language).replace('{', '{"more":"mehr",');
        const comparison = comparisonFor(language, text);
        const gone = language.filter((one) => one === 'gone').length;
        const parts = [partOf(comparison, undefined)];
        const pull = planPull(json, json.parse(text), parts, PULL, undefined);
        const push = planPush(json.parse(text), parts, PUSH, []);
        expect(pull.stops[0] !== undefined).toBe(push.shrinks.length > 0);
        if (push.shrinks.length > 0) {
          expect(push.shrinks).toEqual([{ part: 0, leftOut: gone, of: language.length + 1 }]);
          expect([push.content, pull.text]).toEqual([undefined, undefined]);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('one more text that is gone never passes if fewer are stopped, whichever it is', () => {
    fc.assert(
      fc.property(fates, fc.nat(), (language, which) => {
        const stops = (one: Fates): boolean => {
          const parts = [{ comparison: comparisonFor(one), root: undefined }];
          return planPull(json, json.parse(textOf(one)), parts, PULL, undefined).stops[0] !== undefined;
        };
        if (!stops(language)) return;
        const more = language.map((one, i) => (i === which % language.length ? ('gone' as const) : one));
        expect(stops(more)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the texts of another language', () => {
  interface Scene {
    readonly held: number;
    readonly foreign: number;
    readonly fresh: number;
  }
  const scenes = fc.record({
    held: fc.integer({ min: 1, max: 80 }),
    foreign: fc.nat({ max: 80 }),
    fresh: fc.nat({ max: 20 }),
  });
  /** `held` texts here, of which `foreign` come as French ones and `fresh` as new German ones. */
  function found({ held, foreign, fresh }: Scene, related = false): ReturnType<typeof foreignTexts> {
    const rows = range(held).map((i) => {
      const there = i < foreign ? `texte ${i}` : i < foreign + fresh ? `neu ${i}` : `own ${i}`;
      return { here: `own ${i}`, there };
    });
    const states = statesOf(rows);
    const french = new Map(range(held).map((i) => [key(i), hashText(`texte ${i}`)]));
    const holds = (id: KeyId, hash: unknown): boolean => french.get(id) === hash;
    const taken = states.filter(({ here, there }) => here !== there);
    return foreignTexts(states, taken, {
      isVariant: false,
      sourceTexts: () => [],
      sourceHere: () => undefined,
      wasSource: () => false,
      others: [{ locale: 'fr', related, holds }],
    });
  }

  it('are found if they are most of a file, and more of them are never found less', () => {
    fc.assert(
      fc.property(scenes, fc.nat({ max: 20 }), (scene, more) => {
        const foreign = Math.min(scene.foreign, scene.held);
        const result = found(scene);
        if (result) expect(result).toEqual({ locale: 'fr', count: foreign, of: scene.held });
        if (result) expect(found({ ...scene, foreign: foreign + more })).toBeDefined();
        if (foreign >= 3 && foreign * 2 > scene.held) expect(result).toBeDefined();
        if (foreign > 10 && foreign * 5 > scene.held) expect(result).toBeDefined();
        // Texts that replace others count in a variant of the language as well, but for two of two.
        if (foreign > 2) expect(found(scene, true)).toEqual(result);
      }),
    );
  });

  it('are none if no other language holds them, whatever comes', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        expect(found({ ...scene, foreign: 0 })).toBeUndefined();
      }),
    );
  });
});

describe('an answer that is hardly about a file', () => {
  const ids = (to: number): KeyId[] => range(to).map(key);
  const remote = (to: number) => range(to).map((i) => ({ key: [`k${i}`] as const, text: 'x' }));
  const size = fc.nat({ max: 80 });
  it('one more known key never makes an answer less familiar', () => {
    fc.assert(
      fc.property(size, size, size, (here, there, known) => {
        const of = (held: number, isSynced: boolean) => {
          const set = new Set(ids(Math.min(held, here, there)));
          return unfamiliarIn(remote(there), ids(here), [], (id) => set.has(id), isSynced);
        };
        for (const isSynced of [false, true])
          if (!of(known, isSynced)) expect(of(known + 1, isSynced)).toBeUndefined();
        // What is refused before the first sync is refused after it.
        if (of(known, false)) expect(of(known, true)).toBeDefined();
        const least = Math.min(here, there);
        expect([of(0, false) !== undefined, of(0, true) !== undefined]).toEqual([least >= 3, least >= 1]);
      }),
    );
  });
});
