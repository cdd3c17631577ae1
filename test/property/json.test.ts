import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyId } from '../../src/core/keys/key.js';
import type { KeyPath } from '../../src/core/keys/key.js';
import type { Document, Edit, OutlineNode } from '../../src/formats/format.js';
import { json } from '../../src/formats/json.js';
import {
  hasEmpty,
  keys,
  leavesOf,
  looks,
  mapsOf,
  roots,
  texts,
  write,
  type Model,
} from './json-documents.js';
import { runs } from '../support/runs.js';

const RUNS = { numRuns: runs(1000) };

function edited(document: Document, edits: readonly Edit[], order?: readonly OutlineNode[]): string {
  const result = document.edit(edits, order);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refused)}\n${document.text}`);
  return result.text;
}

const textsOf = (text: string): Map<string, string> =>
  new Map([...json.parse(text).leaves].map(([id, leaf]) => [id, leaf.text]));
const modelTexts = (model: Model): Map<string, string> =>
  new Map(leavesOf(model).map(({ path, text }) => [keyId(path), text]));

/** Picks: one number for each leaf of a document, taken modulo what is to be decided. */
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
const pickOf = (numbers: readonly number[], index: number): number => numbers[index % numbers.length] ?? 0;

describe('any JSON document in any look', () => {
  it('JS-16 KV-03 reads as what was written', () => {
    fc.assert(
      fc.property(roots, looks, (model, look) => {
        const document = json.parse(write(model, look));
        expect([...document.leaves.values()].map(({ path, kind, text }) => ({ path, kind, text }))).toEqual(
          leavesOf(model).map(({ path, kind, text }) => ({ path, kind, text })),
        );
        expect(document.warnings).toEqual([]);
      }),
      RUNS,
    );
  });

  it('JS-03 keeps every byte outside the values that are set, and the old texts give the old bytes', () => {
    fc.assert(
      fc.property(roots, looks, picks, texts, (model, look, numbers, text) => {
        const source = write(model, look);
        const chosen = leavesOf(model).filter((_, index) => pickOf(numbers, index) % 3 === 0);
        const after = edited(
          json.parse(source),
          chosen.map(({ path }) => ({ path, text })),
        );
        const expected = modelTexts(model);
        for (const { path } of chosen) expected.set(keyId(path), text);
        expect(textsOf(after)).toEqual(expected);
        const sameKind = chosen.every(({ kind }) => kind === 'string') && !look.ascii;
        if (sameKind)
          expect(
            edited(
              json.parse(after),
              chosen.map(({ path, text: old }) => ({ path, text: old })),
            ),
          ).toBe(source);
        expect(
          edited(
            json.parse(source),
            leavesOf(model).map(({ path, text: own }) => ({ path, text: own })),
          ),
        ).toBe(source);
      }),
      RUNS,
    );
  });

  it('takes a new key in anywhere and gives the old bytes when it is removed', () => {
    fc.assert(
      fc.property(roots, looks, fc.nat(), keys, texts, fc.nat(), (model, look, which, key, text, at) => {
        const source = write(model, look);
        const document = json.parse(source);
        const maps = mapsOf(model).filter(({ size }) => size > 0);
        const parent = maps[which % Math.max(1, maps.length)];
        if (parent === undefined || parent.keys.has(key)) return;
        const path = [...parent.path, key];
        const order = [...document.outline];
        order.splice(at % (order.length + 1), 0, { path, kind: 'string' });
        const after = edited(document, [{ path, text }], order);
        expect(textsOf(after).get(keyId(path))).toBe(text);
        expect(edited(json.parse(after), [{ path, text: undefined }])).toBe(source);
      }),
      RUNS,
    );
  });

  it('takes any mix of changes; what remains keeps its text, kind and order', () => {
    fc.assert(
      fc.property(
        roots,
        looks,
        picks,
        texts,
        fc.array(fc.tuple(fc.nat(), keys), { maxLength: 6 }),
        fc.boolean(),
        (model, look, numbers, text, additions, nested) => {
          const source = write(model, look);
          const document = json.parse(source);
          const leaves = leavesOf(model);
          const edits = new Map<string, Edit>();
          leaves.forEach(({ path, inList }, index) => {
            const choice = pickOf(numbers, index) % 4;
            if (choice === 0 && !inList) edits.set(keyId(path), { path, text: undefined });
            if (choice === 1) edits.set(keyId(path), { path, text });
          });
          const maps = mapsOf(model);
          for (const [which, key] of additions) {
            const parent = maps[which % maps.length];
            if (parent === undefined || parent.keys.has(key)) continue;
            const path = nested ? [...parent.path, key, 'deeper', 'still'] : [...parent.path, key];
            edits.set(keyId(path), { path, text });
          }
          const after = json.parse(edited(document, [...edits.values()]));
          const expected = new Map<string, string>();
          const kinds = new Map(leaves.map(({ path, kind }) => [keyId(path), kind]));
          for (const [id, old] of modelTexts(model)) if (!edits.has(id)) expected.set(id, old);
          for (const [id, edit] of edits) if (edit.text !== undefined) expected.set(id, edit.text);
          expect(new Map([...after.leaves].map(([id, leaf]) => [id as string, leaf.text]))).toEqual(expected);
          const kept = leaves.filter(({ path }) => expected.has(keyId(path))).map(({ path }) => keyId(path));
          expect([...after.leaves.keys()].filter((id) => kinds.has(id))).toEqual(kept);
          for (const { path, kind } of leaves)
            if (!edits.has(keyId(path))) expect(after.leaves.get(keyId(path))?.kind).toBe(kind);
        },
      ),
      RUNS,
    );
  });

  it('comes to the same texts whichever of two edits is made first, and to the same bytes for two values', () => {
    fc.assert(
      fc.property(
        roots,
        looks,
        fc.nat(),
        fc.nat(),
        texts,
        texts,
        fc.boolean(),
        (model, look, first, second, one, two, removes) => {
          const source = write(model, look);
          const leaves = leavesOf(model).filter(({ inList }) => !inList);
          const [a, b] = [
            leaves[first % Math.max(1, leaves.length)],
            leaves[second % Math.max(1, leaves.length)],
          ];
          if (a === undefined || b === undefined || a === b) return;
          const left: Edit = { path: a.path, text: one };
          const right: Edit = { path: b.path, text: removes ? undefined : two };
          const leftFirst = edited(json.parse(edited(json.parse(source), [left])), [right]);
          const rightFirst = edited(json.parse(edited(json.parse(source), [right])), [left]);
          const together = edited(json.parse(source), [left, right]);
          expect(textsOf(leftFirst)).toEqual(textsOf(rightFirst));
          expect(textsOf(together)).toEqual(textsOf(rightFirst));
          if (!removes && !look.ascii) {
            expect(leftFirst).toBe(rightFirst);
            expect(together).toBe(leftFirst);
          }
        },
      ),
      RUNS,
    );
  });

  it('lists grow and shrink at their end, and come back to the old bytes', () => {
    fc.assert(
      fc.property(
        roots,
        looks,
        fc.nat(),
        fc.array(texts, { minLength: 1, maxLength: 3 }),
        (model, look, which, added) => {
          const source = write(model, look);
          const document = json.parse(source);
          const lists = document.outline.filter(
            ({ path, kind }) => kind === 'list' && sizeOf(document, path) > 0,
          );
          const list = lists[which % Math.max(1, lists.length)];
          if (list === undefined) return;
          const size = sizeOf(document, list.path);
          const edits = added.map((text, index): Edit => ({
            path: [...list.path, String(size + index)],
            text,
          }));
          const after = edited(document, edits);
          expect(
            [...json.parse(after).leaves.values()]
              .filter(({ path }) => edits.some((edit) => keyId(edit.path) === keyId(path)))
              .map(({ text }) => text),
          ).toEqual(added);
          expect(
            edited(
              json.parse(after),
              edits.map(({ path }) => ({ path, text: undefined })),
            ),
          ).toBe(source);
          const gap: Edit = { path: [...list.path, String(size + 1)], text: 'x' };
          expect(document.edit([gap]).ok).toBe(false);
        },
      ),
      RUNS,
    );
  });

  it('gives a new file with the same texts, and the same bytes if nothing is left out', () => {
    fc.assert(
      fc.property(roots, looks, (model, look) => {
        const source = write(model, look);
        const document = json.parse(source);
        const all = new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text]));
        const made = json.create(all, { document });
        expect(textsOf(made)).toEqual(all);
        if (!look.comments && !hasEmpty(model)) expect(made).toBe(source);
      }),
      RUNS,
    );
  });
});

function sizeOf(document: Document, path: KeyPath): number {
  return document.outline.filter(
    (node) =>
      node.path.length === path.length + 1 && path.every((segment, index) => node.path[index] === segment),
  ).length;
}
