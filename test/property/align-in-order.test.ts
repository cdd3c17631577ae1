import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignByKey } from '../../src/core/align/align.js';
import type { Aligned, KnownKeys, RemoteText } from '../../src/core/align/aligned.js';
import { alignInOrder, formShownBy } from '../../src/core/align/in-order.js';
import { encodePath, type KeyFormat, type RemoteKey } from '../../src/core/align/key-format.js';
import type { KeyFormatHint } from '../../src/core/align/learn-format.js';
import { keyId, keyPath, type KeyId } from '../../src/core/keys/key.js';
import type { LeafValue } from '../../src/core/keys/leaf.js';
import { hashText } from '../../src/core/merge/hash.js';
import { runs } from '../support/runs.js';

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'x', 'y', 'x.y') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '1', 'a b', 'x.y', 'x/y', 'z[0]', '', '<<', 'de', 'id', 'one'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const anyKeys = fc
  .array(fc.array(segment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((paths) => [...new Set(paths.map((path) => keyId(path)))])
  .map((ids) => ids.filter((id) => !ids.some((other) => other.startsWith(`${id}\0`))));
const anyText = fc.constantFrom('', 'text', 'Text', 'other', null);
const anyLeaf = fc.constantFrom<LeafValue>(
  { kind: 'string', text: 'text' },
  { kind: 'string', text: '' },
  { kind: 'null', text: '' },
  { kind: 'number', text: '1' },
);
const LEAF: LeafValue = { kind: 'string', text: 'text' };
const anyFormat = fc.record<KeyFormat>({
  separator: fc.constantFrom('.', '.', '/'),
  items: fc.constantFrom('segment', 'segment', 'brackets'),
  prefix: fc.constant(undefined),
});
const anyHint = fc.option(
  fc.record<KeyFormatHint>({
    separator: fc.constantFrom('.', '.', '/', '\0'),
    items: fc.constantFrom(undefined, 'segment', 'brackets'),
  }),
  { nil: undefined },
);

/** How often each part of a case is as in most projects: all keys, in one order. */
const anyChange = fc.constantFrom('none', 'none', 'none', 'none', 'fewer', 'no key', 'another order');

function changed(ids: readonly KeyId[], change: string): readonly KeyId[] {
  if (change === 'fewer') return ids.slice(1);
  if (change === 'no key') return [];
  // A text and a group of keys under one name, which no file can hold.
  if (change === 'a group') return [...ids, ...ids.slice(0, 1).map((id) => keyId([...keyPath(id), 'x']))];
  return change === 'another order' ? ids.toReversed() : ids;
}

const anyCase = fc.record({
  ids: anyKeys,
  format: anyFormat,
  isNested: fc.constantFrom(false, false, true),
  hint: anyHint,
  here: anyChange,
  source: anyChange,
  base: anyChange,
  there: fc.oneof({ weight: 5, arbitrary: anyChange }, { weight: 1, arbitrary: fc.constant('a group') }),
  isNew: fc.constantFrom(false, false, true),
  isSynced: fc.boolean(),
  mayMerge: fc.boolean(),
  leaves: fc.array(anyLeaf, { minLength: 9, maxLength: 9 }),
  texts: fc.array(anyText, { minLength: 9, maxLength: 9 }),
});

it('an answer with the keys of the file in their order is aligned as any other answer', () => {
  let inOrder = 0;
  fc.assert(
    fc.property(
      anyCase,
      ({ ids, format, isNested, hint, leaves, texts, isSynced, mayMerge, isNew, ...change }) => {
        const held = (from: 'here' | 'source' | 'base'): readonly KeyId[] =>
          isNew ? [] : changed(ids, change[from]);
        const known: KnownKeys = {
          here: new Map(held('here').map((id, i) => [id, leaves[i] ?? LEAF])),
          sourceTexts: new Set(held('source')),
          base: new Map(held('base').map((id) => [id, hashText('text')])),
          isSynced,
          mayMerge,
        };
        const remote = changed(ids, change.there).map((id, i): RemoteText => {
          const path = keyPath(id);
          const [first = '', ...rest] = path;
          const key: RemoteKey = isNested ? [first, ...rest] : [encodePath(path, format)];
          return { key, text: texts[i] ?? null };
        });
        // An answer names no key twice.
        fc.pre(new Set(remote.map(({ key }) => key.join('\0'))).size === remote.length);
        const found = alignInOrder(remote, known, ['de'], hint);
        if (!found) return;
        inOrder++;
        expect(plain(found)).toEqual(plain(alignByKey(remote, known, ['de'], hint)));
      },
    ),
    { numRuns: runs(20_000) },
  );
  expect(inOrder).toBeGreaterThan(0);
});

it('a file that is created with the keys of an answer in order is aligned with it as that says', () => {
  let created = 0;
  fc.assert(
    fc.property(anyCase, ({ ids, format, isNested, hint, source, there, texts }) => {
      const remote = changed(ids, there).map((id, i): RemoteText => {
        const [first = '', ...rest] = keyPath(id);
        return {
          key: isNested ? [first, ...rest] : [encodePath([first, ...rest], format)],
          text: texts[i] ?? 'x',
        };
      });
      fc.pre(new Set(remote.map(({ key }) => key.join('\0'))).size === remote.length);
      const none = new Map<KeyId, never>();
      const sourceTexts = new Set(changed(ids, source));
      const { keys, inOrder } =
        alignInOrder(remote, { here: none, sourceTexts, base: none }, ['de'], hint) ?? {};
      const form = keys && inOrder !== undefined && formShownBy(new Set(keys), inOrder);
      if (!form || (hint && (hint.separator !== inOrder || hint.items === 'brackets'))) return;
      created++;
      const here = new Map(
        keys.map((id, i): [KeyId, LeafValue] => [id, { kind: 'string', text: texts[i] ?? 'x' }]),
      );
      const found = alignByKey(remote, { here, sourceTexts: here, base: none }, ['de'], hint);
      expect(found).toMatchObject({
        keys,
        doubtful: [],
        unfamiliar: undefined,
        guessed: false,
        shown: form.shown,
      });
      expect(found.there).toEqual(remote.map(({ text }) => text ?? ''));
      expect(found.ambiguous.size + found.clashes.size).toBe(0);
    }),
    { numRuns: runs(20_000) },
  );
  expect(created).toBeGreaterThan(0);
});

/** What only the quick way tells is left out. */
const plain = (aligned: Aligned) => ({
  ...aligned,
  inOrder: undefined,
  base: [...aligned.base],
  ambiguous: [...aligned.ambiguous],
  clashes: [...aligned.clashes],
});
