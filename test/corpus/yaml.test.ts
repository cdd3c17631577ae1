import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { keyId } from '../../src/core/keys/key.js';
import type { Edit } from '../../src/formats/format.js';
import { yaml } from '../../src/formats/yaml.js';
import { YamlDocument } from '../../src/formats/yaml/document.js';
import type { YamlLeaf } from '../../src/formats/yaml/parse/leaf.js';
import { corpusIsThere, random, sample, yamlCorpus } from './yaml-corpus.js';

const SEED = 20_261_121;
const KEYS_A_FILE = 50;
const AWKWARD = [
  'it\'s "so"',
  'a: b',
  'x # y',
  '%{name} und %{count}',
  'yes',
  '1:30',
  ' lead',
  'trail ',
  '😀 ok',
  '\u200fשלום\u202e',
  'two\nlines',
  'two\nlines\n',
  '- dash',
  '{a}',
  'schlicht',
  '',
  '5',
  'back\\slash',
  'tab\there',
];

/** What cannot be edited, by reason. The numbers may only fall; a new reason is a fault. */
const known = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('yaml-refusals.json', import.meta.url), 'utf8')) as Record<
      string,
      number
    >,
  ),
);
const refused = new Map<string, number>();
const totals = { files: 0, values: 0, edited: 0 };

function refuse(reason: string): void {
  const kind = reason.replaceAll(/"[^"]*"|&\S+/g, '…');
  refused.set(kind, (refused.get(kind) ?? 0) + 1);
}

const files = yamlCorpus();
const documents = files.flatMap(({ name, text }) => {
  if (text === undefined) {
    refuse('a file that is no UTF-8');
    return [];
  }
  try {
    return [{ name, text, document: new YamlDocument(text) }];
  } catch (error) {
    refuse(`a file: ${String(error)}`);
    return [];
  }
});

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
const line = (leaf: YamlLeaf): number => leaf.position.line - 1;

function edited(document: YamlDocument, edits: readonly Edit[], order = document.outline): string {
  const result = document.edit(edits, order);
  if (!result.ok)
    throw new Error(result.refused.map(({ path, reason }) => `${path.join('.')}: ${reason}`).join('; '));
  return result.text;
}

/** Whether the value is on one line, in a style that keeps it there. */
function isInline(document: YamlDocument, { node }: YamlLeaf): boolean {
  return (
    !/[\r\n]/.test(
      document.text.slice(Math.max(0, node.event.valueStart - 1), Math.max(0, node.event.valueEnd)),
    ) && node.event.style < 4
  );
}

/** A new text of a merged key is a line of its own. */
const isMerged = ({ indirection }: YamlLeaf): boolean => indirection?.how === 'merge';

/** Sets these values; what is refused is counted and left out. */
function setValues(
  document: YamlDocument,
  edits: readonly Edit[],
): { readonly text: string; readonly made: readonly Edit[] } {
  totals.values += edits.length;
  const result = document.edit(edits);
  if (result.ok) {
    totals.edited += edits.length;
    return { text: result.text, made: edits };
  }
  const bad = new Set(result.refused.map(({ path }) => keyId(path)));
  for (const { reason } of result.refused) refuse(reason);
  const made = edits.filter(({ path }) => !bad.has(keyId(path)));
  totals.edited += made.length;
  return { text: edited(document, made), made };
}

describe.skipIf(!corpusIsThere)('the YAML files of the corpus', () => {
  it('are all read, but for one that is not UTF-8', () => {
    expect(files).toHaveLength(577);
    expect(documents).toHaveLength(576);
  });

  it.each([
    ['as they are', (text: string) => text],
    ['with CRLF', crlf],
  ])('%s: an edit without a change keeps every byte', (_, variant) => {
    for (const { name, text } of documents) {
      const document = yaml.parse(variant(text));
      const same = document.edit([...document.leaves.values()]);
      expect([name, same.ok && same.text === document.text]).toEqual([name, true]);
    }
  });

  it('YM-13 values are set: all read back, no other line changes, and set back they are what they were', () => {
    for (const [index, { name, document, text }] of documents.entries()) {
      const next = random(SEED + index);
      const chosen = sample([...document.leaves.values()], KEYS_A_FILE, next);
      const { text: after, made } = setValues(
        document,
        chosen.map(({ path }) => ({ path, text: AWKWARD[Math.floor(next() * AWKWARD.length)] ?? '' })),
      );
      totals.files++;
      const meant = new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text]));
      for (const { path, text: wanted } of made) meant.set(keyId(path), wanted ?? '');
      const read = new YamlDocument(after);
      expect([name, new Map([...read.leaves].map(([id, leaf]) => [id, leaf.text]))]).toEqual([name, meant]);

      const inline = made
        .map(({ path }) => document.leaves.get(keyId(path)))
        .filter((leaf) => leaf !== undefined && !isMerged(leaf) && isInline(document, leaf));
      if (inline.length === made.length) {
        const touched = new Set(inline.map((leaf) => (leaf ? line(leaf) : -1)));
        const [old, now] = [linesOf(text), linesOf(after)];
        expect([name, now.length]).toEqual([name, old.length]);
        expect([name, now.filter((_, at) => !touched.has(at))]).toEqual([
          name,
          old.filter((_, at) => !touched.has(at)),
        ]);
      }

      const back = edited(
        read,
        made.map(({ path }) => ({ path, text: document.leaves.get(keyId(path))?.text ?? '' })),
      );
      const kept = made.every(({ path }) => {
        const [was, is] = [document.leaves.get(keyId(path)), read.leaves.get(keyId(path))];
        return (
          was !== undefined &&
          is !== undefined &&
          !isMerged(was) &&
          isInline(document, was) &&
          was.kind === 'string' &&
          was.node.event.style === is.node.event.style &&
          was.node.tag === is.node.tag &&
          !/\\[^"\\]/.test(text)
        );
      });
      if (kept) expect([name, back]).toEqual([name, text]);
      expect([
        name,
        new Map([...new YamlDocument(back).leaves].map(([id, leaf]) => [id, leaf.text])),
      ]).toEqual([name, new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text]))]);
    }
  });

  it('single values of several lines are set without touching what follows', () => {
    for (const [index, { name, document, text }] of documents.entries()) {
      const next = random(SEED * 3 + index);
      const multi = [...document.leaves.values()].filter((leaf) => !isInline(document, leaf));
      for (const leaf of sample(multi, 2, next)) {
        const result = document.edit([{ path: leaf.path, text: 'one: line' }]);
        if (!result.ok) {
          refuse(result.refused[0].reason);
          continue;
        }
        const [old, now] = [linesOf(text), linesOf(result.text)];
        const removed = old.length - now.length;
        const end = old.findIndex(
          (_, at) => at >= line(leaf) - 1 && old.slice(at).join('\n') === now.slice(at - removed).join('\n'),
        );
        expect([name, leaf.path, old.slice(0, line(leaf) - 1)]).toEqual([
          name,
          leaf.path,
          now.slice(0, line(leaf) - 1),
        ]);
        expect([name, leaf.path, end >= 0 && end - line(leaf) <= removed + 1]).toEqual([
          name,
          leaf.path,
          true,
        ]);
      }
    }
  });

  it.each([
    ['as they are', (text: string) => text],
    ['with CRLF', crlf],
  ])('%s: KV-06 new keys add their lines alone, and removed again they leave the old bytes', (_, variant) => {
    for (const [index, { name, text }] of documents.entries()) {
      const next = random(SEED * 5 + index);
      const document = new YamlDocument(variant(text));
      if (document.leaves.size === 0) continue;
      const parents = sample(
        [...document.leaves.values()].filter(
          ({ owner, indirection: detour }) => owner.is === 'map' && detour === undefined,
        ),
        3,
        next,
      ).map(({ path }) => path.slice(0, -1));
      const added: Edit[] = parents.flatMap((parent, at) => [
        { path: [...parent, `neu ${at}`], text: 'a: b' },
        { path: [...parent, `neue ${at}`, 'x', 'y'], text: 'zwei\nZeilen' },
      ]);
      const outline = [...document.outline];
      for (const { path } of added)
        outline.splice(Math.floor(next() * outline.length), 0, { path, kind: 'string' });
      const result = document.edit(added, outline);
      if (!result.ok) {
        for (const { reason } of result.refused) refuse(reason);
        continue;
      }
      const old = new Set(linesOf(document.text));
      expect([name, linesOf(result.text).filter((each) => old.has(each)).length]).toEqual([
        name,
        linesOf(document.text).length,
      ]);
      expect([
        name,
        edited(
          new YamlDocument(result.text),
          added.map(({ path }) => ({ path, text: undefined })),
        ),
      ]).toEqual([name, document.text]);
    }
  });

  it('a created file holds the same texts, and most lines of its model', () => {
    let [same, all] = [0, 0];
    for (const { name, document, text } of documents) {
      const texts = new Map([...document.leaves].map(([id, leaf]) => [id, leaf.text]));
      const made = yaml.create(texts, { document });
      expect([
        name,
        new Map([...yaml.parse(made).leaves].map(([id, leaf]) => [id, `${leaf.kind} ${leaf.text}`])),
      ]).toEqual([
        name,
        new Map([...document.leaves].map(([id, leaf]) => [id, `${leaf.kind} ${leaf.text}`])),
      ]);
      const lines = new Set(linesOf(made));
      const old = linesOf(text).filter((each) => !/^\s*(?:#|$)/.test(each));
      same += old.filter((each) => lines.has(each)).length;
      all += old.length;
    }
    // What is missing are texts of several lines, which are on one line in a new file.
    expect(same / all).toBeGreaterThan(0.9);
  });

  afterAll(() => {
    if (!corpusIsThere) return;
    const { files: read, values, edited: done } = totals;
    process.stderr.write(
      `YAML corpus: ${done} of ${values} values set in ${read} files (${((100 * done) / values).toFixed(2)} %); refused: ${JSON.stringify(Object.fromEntries(refused), null, 1)}\n`,
    );
  });

  it('refusals are known, and no more than they were', () => {
    for (const [reason, count] of refused)
      expect([reason, count <= (known.get(reason) ?? 0)]).toEqual([reason, true]);
    const byContract = [...refused]
      .filter(([reason]) => reason.includes('anchor') || reason.includes('more than once'))
      .reduce((sum, [, count]) => sum + count, 0);
    expect(totals.edited / (totals.values - byContract)).toBeGreaterThanOrEqual(0.999);
  });
});
