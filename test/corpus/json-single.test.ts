import { describe, it } from 'vitest';
import { FormatError } from '../../src/formats/format.js';
import { JsonDocument } from '../../src/formats/json/document.js';
import { corpusIsThere, jsonCorpus } from './json-corpus.js';
import { Tally, editSingly, hold } from './single.js';
import type { Subject } from './single.js';
import { random } from './yaml-corpus.js';

const SEED = 20_261_122;

const subject: Subject<JsonDocument> = {
  parse: (text) => new JsonDocument(text),
  edit: (document, edits, order) => document.edit(edits, order),
  linesOf: (document, id) => {
    const line = document.leaves.get(id)?.position.line ?? 0;
    return { first: line, last: line };
  },
  // The member before the last one gets or loses its comma, and a map on one line is one line.
  shares: () => true,
  keepsStyle: (before, after, id) =>
    before.leaves.get(id)?.kind === 'string' &&
    after.leaves.get(id)?.kind === 'string' &&
    !before.text.includes('\\'),
  awkward: [
    'say "it\'s": \\ #1',
    '%{name}',
    '  both ends  ',
    'two\nlines\r\n',
    '😀 \u200fשלום',
    'a/b // none /* none */',
    '\u0000\u2028\ud800',
    'null',
    '',
  ],
};

function isReadable(text: string): boolean {
  try {
    subject.parse(text);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

describe.skipIf(!corpusIsThere)('single keys of the JSON files of the corpus', () => {
  it('JS-03 KV-06 are set, inserted and removed, each alone, and no other line changes', () => {
    const tally = new Tally();
    for (const [index, { name, text }] of jsonCorpus().entries()) {
      if (text === undefined || !isReadable(text)) continue;
      const next = random(SEED + index);
      editSingly(subject, name, next() < 0.2 ? text.replace(/\r?\n/g, '\r\n') : text, next, tally);
    }
    hold('JSON', tally, 26_000);
  }, 1_800_000);
});
