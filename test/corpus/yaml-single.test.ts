import { describe, expect, it } from 'vitest';
import { YamlDocument } from '../../src/formats/yaml/document.js';
import { entryAt } from '../../src/formats/yaml/layout.js';
import type { YamlLeaf } from '../../src/formats/yaml/leaf.js';
import { corpusIsThere, random, sample, yamlCorpus } from './yaml-corpus.js';

const SEED = 20_261_122;
const KEYS_A_FILE = 12;
const AWKWARD = [
  'say "it\'s": #1',
  '%{name}: 100 %',
  'yes',
  '1:30',
  '  both ends  ',
  'two\nlines',
  '😀 \u200fשלום',
  '- no list',
  '',
];

/** The lines on which an entry stands, its key's line included, as offsets. */
function linesOf(document: YamlDocument, { child, detour }: YamlLeaf): { start: number; end: number } {
  if (detour) return { start: 0, end: document.text.length };
  const { start, end } = entryAt(document.layout.entries(child.owner), child.index);
  return { start: document.lines.startOf(start), end: document.lines.endOf(end) };
}

describe.skipIf(!corpusIsThere)('single values of the YAML files of the corpus', () => {
  it.each([0, 1])(
    'YM-13 are set one at a time, and no line but those of the value changes (half %i)',
    (half) => {
      const refused = new Map<string, number>();
      let [asked, made] = [0, 0];
      for (const [index, { name, text }] of yamlCorpus().entries()) {
        if (text === undefined || index % 2 !== half) continue;
        const next = random(SEED + index);
        const document = new YamlDocument(next() < 0.2 ? text.replace(/\r?\n/g, '\r\n') : text);
        for (const leaf of sample([...document.leaves.values()], KEYS_A_FILE, next)) {
          const wanted = AWKWARD[Math.floor(next() * AWKWARD.length)] ?? '';
          const result = document.edit([{ path: leaf.path, text: wanted }]);
          asked++;
          if (!result.ok) {
            const kind = result.refused[0].reason.replaceAll(/"[^"]*"|&\S+/g, '…');
            refused.set(kind, (refused.get(kind) ?? 0) + 1);
            continue;
          }
          made++;
          const { start, end } = linesOf(document, leaf);
          const kept =
            result.text.startsWith(document.text.slice(0, start)) &&
            result.text.endsWith(document.text.slice(end));
          expect([name, leaf.path, wanted, kept]).toEqual([name, leaf.path, wanted, true]);
        }
      }
      // What the contract refuses: values that are read in several places, and keys that stand there twice.
      const byContract = [...refused]
        .filter(([reason]) => /anchor|more than once/.test(reason))
        .reduce((sum, [, count]) => sum + count, 0);
      expect([...refused.keys()].filter((reason) => !/anchor|more than once/.test(reason))).toEqual([]);
      expect(asked).toBeGreaterThan(2_500);
      expect(made).toBe(asked - byContract);
      expect(made / asked).toBeGreaterThan(0.99);
    },
    180_000,
  );
});
