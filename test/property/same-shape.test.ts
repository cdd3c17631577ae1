import fc from 'fast-check';
import { dump } from 'js-yaml';
import { expect, it } from 'vitest';
import { keyId, type KeyId, type KeyPath } from '../../src/core/keys/key.js';
import { FormatError, type Document, type Format } from '../../src/formats/format.js';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import { runs } from '../support/runs.js';

const RUNS = { numRuns: runs(1500) };
const FORMATS = [json, yaml];

const name = fc.constantFrom('a', 'b', '0', '1', 'x.y');
const { value: model } = fc.letrec((tie) => ({
  value: fc.dictionary(name, tie('any'), { maxKeys: 3 }),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>('text', 'text', null, {}, []),
    fc.array(tie('any'), { maxLength: 4 }),
    tie('value'),
  ),
}));

/** The paths of a model's values, and for each some that it lacks. */
function pathsIn(value: unknown, path: KeyPath = []): KeyPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, below]) => pathsIn(below, [...path, key]));
  const length = Array.isArray(value) ? value.length : 0;
  const others = [String(length), String(length + 1), 'new'].map((key) => [...path, key]);
  return [...inner, ...others, [...path, '0', 'k']];
}

/** Keys that no file could refuse for another reason: none is above another. */
const apart = (paths: readonly KeyPath[]): KeyPath[] => {
  const chosen = new Map<KeyId, KeyPath>();
  for (const path of paths) {
    const isFree = [...chosen.values()].every((other) => !isAbove(path, other) && !isAbove(other, path));
    if (path.length > 0 && isFree) chosen.set(keyId(path), path);
  }
  return [...chosen.values()];
};
const isAbove = (path: KeyPath, other: KeyPath): boolean => path.every((part, i) => other[i] === part);

const cases = model.chain((value) => {
  const all = pathsIn(value);
  const some = fc.shuffledSubarray(all, { minLength: 1, maxLength: Math.min(8, all.length) }).map(apart);
  return fc.record({ value: fc.constant(value), paths: some, here: fc.subarray(all).map(apart) });
});

const writtenAs = (format: Format, value: unknown): Document =>
  format.parse(format === json ? JSON.stringify(value) : dump(value, { noRefs: true }));

/** Maps, lists and leaves in file order. */
const shapeOf = (document: Document): string[] =>
  document.outline.map(({ path, kind }) => `${path.join('/')} ${kind}`);

const made = (format: Format, paths: readonly KeyPath[], like: Document): unknown => {
  const texts = new Map(paths.map((path) => [keyId(path), `T ${path.join(' ')}`]));
  try {
    return shapeOf(format.parse(format.create(texts, { document: like })));
  } catch (error) {
    if (error instanceof FormatError) return { reason: error.reason, key: error.key };
    throw error;
  }
};

it('LI-08 a new file has one shape in every format, or is refused in all of them for one reason', () => {
  fc.assert(
    fc.property(cases, ({ value, paths }) => {
      const results = FORMATS.flatMap((format) =>
        FORMATS.map((other) => made(format, paths, writtenAs(other, value))),
      );
      for (const result of results) expect(result).toEqual(results[0]);
    }),
    RUNS,
  );
});

/** The file with a text at each of these paths, as a map of maps. */
function holding(paths: readonly KeyPath[]): unknown {
  const root: Record<string, unknown> = { last: 'x' };
  for (const path of paths) {
    let at = root;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[path.at(-1) ?? ''] = 'old';
  }
  return root;
}

it('LI-08 an edited file gets one shape in every format, or the edit is refused in all of them', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ value, paths, here }, isLikeModel) => {
      const before = isLikeModel ? value : holding(here);
      const edits = paths.map((path) => ({ path, text: `T ${path.join(' ')}` }));
      const [one, other] = FORMATS.map((format) => {
        const result = writtenAs(format, before).edit(edits, writtenAs(format, value).outline);
        return result.ok ? shapeOf(format.parse(result.text)) : 'refused';
      });
      expect(other).toEqual(one);
    }),
    RUNS,
  );
});

it('a list of the model is never a map in a new file', () => {
  fc.assert(
    fc.property(cases, ({ value, paths }) => {
      const like = writtenAs(json, value);
      const result = made(json, paths, like);
      if (!Array.isArray(result)) return;
      const lists = like.outline.filter(({ kind, path }, i) => {
        const next = like.outline[i + 1]?.path;
        return kind === 'list' && next !== undefined && isAbove(path, next);
      });
      for (const { path } of lists) expect(result).not.toContain(`${path.join('/')} map`);
    }),
    RUNS,
  );
});
