import { describe, expect, it } from 'vitest';
import { keyId } from '../../src/core/keys/key.js';
import type { KeyPath } from '../../src/core/keys/key.js';
import type { Document, Edit } from '../../src/formats/format.js';
import { FormatError } from '../../src/formats/format.js';
import { json } from '../../src/formats/json.js';
import { corpusIsThere, jsonCorpus } from './json-corpus.js';

const SEED = 20261121;
const KEYS_A_FILE = 50;
const AWKWARD = [
  'say "hi": \\ #1',
  '%{name} {{count}} ${x} <b>&amp;</b>',
  'yes',
  '1:30',
  '  blanks at both ends  ',
  'two\nlines\r\nand a tab\t',
  '👩‍👩‍👧 ünï',
  '\u200fשלום\u202e',
  '\u0000\u001f\u2028\u2029\ufeff\ud800',
  '',
  'null',
  'a/b // no comment /* none */',
];

const files = jsonCorpus();
const readable = files.flatMap(({ name, text }) => {
  if (text === undefined) return [];
  try {
    return [{ name, text, document: json.parse(text) }];
  } catch {
    return [];
  }
});

/** A small generator with a fixed seed (mulberry32), so that each run takes the same sample. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sample<T>(items: readonly T[], size: number, next: () => number): T[] {
  const pool = [...items];
  for (let at = 0; at < Math.min(size, pool.length); at++) {
    const other = at + Math.floor(next() * (pool.length - at));
    const [a, b] = [pool[at], pool[other]];
    if (a !== undefined && b !== undefined) [pool[at], pool[other]] = [b, a];
  }
  return pool.slice(0, size);
}

const pick = <T>(items: readonly T[], next: () => number): T | undefined =>
  items[Math.floor(next() * items.length)];

function edited(document: Document, edits: readonly Edit[]): string {
  const result = document.edit(edits);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refused)}`);
  return result.text;
}

const doubled = (document: Document): boolean => document.warnings.length > 0;

/** All lines but those at these numbers (from 1), line ends included. */
function otherLines(text: string, numbers: ReadonlySet<number>): string[] {
  return text.split(/(?<=\n)/).filter((_, index) => !numbers.has(index + 1));
}

describe.skipIf(!corpusIsThere)('the JSON files of the corpus', () => {
  it('are read, but for those that are not UTF-8 or not JSON', () => {
    const refused = files.flatMap(({ name, text }) => {
      if (text === undefined) return [`${name}: not UTF-8`];
      try {
        json.parse(text);
        return [];
      } catch (error) {
        return [`${name}: ${error instanceof FormatError ? error.message : `a defect: ${String(error)}`}`];
      }
    });
    expect(files.length).toBeGreaterThanOrEqual(720);
    expect(refused).toMatchInlineSnapshot(`
      [
        "ant-design-blazor/ant-design-blazor/components/locales/ga-IE.json: unexpected {; expected : after the key (68:14)",
        "lokalise/i18n-ally/examples/by-features/encoding/locales/de.json: not UTF-8",
        "lokalise/i18n-ally/examples/by-features/encoding/locales/fr.json: not UTF-8",
        "lokalise/i18n-ally/examples/by-features/encoding/locales/ja.json: not UTF-8",
      ]
    `);
  });

  it('hold the same texts as JSON.parse finds', () => {
    let compared = 0;
    for (const { name, text, document } of readable) {
      let value: unknown;
      try {
        value = JSON.parse(text.replace(/^\uFEFF/, ''));
      } catch {
        continue;
      }
      compared++;
      const expected = new Map<string, string>();
      flatten(value, [], expected);
      expect(new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text])), name).toEqual(expected);
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('stay as they are, byte for byte, when nothing changes, also with CRLF', () => {
    for (const { name, text } of readable) {
      for (const variant of [text, text.replace(/\r?\n/g, '\r\n')]) {
        const document = json.parse(variant);
        const same = [...document.leaves.values()].map(({ path, text: own }) => ({ path, text: own }));
        const edits = doubled(document) ? [] : same;
        expect(edited(document, edits), name).toBe(variant);
      }
    }
  });

  it('JS-03 JS-16 take awkward texts into single values: read back equal, every other line as it was, and back to the old bytes', () => {
    const next = random(SEED);
    let keys = 0;
    for (const { name, text } of readable) {
      const variant = next() < 0.3 ? text.replace(/\r?\n/g, '\r\n') : text;
      const document = json.parse(variant);
      if (doubled(document)) continue;
      const chosen = sample([...document.leaves.values()], KEYS_A_FILE, next);
      const edits = chosen.map(({ path }) => ({ path, text: pick(AWKWARD, next) ?? '' }));
      const after = edited(document, edits);
      const again = json.parse(after);
      for (const { path, text: wanted } of edits) {
        const leaf = again.leaves.get(keyId(path));
        expect(leaf?.text, `${name} ${path.join('.')}`).toBe(wanted);
      }
      const touched = new Set(chosen.map(({ position }) => position.line));
      expect(otherLines(after, touched), name).toEqual(otherLines(variant, touched));
      const strings = chosen.every(({ kind }) => kind === 'string');
      const back = edited(
        again,
        chosen.map(({ path, text: old }) => ({ path, text: old })),
      );
      if (strings) expect(back, name).toBe(variant);
      keys += chosen.length;
    }
    expect(keys).toBeGreaterThan(20_000);
  });

  it('KV-06 take a new key in and lose it again: one line more at most beside those of new parents, then the old bytes', () => {
    const next = random(SEED + 1);
    for (const { name, text, document } of readable) {
      const leaf = pick([...document.leaves.values()], next);
      const beside = leaf?.path.slice(0, -1) ?? [];
      const isList = document.outline.some(({ path, kind }) => kind === 'list' && same(path, beside));
      const parents: KeyPath[] = [[], ['not there', 'yet'], ...(isList ? [] : [beside])];
      for (const parent of parents) {
        const path = [...parent, 'a new "key"'];
        const order = pick([undefined, orderWith(document, path, next)], next);
        const added = document.edit([{ path, text: 'new' }], order);
        if (!added.ok) {
          expect(doubled(document), `${name}: ${JSON.stringify(added)}`).toBe(true);
          continue;
        }
        const again = json.parse(added.text);
        expect(again.leaves.size, name).toBe(document.leaves.size + 1);
        expect(again.leaves.get(keyId(path))?.text).toBe('new');
        const grown = added.text.split('\n').length - text.split('\n').length;
        // An empty `{}` opens up into two lines besides.
        const opened = document.outline.length === 0 ? 1 : 0;
        expect(grown, name).toBeLessThanOrEqual((parent[0] === 'not there' ? 5 : 1) + opened);
        // A root that loses its last key is written `{}`, even if its brackets stood on two lines.
        const old = document.outline.length === 0 ? text.replace(/\{\s*\}/, '{}') : text;
        expect(edited(again, [{ path, text: undefined }]), `${name} ${path.join('.')}`).toBe(old);
      }
    }
  });

  it('KV-06 lose keys in any number: the others keep their bytes', () => {
    const next = random(SEED + 2);
    for (const { name, document } of readable) {
      if (doubled(document)) continue;
      const lists = document.outline.filter(({ kind }) => kind === 'list').map(({ path }) => path);
      const inList = (path: KeyPath): boolean => lists.some((list) => same(path.slice(0, list.length), list));
      const candidates = [...document.leaves.values()].filter(({ path }) => !inList(path));
      const gone = sample(candidates, Math.ceil(candidates.length * next()), next);
      const again = json.parse(
        edited(
          document,
          gone.map(({ path }) => ({ path, text: undefined })),
        ),
      );
      const ids = new Set(gone.map(({ path }) => keyId(path)));
      expect([...again.leaves.keys()], name).toEqual(
        [...document.leaves.keys()].filter((id) => !ids.has(id)),
      );
    }
  });

  it('give a new file of their shape: the same bytes if no comment and no empty value is in the way', () => {
    let equal = 0;
    for (const { name, text, document } of readable) {
      const texts = new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text]));
      const made = json.create(texts, { document });
      expect(new Map([...json.parse(made).leaves].map(([id, leaf]) => [id, leaf.text])), name).toEqual(texts);
      if (made === text) equal++;
    }
    // The rest: comments (120 files of one repository), empty maps and lists, which hold no text
    // and are not made.
    expect(equal).toBeGreaterThanOrEqual(594);
  });
});

function orderWith(document: Document, path: KeyPath, next: () => number): Document['outline'] {
  const order = [...document.outline];
  order.splice(Math.floor(next() * (order.length + 1)), 0, { path, kind: 'string' });
  return order;
}

const same = (a: KeyPath, b: KeyPath): boolean =>
  a.length === b.length && a.every((segment, index) => segment === b[index]);

function flatten(value: unknown, path: KeyPath, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) flatten(child, [...path, key], into);
  } else if (value === null) into.set(keyId(path), '');
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    into.set(keyId(path), String(value));
}
