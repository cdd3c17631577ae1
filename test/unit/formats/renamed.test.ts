import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';

const renamed = (document: Document, ...names: [string, string][]): string | undefined =>
  document.renamed(new Map(names))?.text;

describe('A1: a top-level key renamed, every other byte unchanged', () => {
  it.each([
    ['no:\n  a: x # no:\n  no: y\n', 'nb:\n  a: x # no:\n  no: y\n'],
    ['"no":\r\n  a: x\r\n', '"nb":\r\n  a: x\r\n'],
    ["---\n# no:\n'no' : {a: x, no: z}\n...\n", "---\n# no:\n'nb' : {a: x, no: z}\n...\n"],
    ['&all no: &x\n  a: b\nen:\n  <<: *x\n', '&all nb: &x\n  a: b\nen:\n  <<: *x\n'],
    ['\ufeff{no: {a: x}}', '\ufeff{nb: {a: x}}'],
    ['no:\n', 'nb:\n'],
    ['no: |\n  a\n', 'nb: |\n  a\n'],
    ['? no\n: a: x\n', '? nb\n: a: x\n'],
  ])('in YAML: %j', (text, wanted) => {
    expect(renamed(yaml.parse(text), ['no', 'nb'])).toBe(wanted);
  });
  it('to a code that YAML 1.1 takes for something else: in quotes', () => {
    expect(renamed(yaml.parse('nb:\n  a: x\n'), ['nb', 'no'])).toBe('"no":\n  a: x\n');
  });
  it('in JSON', () => {
    const text = '\ufeff{ "no" :\t{"no": "x",\r\n"b":[1, 2.0]}\n}\n';
    expect(renamed(json.parse(text), ['no', 'nb'])).toBe(text.replace('"no" :', '"nb" :'));
  });
  it('two at once may change places', () => {
    expect(renamed(json.parse('{"a":{"k":"1"},"b":{"k":"2"}}'), ['a', 'b'], ['b', 'a'])).toBe(
      '{"b":{"k":"1"},"a":{"k":"2"}}',
    );
  });
  it('is refused if the new name is there already', () => {
    expect(renamed(json.parse('{"a":{"k":"1"},"b":{"k":"2"}}'), ['a', 'b'])).toBeUndefined();
    expect(renamed(yaml.parse('a:\n  k: 1\nb:\n  k: 2\n'), ['a', 'b'])).toBeUndefined();
  });
  it('any JSON document comes back when renamed there and back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (value, indent) => {
        const text = JSON.stringify({ ...value, 'no-root': 1 }, undefined, indent);
        const there = json.parse(text).renamed(new Map([['no-root', 'nb-root']]));
        if ('nb-root' in value) return;
        expect(there?.renamed(new Map([['nb-root', 'no-root']]))?.text).toBe(text);
      }),
    );
  });
  it('both of two equal keys are reported with their places', () => {
    const places = (document: Document): string[] =>
      document.topKeys.map(({ name, position }) => `${name} ${position.line}:${position.column}`);
    expect(places(yaml.parse('en:\n  a: x\nde:\nen:\n'))).toEqual(['en 1:1', 'de 3:1', 'en 4:1']);
    expect(places(json.parse('{"en":{},\n "en":{}}'))).toEqual(['en 1:2', 'en 2:2']);
  });
});
