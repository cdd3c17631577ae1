import { FORMATS } from '../core/formats.js';
import type { Format } from './format.js';
import { create } from './json/create.js';
import { JsonDocument } from './json/document.js';

/** JSON, with comments and trailing commas if a file has them. */
export const json: Format = {
  name: 'json',
  ...FORMATS.json,
  parse: (text) => new JsonDocument(text),
  create,
};
