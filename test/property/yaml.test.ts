import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/formats/format.js';
import { yaml } from '../../src/formats/yaml.js';
import type { Document, Edit } from '../../src/formats/format.js';
import { READERS, pick, run } from '../unit/formats/yaml-readers.js';
import { randomDocument } from './yaml-documents.js';
import { runs } from '../support/runs.js';

const RUNS = 1_000;

const texts = (document: Document): Map<string, string> =>
  new Map([...document.leaves.values()].map(({ path, text }) => [path.join('/'), text]));

const anyText = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(...Array.from('-?:,[]{}#&*!|>\'"%@ ~=<.01e_\n\t\\aä')),
      maxLength: 10,
    }),
    fc.constantFrom(
      'yes',
      '1:30',
      ' a ',
      'two\nlines',
      'two\nlines\n',
      '',
      'null',
      '%{name}',
      'it’s "x"',
      'a: b',
      '\u200fx',
      '😀',
      '\n\n',
      ' a\nb',
    ),
  )
  .filter((text) => !/[\ud800-\udfff]/u.test(text));

function edited(document: Document, edits: readonly Edit[]): string {
  const result = document.edit(edits);
  if (!result.ok)
    throw new Error(result.refused.map(({ path, reason }) => `${path.join('/')}: ${reason}`).join('; '));
  return result.text;
}

/** Some leaves of the document with new texts for them. */
function changes(g: Parameters<typeof randomDocument>[0], document: Document): Edit[] {
  const paths = [...document.leaves.values()].map(({ path }) => path);
  const chosen = g(fc.subarray<(typeof paths)[number]>, paths, { maxLength: Math.min(4, paths.length) });
  return chosen.map((path) => ({ path, text: g(() => anyText) }));
}

/**
 * The text without what an edit changed: the lines before the first change and those after the last
 * one.
 */
function commonEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
  const [left, right] = [a.split(/\r\n?|\n/), b.split(/\r\n?|\n/)];
  let head = 0;
  while (head < left.length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < Math.min(left.length, right.length) - head && left.at(-1 - tail) === right.at(-1 - tail))
    tail++;
  return { head, tail: left.length - tail };
}

describe('random documents in awkward styles', () => {
  it('are read as they were meant', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text, leaves } = randomDocument(g);
        expect(texts(yaml.parse(text))).toEqual(leaves);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('an edit that changes nothing changes no byte', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text } = randomDocument(g);
        const document = yaml.parse(text);
        expect(edited(document, [...document.leaves.values()])).toBe(text);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('edit, then parse equals parse, then edit', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text, leaves } = randomDocument(g);
        const document = yaml.parse(text);
        const edits = changes(g, document);
        const meant = new Map(leaves);
        for (const { path, text: wanted } of edits) meant.set(path.join('/'), wanted ?? '');
        expect(texts(yaml.parse(edited(document, edits)))).toEqual(meant);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('edits commute', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const document = yaml.parse(randomDocument(g).text);
        const edits = changes(g, document);
        const oneByOne = (order: readonly Edit[]): string =>
          order.reduce((at, edit) => edited(yaml.parse(at), [edit]), document.text);
        const together = texts(yaml.parse(edited(document, edits)));
        expect(texts(yaml.parse(oneByOne(edits)))).toEqual(together);
        expect(texts(yaml.parse(oneByOne(edits.toReversed())))).toEqual(together);
      }),
      { numRuns: runs(RUNS / 4) },
    );
  });

  it('lines that an edit does not touch stay as they are', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const document = yaml.parse(randomDocument(g).text);
        const [change] = changes(g, document);
        if (change === undefined) return;
        const leaf = [...document.leaves.values()].find(
          ({ path }) => path.join('/') === change.path.join('/'),
        );
        const { head, tail } = commonEnds(document.text, edited(document, [change]));
        // The value begins on its key's line or the one below; what follows it begins with the next
        // leaf, at the latest.
        const next = [...document.leaves.values()]
          .map(({ position }) => position.line)
          .find((line) => line > (leaf?.position.line ?? 0));
        expect(head).toBeGreaterThanOrEqual((leaf?.position.line ?? 1) - 2);
        if (head < tail) expect(tail).toBeLessThanOrEqual(next ?? Infinity);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('a new key that is removed again leaves the old bytes', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text, leaves } = randomDocument(g);
        const document = yaml.parse(text);
        const parents = [
          [],
          ...document.outline.filter(({ kind }) => kind === 'map').map(({ path }) => path),
        ];
        const filled = parents.filter(
          (parent) =>
            parent.length === 0 ||
            document.outline.some(
              ({ path }) => path.length > parent.length && parent.every((name, at) => path[at] === name),
            ),
        );
        const parent = filled[g(fc.integer, { min: 0, max: filled.length - 1 })] ?? [];
        const path = [...parent, ...(g(fc.boolean) ? ['neu'] : ['neu', 'x y'])];
        const wanted = g(() => anyText);
        const order = document.outline.slice(g(fc.integer, { min: 0, max: document.outline.length }));
        const result = document.edit([{ path, text: wanted }], [{ path, kind: 'string' }, ...order]);
        if (!result.ok) throw new Error(result.refused[0].reason);
        const grown = yaml.parse(result.text);
        expect(texts(grown)).toEqual(new Map([...leaves, [path.join('/'), wanted]]));
        expect(edited(grown, [{ path, text: undefined }])).toBe(text);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('removed keys are gone, and nothing else', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text, leaves } = randomDocument(g);
        const document = yaml.parse(text);
        const gone = changes(g, document).map(({ path }) => ({ path, text: undefined }));
        const result = document.edit(gone);
        if (!result.ok) {
          for (const { reason } of result.refused) expect(reason).toContain('the end of its list');
          return;
        }
        const meant = new Map(leaves);
        for (const { path } of gone) meant.delete(path.join('/'));
        expect(texts(yaml.parse(result.text))).toEqual(meant);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('a created file holds what it was made of, in the other’s shape', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const document = yaml.parse(randomDocument(g).text);
        const made = new Map(
          [...document.leaves].map(([id, leaf]) => [id, g(fc.boolean) ? leaf.text : g(() => anyText)]),
        );
        const text = yaml.create(made, { document });
        expect(new Map([...yaml.parse(text).leaves].map(([id, leaf]) => [id, leaf.text]))).toEqual(made);
        expect(text.startsWith('\uFEFF')).toBe(document.text.startsWith('\uFEFF'));
      }),
      { numRuns: runs(RUNS / 2) },
    );
  });
});

describe('any text at all', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'b',
      ': ',
      ':',
      '- ',
      '? ',
      '\n',
      '\n  ',
      '\n    ',
      ' ',
      '{',
      '}',
      '[',
      ']',
      ', ',
      '"x"',
      "'y'",
      '|',
      '>+',
      '|2',
      '\n# c\n',
    ],
    ...[
      ' # c',
      '&a ',
      '*a',
      '! ',
      '!!str ',
      '<<: *a',
      '---\n',
      '...\n',
      '~',
      '1',
      '\r\n',
      '\t',
      'k: v\n',
      'l:\n- i\n',
      'm: {n: o}\n',
    ],
  );

  it('is read or refused with a FormatError, and edited or refused: nothing else is ever thrown', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), anyText, fc.nat(), (parts, wanted, at) => {
        let document: Document;
        try {
          document = yaml.parse(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        expect(document.warnings.length).toBeGreaterThanOrEqual(0);
        const paths = [
          ...document.outline.map(({ path }) => path),
          ['neu'],
          ...document.outline.map(({ path }) => [...path, 'neu']),
        ];
        const path = paths[at % paths.length] ?? ['neu'];
        for (const text of [wanted, undefined]) {
          const result = document.edit([{ path, text }], document.outline);
          if (!result.ok) continue;
          const leaf = [...yaml.parse(result.text).leaves.values()].find(
            (each) => each.path.join('/') === path.join('/'),
          );
          if (text === undefined) expect(leaf).toBeUndefined();
          else expect(leaf?.text).toBe(text);
        }
      }),
      { numRuns: runs(RUNS * 5) },
    );
  });
});

describe('random documents with random texts are read alike', () => {
  const made = fc.sample(fc.gen(), { numRuns: runs(400), seed: 7 }).map((g) => {
    const document = yaml.parse(randomDocument(g).text);
    return edited(document, changes(g, document));
  });

  for (const [reader, command] of Object.entries(READERS)) {
    const present = run(command, ['a: 1']) !== undefined;
    if (!present) console.warn(`skipped: ${reader} is not on this machine`); // eslint-disable-line no-console
    it.skipIf(!present)(`by ${reader}`, () => {
      const read = run(command, made) ?? [];
      made.forEach((text, index) => {
        for (const { path, text: meant } of yaml.parse(text).leaves.values())
          expect([text, pick(read[index], path)]).toEqual([text, meant]);
      });
    });
  }
});
