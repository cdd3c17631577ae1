import { COLLECTION_STYLE, SCALAR_STYLE } from 'js-yaml';
import type { KeyId } from '../../src/core/keys/key.js';
import { YamlDocument } from '../../src/formats/yaml/document.js';
import { editDocument } from '../../src/formats/yaml/edit-document.js';
import { entryAt } from '../../src/formats/yaml/parse/layout.js';
import type { Entry } from '../../src/formats/yaml/parse/layout.js';
import type { YamlLeaf } from '../../src/formats/yaml/parse/leaf.js';
import { Tally, editSingly } from './single.js';
import type { Subject } from './single.js';
import { random, yamlCorpus } from './yaml-corpus.js';

const SEED = 20_261_122;

/**
 * Reads a text once: an edit reads its own result to check it, and undoing it comes back to the
 * first text.
 */
class Memory {
  readonly #known = new Map<string, YamlDocument>();

  readonly parse = (text: string): YamlDocument => {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const document = new YamlDocument(text);
    // The first is the file itself; of the others only the last few are wanted again.
    if (this.#known.size > 4) {
      const [, oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(text, document);
    return document;
  };
}

/** YAML as the single edits use it; it reads each text once. */
export function yamlSubject(): Subject<YamlDocument> {
  const { parse } = new Memory();
  return {
    parse,
    edit: (document, edits, order) => editDocument(document, edits, order, parse),
    linesOf,
    shares,
    keepsStyle,
    awkward: [
      'say "it\'s": #1',
      '%{name}: 100 %',
      'yes',
      '1:30',
      '  both ends  ',
      'two\nlines',
      '😀 \u200fשלום',
      '- no list',
      'back\\slash\tand tab',
      '',
    ],
  };
}

function leafOf(document: YamlDocument, id: KeyId): { leaf: YamlLeaf; entry: Entry } {
  const leaf = document.leaves.get(id);
  if (leaf === undefined) throw new Error(`no leaf ${id}`);
  return { leaf, entry: entryAt(document.layout.entries(leaf.owner), leaf.index) };
}

function linesOf(document: YamlDocument, id: KeyId): { first: number; last: number } {
  const { leaf, entry } = leafOf(document, id);
  if (leaf.indirection) return { first: 1, last: Infinity };
  const { positionOf } = document.source;
  return { first: positionOf(entry.start).line, last: positionOf(entry.end).line };
}

function shares(document: YamlDocument, id: KeyId): boolean {
  const { leaf, entry } = leafOf(document, id);
  const { owner } = leaf;
  return (
    owner.event.style === COLLECTION_STYLE.FLOW ||
    // The first key after a dash, and the last key of its parent, which may be written {} without
    // it.
    !document.lines.beginsLine(entry.start) ||
    owner.values.length === 1
  );
}

/**
 * A string on one line, without an escape that we would spell another way, whose new text is in the
 * same style.
 */
function keepsStyle(before: YamlDocument, after: YamlDocument, id: KeyId): boolean {
  const { leaf: was, entry } = leafOf(before, id);
  const { leaf: is } = leafOf(after, id);
  const source = before.text.slice(entry.start, entry.end);
  return (
    was.indirection === undefined &&
    was.type === 'string' &&
    was.node.event.style === is.node.event.style &&
    was.node.event.style < SCALAR_STYLE.LITERAL_BLOCK &&
    was.node.tag === is.node.tag &&
    !/[\r\n]|\\[^"\\]/.test(source)
  );
}

/** Edits a half of the corpus singly. */
export function editHalf(half: 0 | 1): Tally {
  const tally = new Tally();
  for (const [index, { name, text }] of yamlCorpus().entries()) {
    if (text === undefined || index % 2 !== half) continue;
    const next = random(SEED + index);
    editSingly(yamlSubject(), name, next() < 0.2 ? text.replace(/\r?\n/g, '\r\n') : text, next, tally);
  }
  return tally;
}
