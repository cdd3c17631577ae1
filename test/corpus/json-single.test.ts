import { describe, expect, it } from 'vitest';
import { json } from '../../src/formats/json.js';
import { FormatError } from '../../src/formats/format.js';
import type { Document } from '../../src/formats/format.js';
import { corpusIsThere, jsonCorpus } from './json-corpus.js';
import { random, sample } from './yaml-corpus.js';

const SEED = 20_261_122;
const KEYS_A_FILE = 15;
const AWKWARD = ['say "it\'s": \\ #1', '%{name}', '  both ends  ', 'two\nlines', '😀 \u200fשלום', 'a/b', ''];

function parsed(text: string): Document | undefined {
  try {
    return json.parse(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

describe.skipIf(!corpusIsThere)('single values of the JSON files of the corpus', () => {
  it('JS-03 are set one at a time, and no line but that of the value changes', () => {
    let [asked, made] = [0, 0];
    for (const [index, { name, text }] of jsonCorpus().entries()) {
      const next = random(SEED + index);
      const document =
        text === undefined ? undefined : parsed(next() < 0.2 ? text.replace(/\r?\n/g, '\r\n') : text);
      if (document === undefined) continue;
      const lines = document.text.split(/(?<=\n)/);
      const starts = [0];
      for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
      for (const leaf of sample([...document.leaves.values()], KEYS_A_FILE, next)) {
        const wanted = AWKWARD[Math.floor(next() * AWKWARD.length)] ?? '';
        const result = document.edit([{ path: leaf.path, text: wanted }]);
        asked++;
        if (!result.ok) {
          expect([name, result.refused[0].reason]).toEqual([name, expect.stringContaining('occurs twice')]);
          continue;
        }
        made++;
        const { line } = leaf.position;
        const kept =
          result.text.startsWith(document.text.slice(0, starts[line - 1])) &&
          result.text.endsWith(document.text.slice(starts[line]));
        expect([name, leaf.path, wanted, kept]).toEqual([name, leaf.path, wanted, true]);
      }
    }
    expect(asked).toBeGreaterThan(8_000);
    expect(made / asked).toBeGreaterThan(0.999);
  }, 180_000);
});
