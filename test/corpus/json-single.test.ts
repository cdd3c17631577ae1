import { describe, it } from 'vitest';
import { FormatError } from '../../src/formats/format.js';
import { corpusIsThere, jsonCorpus } from './json-corpus.js';
import { jsonSubject } from './json-single.js';
import { Tally, editSingly, hold } from './single.js';
import { random } from './yaml-corpus.js';

const SEED = 20_261_122;

function isReadable(text: string): boolean {
  try {
    jsonSubject.parse(text);
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
      editSingly(jsonSubject, name, next() < 0.2 ? text.replace(/\r?\n/g, '\r\n') : text, next, tally);
    }
    hold('JSON', tally, 26_000);
  }, 1_800_000);
});
