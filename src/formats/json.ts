import { LIST } from '../core/json/tape.js';
import { FORMATS } from '../core/formats.js';
import type { Document, Format } from './format.js';
import { create } from './json/create.js';
import { JsonDocument } from './json/document.js';
import { listAsMap, mapAsList } from './json/list.js';
import { scanRoot } from './json/scan.js';
import { createLike } from './list/create.js';
import { ListDocument } from './list/document.js';
import type { ListSpelling } from './list/spelling.js';

const list: ListSpelling = {
  asMap: (text) => listAsMap(scanRoot(text)),
  asList: mapAsList,
  parse: (map) => new JsonDocument(map),
  create,
};

function read(text: string, hasAllFields: boolean): Document {
  const tape = scanRoot(text);
  return tape.kind(0) === LIST
    ? new ListDocument(text, listAsMap(tape), list, hasAllFields)
    : new JsonDocument(text, tape);
}

/** JSON, with comments and trailing commas if a file has them. */
export const json: Format = {
  name: 'json',
  ...FORMATS.json,
  parse: (text) => read(text, false),
  parseAllFields: (text) => read(text, true),
  create: createLike(list),
};
