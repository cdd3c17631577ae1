import fc from 'fast-check';
import type { GeneratorValue } from 'fast-check';
import { CORE_SCHEMA, load, mergeTag, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { KeyPath } from '../../src/core/keys/key.js';
import type { Edit, OutlineNode } from '../../src/formats/format.js';
import { yaml } from '../../src/formats/yaml.js';
import { READERS, pick, run } from '../unit/formats/yaml-readers.js';
import { runs } from '../support/runs.js';

const RUNS = 1_500;
const SCHEMAS = [YAML11_SCHEMA, CORE_SCHEMA.withTags(mergeTag)];
const NAMES = ['a', 'b b', 'c.d', 'e', 'Ü', 'g'];
const TEXTS = ['one', 'zwei', 'it is', 'a: b', 'x #y', 'yes', '1:30', '- d', '{x}', "it's", 'two\nlines', ''];

interface Merging {
  readonly text: string;
  /** The keys that a merge key brings into a map that nothing else reads, and the aliases there. */
  readonly free: readonly KeyPath[];
}

/** A file of maps that merge others and of values that are aliases, written by rules of its own. */
function mergingFile(g: GeneratorValue): Merging {
  const integer = (max: number): number => g(fc.integer, { min: 0, max });
  const maybe = (): boolean => integer(1) === 0;
  const newline = maybe() ? '\n' : '\r\n';
  const lines: string[] = [];
  const free: KeyPath[] = [];
  const scalars = ['s0', 's1'];
  // Each anchored map with the names that it reads, merged ones included.
  const maps: { readonly anchor: string; readonly names: readonly string[] }[] = [];
  const word = (): string => ['one', 'zwei', 'it is', '日本'][integer(3)] ?? 'x';
  const some = (names: readonly string[]): string[] => names.filter(maybe);

  scalars.forEach((anchor) => {
    const written = [word(), `"${word()}"`, `'${word()}'`][integer(2)] ?? '';
    lines.push(maybe() ? `${anchor}: &${anchor} ${written}` : `${anchor}: &${anchor} |${newline}  ${word()}`);
  });

  /** A map under this name, with a merge key if others can be merged. */
  const map = (name: string, anchor: string | undefined): void => {
    const isRead = anchor !== undefined;
    const isFlow = integer(3) === 0;
    const chosen = maps.length === 0 ? [] : some(maps.map(({ anchor: one }) => one));
    const brought = new Set(maps.filter((one) => chosen.includes(one.anchor)).flatMap(({ names }) => names));
    const pairs: string[] = [];
    const value = (key: string): string => {
      if (integer(3) > 0) return isFlow ? `"${word()}"` : word();
      if (!isRead) free.push([name, key]);
      return `*${scalars[integer(1)] ?? ''}`;
    };
    // Psych lets a merge key win over a key before it: only other keys are there.
    const before = some([`${name}p`, `${name}q`]);
    const own = some(NAMES);
    pairs.push(...before.map((key) => `${key}: ${value(key)}`));
    if (chosen.length > 0)
      pairs.push(
        `<<: ${chosen.length > 1 ? `[${chosen.map((one) => `*${one}`).join(', ')}]` : `*${chosen[0] ?? ''}`}`,
      );
    pairs.push(...own.map((key) => `${key}: ${value(key)}`));
    if (pairs.length === 0) pairs.push(`z: ${word()}`);
    if (!isRead) for (const key of brought) if (!own.includes(key)) free.push([name, key]);
    const head = `${name}:${isRead ? ` &${anchor}` : ''}`;
    if (isFlow) lines.push(`${head} {${pairs.join(', ')}}`);
    else
      lines.push(head, ...pairs.flatMap((pair) => [...(integer(4) === 0 ? ['  # note'] : []), `  ${pair}`]));
    if (isRead) maps.push({ anchor, names: [...new Set([...brought, ...before, ...own])] });
  };
  for (let at = 0; at < 2 + integer(1); at++) map(`m${at}`, `m${at}`);
  for (let at = 0; at < 1 + integer(2); at++) map(`u${at}`, undefined);
  // Every anchor is read by something else.
  lines.push('last:', `  <<: [${maps.map(({ anchor }) => `*${anchor}`).join(', ')}]`, '  l: [*s0, *s1]');
  return { text: lines.join(newline) + (maybe() ? newline : ''), free };
}

const readBy = (text: string): unknown[] => SCHEMAS.map((schema) => load(text, { schema }));

/** The value with these texts in it. */
function withTexts(value: unknown, edits: readonly Edit[]): unknown {
  const copy = structuredClone(value) as Record<string, Record<string, unknown>>;
  for (const {
    path: [group = '', key = ''],
    text,
  } of edits) {
    const map = copy[group];
    if (map !== undefined) map[key] = text;
  }
  return copy;
}

/** Texts for some of these keys, and an order in which they are somewhere. */
function changes(g: GeneratorValue, { text, free }: Merging): { edits: Edit[]; order: OutlineNode[] } {
  const chosen = g(fc.subarray<KeyPath>, [...free], { minLength: 1, maxLength: Math.min(4, free.length) });
  const edits = chosen.map((path) => ({ path, text: TEXTS[g(fc.nat, { max: TEXTS.length - 1 })] ?? '' }));
  const { outline } = yaml.parse(text);
  return { edits, order: g(fc.shuffledSubarray<OutlineNode>, [...outline]) };
}

describe('texts that merge keys and aliases bring in', () => {
  it('YM-07 change where they are read and nowhere else, for a reader of YAML 1.1 and one of 1.2', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const file = mergingFile(g);
        if (file.free.length === 0) return;
        const { edits, order } = changes(g, file);
        const result = yaml.parse(file.text).edit(edits, order);
        if (!result.ok) throw new Error(`${result.refused[0].reason}\n${file.text}`);
        count += edits.length;
        const before = readBy(file.text);
        expect([result.text, readBy(result.text)]).toEqual([
          result.text,
          before.map((value) => withTexts(value, edits)),
        ]);
        // What was there is there as it was, but for the aliases that a text has replaced.
        const anchors = (text: string): string[] => text.match(/(?:&|<<: ).*/g) ?? [];
        expect(result.text.match(/&\w+/g)).toEqual(file.text.match(/&\w+/g));
        expect(anchors(result.text).length).toBe(anchors(file.text).length);
        // And back.
        const back = edits.map(({ path }) => ({
          path,
          text: (before[0] as Record<string, Record<string, string>>)[path[0] ?? '']?.[path[1] ?? ''] ?? '',
        }));
        const undone = yaml.parse(result.text).edit(back);
        expect(undone.ok && readBy(undone.text)).toEqual(before);
      }),
      { numRuns: runs(RUNS) },
    );
    expect(count).toBeGreaterThan(runs(RUNS) / 2);
  });

  it('are refused or changed as meant at any key, anchored maps and deeper keys included', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { text } = mergingFile(g);
        const document = yaml.parse(text);
        const paths = [...document.leaves.values()]
          .map(({ path }) => path)
          .filter(({ length }) => length === 2);
        const chosen = g(fc.subarray<KeyPath>, paths, { minLength: 1, maxLength: 3 });
        const edits = chosen.map((path) => ({ path, text: TEXTS[g(fc.nat, { max: 3 })] ?? '' }));
        const result = document.edit(edits, document.outline);
        if (!result.ok) return;
        expect([text, readBy(result.text)]).toEqual([
          text,
          readBy(text).map((value) => withTexts(value, edits)),
        ]);
      }),
      { numRuns: runs(RUNS) },
    );
  });
});

describe('what is written there is read alike', () => {
  const made = fc.sample(fc.gen(), { numRuns: runs(400), seed: 11 }).flatMap((g) => {
    const file = mergingFile(g);
    if (file.free.length === 0) return [];
    const { edits, order } = changes(g, file);
    const result = yaml.parse(file.text).edit(edits, order);
    return result.ok ? [result.text] : [];
  });

  for (const [reader, command] of Object.entries(READERS)) {
    const present = run(command, ['a: 1']) !== undefined;
    if (!present) console.warn(`skipped: ${reader} is not on this machine`); // eslint-disable-line no-console
    it.skipIf(!present)(`by ${reader}`, () => {
      const read = run(command, made) ?? [];
      expect(made.length).toBeGreaterThan(runs(400) / 2);
      made.forEach((text, index) => {
        for (const { path, text: meant } of yaml.parse(text).leaves.values())
          expect([text, path, pick(read[index], path)]).toEqual([text, path, meant]);
      });
    });
  }
});
