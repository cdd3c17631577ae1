import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/core/keys/key.js';
import type { Edit, OutlineNode, Refusal } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';

type Changes = Readonly<Record<string, string | null>>;

/** Edits from keys with `/` between segments; null removes. */
const edits = (changes: Changes): Edit[] =>
  Object.entries(changes).map(([path, text]) => ({ path: path.split('/'), text: text ?? undefined }));

function change(text: string, changes: Changes, like?: string): string {
  const result = json
    .parse(text)
    .edit(edits(changes), like === undefined ? undefined : json.parse(like).outline);
  if (!result.ok) throw new Error(JSON.stringify(result.refused));
  return result.text;
}

function refusals(text: string, changes: Changes | Edit[], order?: readonly OutlineNode[]): Refusal[] {
  const result = json.parse(text).edit(Array.isArray(changes) ? changes : edits(changes), order);
  return result.ok ? [] : [...result.refused];
}

describe('setting a value', () => {
  it.each<[name: string, before: string, changes: Changes, after: string]>([
    [
      'JS-03 touches the value only',
      '\ufeff{\r\n\t"a" : "1" ,\r\n\t"b": "2"}',
      { b: 'neu' },
      '\ufeff{\r\n\t"a" : "1" ,\r\n\t"b": "neu"}',
    ],
    [
      'JS-06 keeps the order of number-like keys',
      '{"b":"1","10":"2","2":"3","a":"4"}',
      { a: 'x' },
      '{"b":"1","10":"2","2":"3","a":"x"}',
    ],
    [
      'JS-07 KV-02 sets keys named __proto__ and constructor',
      '{"__proto__":{"x":"1"},"constructor":{"prototype":{"y":"2"}}}',
      { '__proto__/x': 'a', 'constructor/prototype/y': 'b' },
      '{"__proto__":{"x":"a"},"constructor":{"prototype":{"y":"b"}}}',
    ],
    [
      'JS-09 keeps comments and trailing commas',
      '{ // one\n "a": /* two */ "1", // three\n}',
      { a: '2' },
      '{ // one\n "a": /* two */ "2", // three\n}',
    ],
    [
      'JS-13 keeps a number a number and its spelling',
      '{"a":1.0,"b":12345678901234567890,"c":2}',
      { a: '3.50', c: '-4.25' },
      '{"a":3.50,"b":12345678901234567890,"c":-4.25}',
    ],
    [
      'A8 JS-13 makes a number a string if a reader would not print what was written',
      '{"a":9.9,"b":1,"c":2,"d":3}',
      { a: '9.90', b: '1e400', c: '12345678901234567890', d: '-0' },
      '{"a":"9.90","b":"1e400","c":"12345678901234567890","d":"-0"}',
    ],
    [
      'JS-13 makes a number a string if the text is not one',
      '{"a":1,"b":2,"c":3,"d":4}',
      { a: 'abc', b: '01', c: ' 1', d: '' },
      '{"a":"abc","b":"01","c":" 1","d":""}',
    ],
    ['JS-14 keeps booleans', '{"a":true,"b":false}', { a: 'false', b: 'no' }, '{"a":false,"b":"no"}'],
    [
      'JS-14 KV-07 keeps null for an empty text',
      '{"a":null,"b":null,"c":null}',
      { a: '', c: 'x' },
      '{"a":null,"b":null,"c":"x"}',
    ],
    [
      'A7 writes the word null as a text',
      '{"a":null,"b":null}',
      { a: 'null', b: 'Null' },
      '{"a":"null","b":"Null"}',
    ],
    [
      'KV-07 keeps a string a string',
      '{"a":"1","b":"true","c":"x"}',
      { a: '2', b: 'null', c: '' },
      '{"a":"2","b":"null","c":""}',
    ],
    [
      'KV-01 KV-03 finds odd keys',
      '{"":"1"," [x]. ":"2","\\u0061":"3"}',
      { '': 'a', ' [x]. ': 'b', a: 'c' },
      '{"":"a"," [x]. ":"b","\\u0061":"c"}',
    ],
    [
      'KV-09 copies placeholders and markup',
      '{"a":""}',
      { a: '{{x}} ${y} %s `z` <b>&amp;' },
      '{"a":"{{x}} ${y} %s `z` <b>&amp;"}',
    ],
    [
      'JS-16 L11 escapes what has to be escaped, nothing else',
      '{"a":""}',
      { a: '"\\\u0000\b\f\n\r\t\u001f\u007f\u2028é😀\ud800' },
      '{"a":"\\"\\\\\\u0000\\b\\f\\n\\r\\t\\u001f\\u007f\u2028é😀\\ud800"}',
    ],
    [
      'sets items of lists',
      '{"a":["x", ["y"], 3]}',
      { 'a/0': 'X', 'a/1/0': 'Y', 'a/2': '4' },
      '{"a":["X", ["Y"], 4]}',
    ],
    [
      'does nothing if the text is the same already',
      '{"a":"\\u0061","b":1.0}',
      { a: 'a', b: '1.0' },
      '{"a":"\\u0061","b":1.0}',
    ],
  ])('%s', (_, before, changes, after) => {
    expect(change(before, changes)).toBe(after);
  });

  it.each<[name: string, before: string, text: string, after: string]>([
    [
      'every character above ASCII if the file has none raw (PHP)',
      '{"a":"\\u00e9","b":""}',
      'ü😀/',
      '{"a":"\\u00e9","b":"\\u00fc\\ud83d\\ude00/"}',
    ],
    [
      'with upper-case digits if the file has them',
      '{"a":"\\u00E9","b":""}',
      'ü',
      '{"a":"\\u00E9","b":"\\u00FC"}',
    ],
    ['nothing if the file has raw characters', '{"a":"é","b":""}', 'ü', '{"a":"é","b":"ü"}'],
    ['/ if the file does', '{"a":"x\\/y","b":""}', '</p>', '{"a":"x\\/y","b":"<\\/p>"}'],
    [
      'no / if the file has it raw more often',
      '{"a":"x\\/y","c":"1/2/3","b":""}',
      '1/2',
      '{"a":"x\\/y","c":"1/2/3","b":"1/2"}',
    ],
    [
      'single characters that the file never has raw',
      '{"a":"x\\u00a0y é \\u003c","b":""}',
      'a\u00a0b ü <',
      '{"a":"x\\u00a0y é \\u003c","b":"a\\u00a0b ü \\u003c"}',
    ],
    [
      'as the value itself had it, before the file',
      '{"a":"é","c":"ü","b":"\\u00E4"}',
      'ö',
      '{"a":"é","c":"ü","b":"\\u00F6"}',
    ],
    [
      'nothing if the value itself was raw',
      '{"a":"\\u00e9","c":"\\u00e9","b":"ä"}',
      'ö',
      '{"a":"\\u00e9","c":"\\u00e9","b":"ö"}',
    ],
    [
      'nothing if only a backslash is before a u',
      '{"a":"\\\\u00e9","b":""}',
      'ö',
      '{"a":"\\\\u00e9","b":"ö"}',
    ],
  ])('escapes %s', (_, before, text, after) => {
    expect(change(before, { b: text })).toBe(after);
  });

  it('KV-10 takes a text of 1 MB', () => {
    const text = 'ä "x" '.repeat(180_000);
    const after = json.parse(change('{"a":"1","b":"2"}', { a: text }));
    expect(after.leaves.get(keyId(['a']))?.text).toBe(text);
  });
});

describe('inserting a key', () => {
  it.each<[name: string, before: string, changes: Changes, like: string, after: string]>([
    [
      'after the nearest earlier sibling, KV-06 one line more',
      '{\n  "a": "1",\n  "d": "4"\n}\n',
      { c: '3' },
      '{"a":"","b":"","c":"","d":""}',
      '{\n  "a": "1",\n  "c": "3",\n  "d": "4"\n}\n',
    ],
    [
      'before the nearest later one, above its comments',
      '{\n\n  // of d\n  "d": "4"\n}',
      { a: '1', c: '3' },
      '{"a":"","c":"","d":""}',
      '{\n\n  "a": "1",\n  "c": "3",\n  // of d\n  "d": "4"\n}',
    ],
    [
      'at the end, after a trailing comment',
      '{\n\t"a": "1" // of a\n}',
      { b: '2' },
      '{}',
      '{\n\t"a": "1", // of a\n\t"b": "2"\n}',
    ],
    [
      'with a comma after it if the file has one',
      '{\n  "a": "1",\n}',
      { b: '2' },
      '{}',
      '{\n  "a": "1",\n  "b": "2",\n}',
    ],
    [
      'with all missing parents, in the order that is known',
      '{\n    "a" : "1"\n}',
      { 'x/z': '2', 'x/y/w': '3' },
      '{"x":{"y":{"w":""},"z":""}}',
      '{\n    "a" : "1",\n    "x" : {\n        "y" : {\n            "w" : "3"\n        },\n        "z" : "2"\n    }\n}',
    ],
    [
      'on one line if the file is one line',
      '{"a":{"b":"1"},"d":"2"}',
      { 'a/c': '2', 'x/y': '3' },
      '{}',
      '{"a":{"b":"1","c":"2"},"d":"2","x":{"y":"3"}}',
    ],
    [
      'on one line with the spaces that it has',
      '{ "a": "1", "b": "2" }',
      { c: '3', 'd/e': '4' },
      '{}',
      '{ "a": "1", "b": "2", "c": "3", "d": { "e": "4" } }',
    ],
    ['first on one line', '{ "b": "2" }', { a: '1' }, '{"a":"","b":""}', '{ "a": "1", "b": "2" }'],
    ['into an empty root', '{}\n', { a: '1' }, '{}', '{\n  "a": "1"\n}\n'],
    [
      'into an empty root with a comment',
      '{\n  // none yet\n}\r\n',
      { a: '1' },
      '{}',
      '{\n  // none yet\n  "a": "1"\n}\r\n',
    ],
    [
      'into empty maps and lists',
      '{\n\t"m": {},\n\t"n": { },\n\t"l": []\n}',
      { 'm/a': '1', 'n/a': '2', 'l/0': '3' },
      '{}',
      '{\n\t"m": {\n\t\t"a": "1"\n\t},\n\t"n": {\n\t\t"a": "2"\n\t},\n\t"l": [\n\t\t"3"\n\t]\n}',
    ],
    [
      'into an empty map on one line',
      '{"m":{},"n":{ /* c */ }}',
      { 'm/a': '1', 'n/a': '2' },
      '{}',
      '{"m":{"a":"1"},"n":{ /* c */ "a":"2" }}',
    ],
    [
      'with CRLF, a byte-order mark and three spaces',
      '\ufeff{\r\n   "a": {\r\n      "b": "1"\r\n   }\r\n}',
      { 'a/c': '2', d: '3' },
      '{}',
      '\ufeff{\r\n   "a": {\r\n      "b": "1",\r\n      "c": "2"\r\n   },\r\n   "d": "3"\r\n}',
    ],
    [
      'as a list if the other document has a list',
      '{\n  "a": "1"\n}',
      { 'l/0': 'x', 'l/1': 'y', 'm/0': 'z' },
      '{"l":["",""],"m":{"0":""}}',
      '{\n  "a": "1",\n  "l": [\n    "x",\n    "y"\n  ],\n  "m": {\n    "0": "z"\n  }\n}',
    ],
    [
      'as a list on one line if the lists of the file are so',
      '{\n  "a": ["1", "2"]\n}',
      { 'l/0': 'x', 'l/1': 'y' },
      '{"l":["",""]}',
      '{\n  "a": ["1", "2"],\n  "l": ["x", "y"]\n}',
    ],
    [
      'after the last item of a list, in any order of the edits',
      '{"a":["x"]}',
      { 'a/2': 'z', 'a/1': 'y', 'a/3/k': 'w' },
      '{}',
      '{"a":["x","y","z",{"k":"w"}]}',
    ],
    [
      'of the kind that the other document has, if the text reads as one',
      '{"a":1}',
      { b: '2', c: 'x', d: 'true', e: '', f: '' },
      '{"b":0,"c":0,"d":false,"e":null,"f":""}',
      '{"a":1,"b":2,"c":"x","d":true,"e":null,"f":""}',
    ],
    [
      'if lines begin with the comma',
      '{ "a": 1\n, "c": 3\n}',
      { b: '2', d: '4' },
      '{"a":"","b":"","c":"","d":""}',
      '{ "a": 1\n, "b": "2"\n, "c": 3\n, "d": "4"\n}',
    ],
    [
      'JS-07 KV-02 named __proto__',
      '{"a":"1"}',
      { '__proto__/x': '2', constructor: '3' },
      '{}',
      '{"a":"1","__proto__":{"x":"2"},"constructor":"3"}',
    ],
    [
      'JS-08 named like a path, beside that path',
      '{"a":{"b":"y"}}',
      { 'a.b': 'x' },
      '{}',
      '{"a":{"b":"y"},"a.b":"x"}',
    ],
    [
      'beside a closing brace with another key on its line (Nextcloud)',
      '{ "t": {\n    "A" : "B"\n},"p" :"n=2"\n}',
      { 't/C': 'D' },
      '{}',
      '{ "t": {\n    "A" : "B",\n    "C" : "D"\n},"p" :"n=2"\n}',
    ],
  ])('%s', (_, before, changes, like, after) => {
    expect(change(before, changes, like)).toBe(after);
  });
});

describe('removing a key', () => {
  it.each<[name: string, before: string, changes: Changes, after: string]>([
    [
      'with its line, the comments above and the one after it',
      '{\n  "a": "1",\n\n  // section\n\n  // of b\n  /* too */\n  "b": "2", // behind b\n  // of c\n  "c": "3"\n}',
      { b: null },
      '{\n  "a": "1",\n\n  // section\n\n  // of c\n  "c": "3"\n}',
    ],
    [
      'the last, and the comma before it',
      '{\n  "a": "1", // of a\n  "b": "2" // of b\n}',
      { b: null },
      '{\n  "a": "1" // of a\n}',
    ],
    [
      'the last, the file having trailing commas',
      '{\n  "a": "1",\n  "b": "2",\n}',
      { b: null },
      '{\n  "a": "1",\n}',
    ],
    [
      'several at the end',
      '{\n  "a": "1",\n  "b": "2",\n  "c": "3"\n}',
      { b: null, c: null },
      '{\n  "a": "1"\n}',
    ],
    ['the first', '{\r\n\t"a": "1",\r\n\t"b": "2"\r\n}', { a: null }, '{\r\n\t"b": "2"\r\n}'],
    [
      'on one line: first, middle and last',
      '{"a":1, "b":2, "c":3, "d":4, "e":5}',
      { a: null, c: null, e: null },
      '{"b":2, "d":4}',
    ],
    [
      'with a parent that becomes empty',
      '{\n  "a": {\n    "b": {\n      "c": "1"\n    }\n  },\n  "d": "2"\n}',
      { 'a/b/c': null },
      '{\n  "d": "2"\n}',
    ],
    [
      'and not the parent if something is added',
      '{\n  "a": {\n    "b": "1"\n  }\n}',
      { 'a/b': null, 'a/c': '2' },
      '{\n  "a": {\n    "c": "2"\n  }\n}',
    ],
    ['and the root stays', '{\n  "a": {\n    "b": "1"\n  }\n}\n', { 'a/b': null }, '{}\n'],
    [
      'and the root keeps a comment that belongs to no key',
      '{\n  // about all\n\n  "a": "1"\n}',
      { a: null },
      '{\n  // about all\n\n}',
    ],
    [
      'all, others taking their place',
      '{\n  // of a\n  "a": "1",\n  "b": "2"\n}',
      { a: null, b: null, c: '3', d: '4' },
      '{\n  "c": "3",\n  "d": "4"\n}',
    ],
    [
      'all on one line, others taking their place',
      '{ "a": "1", "b": "2" }',
      { a: null, b: null, c: '3' },
      '{ "c": "3" }',
    ],
    ['if lines begin with the comma', '{ "a": 1\n, "b": 2\n, "c": 3\n}', { a: null, c: null }, '{ "b": 2\n}'],
    ['that is not there: nothing', '{"a":"1"}', { b: null, 'a/b': null, 'c/d': null }, '{"a":"1"}'],
    [
      'items from the end of a list',
      '{"a":["x","y","z"],"b":["w"]}',
      { 'a/1': null, 'a/2': null, 'b/0': null },
      '{"a":["x"]}',
    ],
    [
      'a member with another beside it on the line',
      '{\n  "a": "1", "b": "2",\n  "c": "3"\n}',
      { b: null },
      '{\n  "a": "1",\n  "c": "3"\n}',
    ],
  ])('%s', (_, before, changes, after) => {
    expect(change(before, changes)).toBe(after);
  });
});

describe('an edit that would do harm is refused, and nothing is edited', () => {
  it.each<[name: string, before: string, changes: Changes, reason: string]>([
    [
      'JS-04 a key that occurs twice',
      '{\n"a":"1",\n"a":"2"}',
      { a: 'x' },
      'the key "a" occurs twice, at 2:1 and at 3:1: it is unclear which one is meant',
    ],
    [
      'JS-04 a key below one that occurs twice',
      '{\n"a":{"b":"1"},\n"a":{"b":"2"}}',
      { 'a/b': 'x' },
      'the key "a" occurs twice, at 2:1 and at 3:1: it is unclear which one is meant',
    ],
    [
      'JS-04 removing one',
      '{\n"a":"1",\n"a":"2"}',
      { a: null },
      'the key "a" occurs twice, at 2:1 and at 3:1: it is unclear which one is meant',
    ],
    [
      'KV-04 a text that would become a parent',
      '{"a":"1"}',
      { 'a/b': 'x' },
      'a parent of this key is a text here, and cannot hold keys',
    ],
    [
      'KV-04 a map that would become a text',
      '{"a":{"b":"1"}}',
      { a: 'x' },
      'this key is a map here, not a text',
    ],
    [
      'KV-12 a list that would become a text',
      '{"a":["1"]}',
      { a: 'x' },
      'this key is a list here, not a text',
    ],
    [
      'KV-04 removing a map as if it were a text',
      '{"a":{"b":"1"}}',
      { a: null },
      'this key is a map here, not a text',
    ],
    [
      'a list with a gap',
      '{"a":["x"]}',
      { 'a/2': 'z' },
      'a list cannot have gaps: item 1 has no text, and its model has no such item',
    ],
    ['a name in a list', '{"a":["x"]}', { 'a/01': 'z' }, 'the file has a list here, and "01" is not an item'],
    [
      'an item with others after it',
      '{"a":["x","y"]}',
      { 'a/0': null },
      'removing an item that is not at the end of its list would renumber those after it',
    ],
    [
      'an item that loses all it holds, with others after it',
      '{"a":[{"b":"x"},"y"]}',
      { 'a/0/b': null },
      'removing an item that is not at the end of its list would renumber those after it',
    ],
  ])('%s', (_, before, changes, reason) => {
    expect(refusals(before, changes).map((refusal) => refusal.reason)).toEqual([reason]);
  });

  it('says where the trouble is', () => {
    expect(refusals('{\n  "a": {"b": "1"}\n}', { a: 'x' })).toEqual([
      { path: ['a'], reason: 'this key is a map here, not a text', position: { line: 2, column: 8 } },
    ]);
  });

  it('refuses every edit that is concerned, and makes none of the others', () => {
    const refused = refusals('{"a":"1","b":"2"}', { 'a/x': '1', 'a/y': '2', b: '3' });
    expect(refused.map(({ path }) => path.join('/'))).toEqual(['a/x', 'a/y']);
  });

  it('refuses edits that contradict each other', () => {
    const reasons = (...paths: string[]): string[] =>
      refusals(
        '{"a":"1"}',
        paths.map((path) => ({ path: path === '-' ? [] : path.split('/'), text: 'x' })),
      ).map(({ reason }) => reason);
    expect(reasons('a', 'a')).toEqual(['two edits change the same key']);
    expect(reasons('b', 'b/c')).toEqual(['another edit gives a text to "b", which is a parent of this key']);
    expect(reasons('b/c', 'b')).toEqual(['another edit changes a key below this one']);
    expect(reasons('-')).toEqual(['the root of the file has no text']);
  });

  it('refuses a new list with a gap that its model does not have', () => {
    const order = json.parse('{"l":["",""]}').outline;
    expect(refusals('{}', [{ path: ['l', '3'], text: 'x' }], order).map(({ reason }) => reason)).toEqual([
      'a list cannot have gaps: item 2 has no text, and its model has no such item',
    ]);
    expect(json.parse('{}').edit([{ path: ['l', '1'], text: 'x' }], order)).toMatchObject({
      ok: true,
      text: expect.stringMatching(/null,\s*"x"/) as string,
    });
  });

  it('JS-15 refuses to nest deeper than it would read', () => {
    const path = (length: number): string[] => Array.from({ length }, () => 'k');
    expect(refusals('{}', [{ path: path(100), text: 'x' }])).toEqual([]);
    expect(refusals('{}', [{ path: path(101), text: 'x' }]).map(({ reason }) => reason)).toEqual([
      'nesting limit: a key has at most 100 segments',
    ]);
  });
});

describe('a document', () => {
  it('stays as it was after an edit of it', () => {
    const document = json.parse('{"a":"1"}');
    document.edit([{ path: ['a'], text: '2' }]);
    expect([document.text, document.leaves.get(keyId(['a']))?.text]).toEqual(['{"a":"1"}', '1']);
  });

  it('KV-06 takes ten thousand changes at once', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key.${index}`);
    const source = `{\n${keys.map((key) => `  "${key}": "text"`).join(',\n')}\n}\n`;
    const order = keys.flatMap((key): OutlineNode[] => [
      { path: [key], kind: 'string' },
      { path: [`${key}.new`], kind: 'string' },
    ]);
    const result = json
      .parse(source)
      .edit(
        [
          ...keys.map((key) => ({ path: [key], text: `new ${key}` })),
          ...keys.map((key) => ({ path: [`${key}.new`], text: 'added' })).toReversed(),
        ],
        order,
      );
    expect(result.ok && result.text).toBe(
      `{\n${keys.map((key) => `  "${key}": "new ${key}",\n  "${key}.new": "added"`).join(',\n')}\n}\n`,
    );
  });
});
