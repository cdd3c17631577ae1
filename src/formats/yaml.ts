import { FORMATS } from '../core/formats.js';
import type { Document, Format } from './format.js';
import { createLike } from './list/create.js';
import { ListDocument } from './list/document.js';
import { NOTES } from './list/items.js';
import type { ListSpelling } from './list/spelling.js';
import { create } from './yaml/create.js';
import { YamlDocument } from './yaml/document.js';
import { listAsMap, mapAsList } from './yaml/list.js';
import { Source } from './yaml/parse/source.js';

const list: ListSpelling = {
  asMap: (text) => {
    const source = new Source(text);
    return listAsMap(source, source.tree.list);
  },
  asList: mapAsList,
  parse: (map) => new YamlDocument(map, undefined, NOTES),
  create,
};

function read(text: string, hasAllFields: boolean): Document {
  const source = new Source(text);
  return source.tree.list === undefined
    ? new YamlDocument(text, source)
    : new ListDocument(text, listAsMap(source, source.tree.list), list, hasAllFields);
}

/** YAML as in Rails, Symfony and Jekyll, read as YAML 1.2 with regard to YAML 1.1. */
export const yaml: Format = {
  name: 'yaml',
  ...FORMATS.yaml,
  parse: (text) => read(text, false),
  parseAllFields: (text) => read(text, true),
  create: createLike(list),
};
