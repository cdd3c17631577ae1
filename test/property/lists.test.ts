import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { Edit, Format } from '../../src/formats/format.js';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import { runs } from '../support/runs.js';
import { files, itemOf, items, keysOf, textAt, words, write, type Item, type Look } from './list-files.js';

const RUNS = { numRuns: runs(600) };

/** What another reader makes of a file: our own comments in JSON aside. */
function readAs(format: Format, text: string): unknown {
  if (format === yaml) return load(text) ?? [];
  return JSON.parse(
    text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .filter((line) => !line.trimStart().startsWith('//'))
      .join('\n'),
  );
}

const plain = (list: readonly Item[]): unknown => list.map(itemOf);

/** The lines that hold something, without the comma that a neighbour may need. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/,$/, '').trimEnd())
    .filter((line) => line !== '');

/** Whether all these lines are in the text, in this order. */
function holdsInOrder(text: string, wanted: readonly string[]): boolean {
  let at = 0;
  for (const line of linesOf(text)) if (line === wanted[at]) at++;
  return at === wanted.length;
}

function edited(format: Format, text: string, edits: readonly Edit[], order?: string): string {
  const result = format
    .parse(text)
    .edit(edits, order === undefined ? undefined : format.parse(order).outline);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refused)}\n${text}`);
  return result.text;
}

const formatFor = (look: Look): Format => (look.syntax === 'json' ? json : yaml);

describe('LI-05 any list of items with ids, in any look', () => {
  it('reads as another reader reads it', () => {
    fc.assert(
      fc.property(files, ({ list, look }) => {
        const format = formatFor(look);
        const { text } = write(list, look);
        expect(readAs(format, text)).toEqual(plain(list));
        const leaves = [...format.parse(text).leaves.values()].map(({ path, text: one }) => [path, one]);
        expect(leaves).toEqual(list.flatMap((item) => keysOf(item).map((key) => [key, textAt(item, key)])));
      }),
      RUNS,
    );
  });

  it('gives the place of each text as its file has it', () => {
    fc.assert(
      fc.property(files, ({ list, look }) => {
        const { text } = write(list, look);
        const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
        for (const { position, text: one } of formatFor(look).parse(text).leaves.values()) {
          const rest = (lines[position.line - 1] ?? '').slice(position.column - 1);
          // Up to the first character that quotes spell in another way.
          const [start = ''] = one.split(/['"\\]/, 1);
          expect(rest.replace(/^["']/, '').startsWith(start)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('gets texts, new items and none of the removed ones, and every other line stays', () => {
    fc.assert(
      fc.property(
        files,
        items,
        fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        words,
        fc.boolean(),
        ({ list, look }, others, picks, place, word, hasOrder) => {
          const format = formatFor(look);
          const { text, owners } = write(list, look);
          const edits: Edit[] = [];
          const touched = new Set<string>();
          const kept = list.flatMap((item, i) => {
            const pick = (picks[i % picks.length] ?? 0) % 4;
            if (pick === 0) {
              for (const key of keysOf(item)) edits.push({ path: key, text: undefined });
              touched.add(item.id);
              return [];
            }
            if (pick !== 1) return [item];
            const keys = keysOf(item);
            const key = keys[place % keys.length] ?? [];
            edits.push({ path: key, text: word });
            touched.add(item.id);
            const [, form] = key;
            return [
              form === undefined
                ? { ...item, text: word }
                : { ...item, forms: { ...item.forms, [form]: word } },
            ];
          });
          // One new item, where another file has it or at the end.
          const added = others.find(({ id }) => !list.some((item) => item.id === id));
          const at = hasOrder ? place % (list.length + 1) : list.length;
          if (added)
            for (const key of keysOf(added)) edits.push({ path: key, text: textAt(added, key) ?? '' });
          const order = added && hasOrder ? list.toSpliced(at, 0, added) : undefined;
          const result = edited(
            format,
            text,
            edits,
            order && write(order, { ...look, syntax: look.syntax }).text,
          );
          const before = new Set(list.slice(0, at).map(({ id }) => id));
          const index = kept.findIndex(({ id }) => !before.has(id));
          const usual =
            list.filter(({ shape }) => shape === 'forms').length * 2 > list.length ? 'forms' : 'translation';
          const shape =
            hasOrder || added?.forms === undefined ? added?.shape : list.length === 0 ? 'forms' : usual;
          const fresh: Item[] = added && shape ? [{ ...added, shape, note: undefined }] : [];
          const expected = kept.toSpliced(index < 0 ? kept.length : index, 0, ...fresh);
          expect(readAs(format, result)).toEqual(plain(expected));
          if (look.isCompact) return;
          const stay = text
            .split(/\r?\n/)
            .flatMap((line, i) => (touched.has(owners[i] ?? '') ? [] : linesOf(line)))
            .filter((line) => !/^(?:\[|\]|\[\])$/.test(line.trim()));
          expect(holdsInOrder(result, stay), `${text}\n---\n${result}`).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('gets a text and its old text back as the same bytes', () => {
    fc.assert(
      fc.property(files, fc.nat(), words, ({ list, look }, pick, word) => {
        const format = formatFor(look);
        const { text } = write(list, look);
        const keys = list.flatMap((item) => keysOf(item).map((key) => ({ key, old: textAt(item, key) })));
        const chosen = keys[pick % Math.max(1, keys.length)];
        if (!chosen) return;
        const after = edited(format, text, [{ path: chosen.key, text: word }]);
        const back = edited(format, after, [{ path: chosen.key, text: chosen.old }]);
        // Quotes that a text has needed stay.
        const unquoted = (one: string): string => one.replaceAll(/['"]/g, '');
        if (look.quote === 'plain') expect(unquoted(back)).toBe(unquoted(text));
        else expect(back).toBe(text);
        const [one, other] = [text.split('\n'), after.split('\n')];
        expect(other.length).toBe(one.length);
        expect(other.filter((line, i) => line !== one[i]).length).toBe(chosen.old === word ? 0 : 1);
      }),
      RUNS,
    );
  });

  it('makes a new file that reads as its texts, in the order of its model', () => {
    fc.assert(
      fc.property(files, ({ list, look }) => {
        const format = formatFor(look);
        const model = format.parse(write(list, look).text);
        const texts = new Map(
          [...model.leaves].map(([id, leaf]) => [id, `${leaf.text}!`] as const).toReversed(),
        );
        if (texts.size === 0) return;
        const made = format.create(texts, { document: model });
        const marked = list.map(({ text, forms, ...item }) => ({
          ...item,
          note: undefined,
          ...(text === undefined ? {} : { text: `${text}!` }),
          ...(forms && {
            forms: Object.fromEntries(Object.entries(forms).map(([form, one]) => [form, `${one}!`] as const)),
          }),
        }));
        expect(readAs(format, made)).toEqual(plain(marked));
      }),
      RUNS,
    );
  });
});
