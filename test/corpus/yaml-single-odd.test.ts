import { describe, it } from 'vitest';
import { hold } from './single.js';
import { corpusIsThere } from './yaml-corpus.js';
import { editHalf } from './yaml-single.js';

describe.skipIf(!corpusIsThere)('single keys of the YAML files of the corpus, the odd ones', () => {
  it('YM-13 KV-06 are set, inserted and removed, each alone, and no other line changes', () => {
    hold('YAML, odd files', editHalf(1), 9_000);
  }, 1_800_000);
});
