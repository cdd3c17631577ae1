import { JsonDocument } from '../../src/formats/json/document.js';
import type { Subject } from './single.js';

/** JSON as the single edits use it. */
export const jsonSubject: Subject<JsonDocument> = {
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
