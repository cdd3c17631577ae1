import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Document, Move } from '../../src/formats/format.js';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import { keyId } from '../../src/core/keys/key.js';
import { movesOf, pluralForms, renamedName, conflictingKey } from '../../src/plan/rename.js';
import { runs } from '../support/runs.js';
import { randomDocument } from './yaml-documents.js';

const read = (document: Document): Map<string, string> =>
  new Map([...document.leaves.values()].map(({ path, text }) => [path.join('/'), text]));

/** The plain map that an oracle makes of another one: a prefix exchanged. */
const exchanged = (texts: ReadonlyMap<string, string>, { from, to }: Move): Map<string, string> =>
  new Map(
    [...texts].map(([path, text]) => {
      const old = from.join('/');
      const isMoved = path === old || path.startsWith(`${old}/`);
      return [isMoved ? to.join('/') + path.slice(old.length) : path, text];
    }),
  );

/** Comment lines, in any order. */
const comments = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => /^\s*#/.test(line))
    .map((line) => line.trim())
    .sort();

it('MV-01 a YAML key that moves takes its texts along, as a plain map says, or nothing changes', () => {
  let moved = 0;
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const { text } = randomDocument(g);
      const before = yaml.parse(text);
      const nodes = before.outline.filter(({ path }) => path.length > 0);
      if (nodes.length === 0) return;
      const from = nodes[g(fc.nat, { max: nodes.length - 1 })]?.path ?? [];
      const groups = [[], ...nodes.filter(({ kind }) => kind === 'map').map(({ path }) => path)];
      const group = groups[g(fc.nat, { max: groups.length - 1 })] ?? [];
      if (from.every((segment, i) => group[i] === segment)) return;
      const to = g(fc.boolean) ? [...from.slice(0, -1), 'new key'] : [...group, 'new', 'key'];
      const result = before.moved([{ from, to }]);
      if (!result.ok) return;
      moved++;
      const after = yaml.parse(result.text);
      expect(new Map([...read(after)].sort())).toEqual(
        new Map([...exchanged(read(before), { from, to })].sort()),
      );
      if (to.at(-1) === 'new key') expect(comments(result.text)).toEqual(comments(text));
    }),
    { numRuns: runs(1500) },
  );
  expect(moved).toBeGreaterThan(runs(1500) / 5);
});

const word = fc.constantFrom('a', 'b', 'c', 'item', 'x_y');
const leaf = fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean());
const tree = fc.letrec((tie) => ({
  map: fc.dictionary(word, fc.oneof({ depthSize: 'small' }, leaf, tie('map')), { minKeys: 1, maxKeys: 4 }),
})).map;

it('MV-01 a JSON key that moves takes its texts along, as a plain map says', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 2, '\t'), fc.gen(), (value, indent, g) => {
      const before = json.parse(JSON.stringify(value, null, indent));
      const nodes = before.outline;
      const from = nodes[g(fc.nat, { max: nodes.length - 1 })]?.path ?? [];
      const to = g(fc.boolean) ? [...from.slice(0, -1), 'new'] : ['new', 'key'];
      const isEmpty =
        !read(before).has(from.join('/')) &&
        ![...read(before).keys()].some((one) => one.startsWith(`${from.join('/')}/`));
      const result = before.moved([{ from, to }]);
      if (isEmpty) return;
      if (!result.ok) throw new Error(result.refused[0].reason);
      expect(new Map([...read(json.parse(result.text))].sort())).toEqual(
        new Map([...exchanged(read(before), { from, to })].sort()),
      );
    }),
    { numRuns: runs(1500) },
  );
});

it('MV-01 what a key is called afterwards, flat or nested, plural forms included', () => {
  const name = fc.constantFrom('a', 'b', 'a_one', 'a_other', 'b_one', 'a_plural', 'ab');
  const flat = fc.boolean();
  const names = fc.uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(names, flat, (given, isFlat) => {
      // A file holds no key that is a text and a group.
      const keys = given.filter((one) => !given.some((other) => other.startsWith(`${one}.`)));
      const root: Record<string, unknown> = {};
      for (const key of keys) {
        const parts = isFlat ? [key] : key.split('.');
        let at = root;
        for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
        at[parts.at(-1) ?? ''] = key;
      }
      const document = json.parse(JSON.stringify(root));
      const language = { nodes: document.outline, leaves: document.leaves };
      const rename = { from: 'a', to: 'n.m' };
      const forms = pluralForms([language], 'a');
      // `a_plural` says something only beside `a`; without `a`, every form counts.
      const hasForms =
        keys.includes('a_other') &&
        (keys.includes('a_one') || keys.includes('a_plural') || !keys.includes('a'));
      expect(forms.has('_other')).toBe(hasForms);
      expect(conflictingKey(language, rename, forms)).toBeUndefined();
      const result = document.moved(movesOf(language, [], rename, forms));
      if (!result.ok) throw new Error(result.refused[0].reason);
      const after = new Map(
        [...json.parse(result.text).leaves.values()].map(({ path, text }) => [path.join('.'), text]),
      );
      expect([...after.keys()].sort()).toEqual(
        keys.map((one) => renamedName(one, rename, forms) ?? one).sort(),
      );
      for (const [key, text] of after) expect(renamedName(text, rename, forms) ?? text).toBe(key);
      expect(json.parse(result.text).leaves.has(keyId(['a']))).toBe(false);
    }),
    { numRuns: runs(1500) },
  );
});
