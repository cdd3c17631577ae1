import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/core/align/align.js';
import type { RemoteText } from '../../src/core/align/aligned.js';
import { keyId, type KeyId, type KeyPath } from '../../src/core/keys/key.js';
import type { LeafValue } from '../../src/core/keys/leaf.js';
import { catalogOf } from '../support/sides.js';
import { encodeKey, type KeyFormat } from '../../src/core/align/key-format.js';
import { runs } from '../support/runs.js';

const anyForm: fc.Arbitrary<KeyFormat> = fc.record({
  separator: fc.constantFrom('.' as const, '/' as const),
  items: fc.constantFrom('segment' as const, 'brackets' as const),
  prefix: fc.constantFrom(undefined, 'pt_BR'),
});
const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'name', '0', '1', 'a b', 'x.y', 'x/y', 'z[0]', ''),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const anyPath = fc.array(segment, { minLength: 1, maxLength: 4 });

/** Paths of which none is a group of another, as in a file. */
const anyPaths = fc.array(anyPath, { minLength: 1, maxLength: 15 }).map((paths) => {
  const ids = [...new Set(paths.map((path) => keyId(path)))];
  return ids.filter((id) => !ids.some((other) => other !== id && other.startsWith(`${id}\0`)));
});
const leaf: LeafValue = { kind: 'string', text: 'here' };
const aligned = (remote: readonly RemoteText[], here: readonly KeyId[]) => {
  const known = { here: new Map(here.map((id) => [id, leaf])), sourceTexts: new Map(), base: new Map() };
  const sides = align(remote, known, ['pt-BR']);
  return { ...sides, there: catalogOf(sides, 'there') };
};
const remoteOf = (ids: readonly KeyId[], form: KeyFormat): RemoteText[] =>
  ids.map((id, i) => ({ key: [encodeKey(id, form)], text: `there ${i}` }));

it('what was written from a file is found under its keys again, or called ambiguous, and nothing else is', () => {
  fc.assert(
    fc.property(anyPaths, anyForm, (ids, form) => {
      const { there, ambiguous } = aligned(remoteOf(ids, form), ids);
      const expected = ids.map((id, i) => [id, `there ${i}`] as const).filter(([id]) => !ambiguous.has(id));
      expect(there).toEqual(new Map(expected));
      const twins = ids.filter((id) =>
        ids.some((other) => other !== id && encodeKey(other, form) === encodeKey(id, form)),
      );
      for (const id of twins) expect(ambiguous.has(id)).toBe(true);
    }),
    { numRuns: runs(1500) },
  );
});

it('a key that only the service has gets one place, and is found there when it is written', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { selector: (path) => path.join('.'), minLength: 2, maxLength: 10 }),
      anyForm,
      fc.nat(),
      (paths, form, cut) => {
        const ids = paths.map((path: KeyPath) => keyId(path));
        const known = ids.slice(0, 1 + (cut % (ids.length - 1)));
        const remote = remoteOf(ids, form);
        const { there, clashes } = aligned(remote, known);
        expect([...there.keys()]).toEqual(ids);
        const written = [
          ...known,
          ...[...there.keys()].filter((id) => !known.includes(id) && !clashes.has(id)),
        ];
        const again = aligned(remote, written);
        for (const id of written) expect(again.there.get(id)).toBe(there.get(id));
      },
    ),
    { numRuns: runs(1000) },
  );
});

it('the order of an answer decides nothing but the order of what only the service has', () => {
  const many = fc.array(fc.array(segment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(many, anyForm, fc.infiniteStream(fc.nat(9)), (paths, form, dice) => {
      const ids = [...new Set(paths.map((path) => keyId(path)))].filter(
        (id, _, all) => !all.some((other) => other !== id && other.startsWith(`${id}\0`)),
      );
      const luck = (): number => Number(dice.next().value ?? 0);
      const known = ids.filter(() => luck() > 1);
      const remote = remoteOf(
        ids.filter(() => luck() > 1),
        form,
      );
      const shuffled = remote
        .map((entry) => ({ entry, at: luck() }))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry);
      const spelt = (entries: readonly RemoteText[]): Map<string, string> =>
        new Map(entries.map(({ key, text }) => [key[0], text ?? '']));
      // Two entries of one spelling are one key of an answer.
      fc.pre(spelt(remote).size === remote.length);
      const [one, other] = [aligned(remote, known), aligned(shuffled, known)];
      expect(new Map([...other.there].sort())).toEqual(new Map([...one.there].sort()));
      expect([...other.clashes.keys()].sort()).toEqual([...one.clashes.keys()].sort());
      expect(other.ambiguous).toEqual(one.ambiguous);
    }),
    { numRuns: runs(1500) },
  );
});

it('says of each of two keys alone whether it looks like a known one, in any order', () => {
  const known = [keyId(['a<b', 'x/y']), keyId(['c', 'x/y'])];
  const remote = (keys: readonly string[]): RemoteText[] => keys.map((key) => ({ key: [key], text: key }));
  const likes = (keys: readonly string[]): readonly string[] =>
    align(
      remote(['c.x/y', ...keys]),
      { here: new Map(known.map((id) => [id, leaf])), sourceTexts: new Map(), base: new Map() },
      [],
    ).doubtful.map(({ spelt }) => spelt);
  expect(likes(['a.b.x.y', 'a.b.x/y'])).toEqual(['a.b.x/y']);
  expect(likes(['a.b.x/y', 'a.b.x.y'])).toEqual(['a.b.x/y']);
});

describe('keys in spellings of the service', () => {
  type Rule = (segment: string) => string;
  const same: Rule = (segment) => segment;
  const words = new Map([
    ['yes', 'true'],
    ['on', 'true'],
    ['no', 'false'],
    ['off', 'false'],
  ]);
  const rules = fc
    .tuple(
      fc.constantFrom<Rule>(
        same,
        (segment) => segment.toLowerCase(),
        (segment) => segment.toUpperCase(),
      ),
      fc.constantFrom<Rule>(
        same,
        (segment) => segment.normalize('NFC'),
        (segment) => segment.normalize('NFD'),
      ),
      fc.constantFrom<Rule>(same, (segment) => segment.trim()),
      fc.constantFrom<Rule>(same, (segment) => words.get(segment) ?? segment),
    )
    .map(
      ([cased, formed, trimmed, worded]): Rule =>
        (segment) =>
          formed(cased(trimmed(worded(segment)))),
    );
  const name = fc.constantFrom(
    ...['home', 'Home', 'cart', 'Save', 'title', 'caf\u00e9', 'caf\u0065\u0301', 'stra\u00dfe', 'url'],
    ...[' pad', 'yes', 'on', 'no', 'k1', 'k2', 'a b', 'user_name', 'TOS'],
  );
  const shapes = fc.constantFrom('.', '/', 'nested', 'split');
  /** A tree in which no key is a group too, nor in the service's spelling. */
  const tree = (rule: Rule) =>
    fc
      .uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 14,
        selector: (path) => path.join('\0'),
      })
      .map((paths) =>
        paths.filter((path, _, all) => {
          const fold = (one: KeyPath): string =>
            `${one.map(rule).join('\0').normalize('NFC').toLowerCase()}\0`;
          return !all.some((other) => fold(other) !== fold(path) && fold(other).startsWith(fold(path)));
        }),
      );

  it('B14 A11 align one to one, or are called ambiguous or refused: never a wrong key, never a second one', () => {
    let aligns = 0;
    fc.assert(
      fc.property(
        rules.chain((rule) => fc.tuple(fc.constant(rule), tree(rule))),
        shapes,
        fc.boolean(),
        ([rule, paths], shape, flat) => {
          const ids = paths.map((path) => keyId(flat ? [path.join('.')] : path));
          if (new Set(ids).size < ids.length) return;
          const spelt = paths.map((path) => path.map(rule));
          const separator = shape === '/' && !flat ? '/' : '.';
          const keyOf = (path: readonly string[]): RemoteText['key'] => {
            const [first = '', ...rest] = path;
            // A service that keeps a flat key whole has it as one name in a nested answer too.
            if (shape === 'split' || (shape === 'nested' && !flat)) return [first, ...rest];
            return [path.join(separator)];
          };
          const texts = new Map<string, { key: RemoteText['key']; text: string; of: KeyId[] }>();
          for (const [i, path] of spelt.entries()) {
            const id = ids[i];
            if (id === undefined) continue;
            const key = keyOf(path);
            const of = [...(texts.get(key.join('\0'))?.of ?? []), id];
            texts.set(key.join('\0'), { key, text: `text ${i}`, of });
          }
          const known = {
            here: new Map(ids.map((id) => [id, leaf])),
            sourceTexts: new Map(),
            base: new Map(),
          };
          const result = align([...texts.values()], known, ['pt-BR']);
          if (result.unfamiliar) return;
          if (result.doubtful.length === 0) aligns++;
          const there = catalogOf(result, 'there');
          for (const id of there.keys()) expect(ids, 'a second key').toContain(id);
          for (const { text, of } of texts.values()) {
            const [only, other] = of;
            if (only === undefined || other !== undefined) continue;
            const found = [...there].filter(([, held]) => held === text).map(([id]) => id);
            const isUnclear = result.ambiguous.has(only) || result.doubtful.length > 0;
            if (found.length > 0 || !isUnclear) expect(found, text).toEqual([only]);
          }
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect(aligns).toBeGreaterThan(runs(8_000));
  });
});
