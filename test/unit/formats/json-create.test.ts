import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/core/keys/key.js';
import { FormatError } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';

const catalog = (texts: Readonly<Record<string, string>>): Map<ReturnType<typeof keyId>, string> =>
  new Map(Object.entries(texts).map(([path, text]) => [keyId(path.split('/')), text]));

describe('a new file', () => {
  it('without a model has two spaces, LF and a final newline', () => {
    expect(json.create(catalog({ 'a/b': 'x', 'a/c': '1', d: 'é "' }))).toBe(
      '{\n  "a": {\n    "b": "x",\n    "c": "1"\n  },\n  "d": "é \\""\n}\n',
    );
    expect(json.create(new Map())).toBe('{}\n');
  });

  it('keeps flat keys with dots flat', () => {
    expect(json.create(catalog({ 'a.b': 'x', 'a.c': 'y' }))).toBe('{\n  "a.b": "x",\n  "a.c": "y"\n}\n');
  });

  it.each<[name: string, model: string, texts: Readonly<Record<string, string>>, made: string]>([
    [
      'order, indentation, line ends, byte-order mark, final newline or none',
      '\ufeff{\r\n\t"b" : "1",\r\n\r\n\t"a" : {\r\n\t\t"c" : "2"\r\n\t}\r\n}',
      { 'a/c': 'C', b: 'B' },
      '\ufeff{\r\n\t"b" : "B",\r\n\r\n\t"a" : {\r\n\t\t"c" : "C"\r\n\t}\r\n}',
    ],
    [
      'one line',
      '{"a":"1", "b":["x", "y"]}\n',
      { a: 'A', 'b/0': 'X', 'b/1': 'Y' },
      '{"a":"A", "b":["X", "Y"]}\n',
    ],
    [
      'without its comments',
      '/* licence */\n{\n  // of a\n  "a": "1", // behind a\n\n  // of b\n  "b": "2" /* b */\n  // end\n}\n// behind all\n',
      { a: 'A', b: 'B' },
      '{\n  "a": "A",\n\n  "b": "B"\n}\n',
    ],
    [
      'only the keys given, with their parents',
      '{\n  "a": "1",\n  "b": {\n    "c": "2"\n  },\n  "d": "3"\n}',
      { d: 'D' },
      '{\n  "d": "D"\n}',
    ],
    [
      'keys it does not know last',
      '{\n    "b": "1"\n}',
      { x: '1', 'y/z': '2', b: '3' },
      '{\n    "b": "3",\n    "x": "1",\n    "y": {\n        "z": "2"\n    }\n}',
    ],
    [
      'kinds, if the text says the same as one',
      '{"n":1,"m":1,"t":true,"z":null,"s":""}',
      { n: '2.5', m: 'x', t: 'false', z: '', s: '3' },
      '{"n":2.5,"m":"x","t":false,"z":null,"s":"3"}',
    ],
    ['escapes', '{"a":"\\u00e9\\/"}', { a: 'ü/' }, '{"a":"\\u00fc\\/"}'],
    ['the spelling of keys', '{"\\u0061":"1"}', { a: 'A' }, '{"\\u0061":"A"}'],
    ['trailing commas', '{\n  "a": "1",\n  "b": "2",\n}\n', { a: 'A' }, '{\n  "a": "A",\n}\n'],
    [
      'lists, a hole filled as in the model',
      '{"months":[null,"Jan","Feb",[]]}',
      { 'months/1': 'Jän', 'months/2': 'Feb' },
      '{"months":[null,"Jän","Feb"]}',
    ],
    [
      'JS-07 KV-01 odd keys',
      '{"__proto__":"1","":"2","10":"3","2":"4"}',
      { 2: 'd', 10: 'c', '': 'b', constructor: 'e' },
      '{"":"b","10":"c","2":"d","constructor":"e"}',
    ],
    ['a root that it lost everything of', '{"a":"1"}', {}, '{}'],
  ])('takes over from its model: %s', (_, model, texts, made) => {
    expect(json.create(catalog(texts), { document: json.parse(model) })).toBe(made);
  });

  it('exchanges the root key', () => {
    const document = json.parse('{\n  "en": {\n    "b": "1",\n    "a": "2"\n  }\n}\n');
    expect(
      json.create(catalog({ 'pt-BR/a': 'A', 'pt-BR/b': 'B' }), {
        document,
        root: { from: 'en', to: 'pt-BR' },
      }),
    ).toBe('{\n  "pt-BR": {\n    "b": "B",\n    "a": "A"\n  }\n}\n');
  });

  it('refuses a key that is also the parent of another, and a list with a hole beyond its model', () => {
    const document = json.parse('{"l":["x"]}');
    expect(() => json.create(catalog({ a: '1', 'a/b': '2' }))).toThrow(FormatError);
    expect(() => json.create(catalog({ 'l/0': '1', 'l/999999999': '2' }), { document })).toThrow(
      /a list cannot have gaps: item 1/,
    );
  });

  it('refuses a name in what is a list in its model, in whatever format that is', () => {
    const texts = catalog({ 'l/0': '1', 'l/note': '2' });
    const reason = /has a list here, and "note" is not an item/;
    for (const document of [json.parse('{"l":["x"]}'), yaml.parse('l:\n  - x\n')])
      for (const format of [json, yaml]) expect(() => format.create(texts, { document })).toThrow(reason);
    // An empty list may be an empty map that was written by PHP.
    expect(json.create(texts, { document: json.parse('{"l":[]}') })).toContain('"note"');
  });
});
