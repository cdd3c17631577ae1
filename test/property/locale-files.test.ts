import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import { jsonSubject } from '../corpus/json-single.js';
import { BY_CONTRACT, editSingly, Tally } from '../corpus/single.js';
import { random } from '../corpus/yaml-corpus.js';
import { yamlSubject } from '../corpus/yaml-single.js';

const FOLDER = resolve(import.meta.dirname, '../locale-files');
const SEEDS = [1, 2];
/**
 * What is left alone besides: an explicit key, and a key of its own beside a merge key that has it
 * too.
 */
const LEFT_ALONE = /an explicit key|the key would still be there/;

const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({
    name: relative(FOLDER, path),
    text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)),
  }));
const lineEnds = (text: string): string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\n'),
  text.replaceAll(/\r?\n/g, '\r\n'),
];

describe.each(files)('the locale file $name', ({ name, text }) => {
  const format = name.endsWith('.json') ? json : yaml;

  it('stays as it is, byte for byte, if its own texts are written into it, with LF and CRLF', () => {
    for (const variant of lineEnds(text)) {
      const document = format.parse(variant);
      const same = [...document.leaves.values()].map((leaf) => ({ path: leaf.path, text: leaf.text }));
      expect(same.length).toBeGreaterThan(0);
      expect(document.edit(same)).toMatchObject({ ok: true, text: variant });
    }
  });

  it('JS-03 YM-13 KV-06 each key is set, inserted and removed alone, and no other line changes', () => {
    for (const variant of lineEnds(text)) {
      const tally = new Tally();
      for (const seed of SEEDS) {
        if (format === json) editSingly(jsonSubject, name, variant, random(seed), tally);
        else editSingly(yamlSubject(), name, variant, random(seed), tally);
      }
      const others = [...tally.refused.keys()].filter(
        (reason) => !BY_CONTRACT.test(reason) && !LEFT_ALONE.test(reason),
      );
      expect(others).toEqual([]);
      expect(tally.of('set').made).toBeGreaterThan(0);
      expect(tally.of('insert').made).toBeGreaterThan(0);
    }
  });
});
