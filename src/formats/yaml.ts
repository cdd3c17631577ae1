import { FORMATS } from '../core/formats.js';
import type { Format } from './format.js';
import { create } from './yaml/create.js';
import { YamlDocument } from './yaml/document.js';

/** YAML as in Rails, Symfony and Jekyll, read as YAML 1.2 with regard to YAML 1.1. */
export const yaml: Format = {
  name: 'yaml',
  ...FORMATS.yaml,
  parse: (text) => new YamlDocument(text),
  create,
};
