import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/core/keys/key.js';
import { FormatError } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';

const leaves = (text: string): [string, string, string][] =>
  [...json.parse(text).leaves.values()].map(({ path, kind, text: own }) => [path.join('/'), kind, own]);

function fault(text: string): string {
  try {
    json.parse(text);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
  return 'none';
}

describe('a JSON text that cannot be read', () => {
  it.each([
    ['JS-01', '', 'the file is empty (1:1)'],
    ['JS-01', '\ufeff \n', 'the file is empty (2:1)'],
    ['JS-01', '// nothing but this', 'the file is empty (1:20)'],
    ['JS-02', '{"a": "b"', 'the file ends inside the object that begins at 1:1 (1:10)'],
    ['JS-02', '{"a": ["b",', 'the file ends inside the list that begins at 1:7 (1:12)'],
    ['JS-02', '{"a": {"b": 1},\n', 'the file ends inside the object that begins at 1:1 (2:1)'],
    ['JS-02', '{"a":', 'unexpected end of the file; expected a value (1:6)'],
    ['JS-02', '{"a"', 'unexpected end of the file; expected : after the key (1:5)'],
    ['JS-02', '{\n "a": "b', 'unterminated string: the file ends before the closing quote (2:7)'],
    ['JS-02', '{\n "a": "b\n"}', 'unterminated string: the line ends before the closing quote (2:7)'],
    ['JS-02', '{ /* a', 'unterminated comment (1:3)'],
    [
      'JS-05',
      '[1]',
      'item 1 of the list at the root is not a map; a list is read if each item is a map with an `id` of its own (1:2)',
    ],
    ['JS-05', ' "a"', 'the root is a single value; expected an object, { (1:2)'],
    ['JS-05', '12', 'the root is a single value; expected an object, { (1:1)'],
    ['JS-05', 'null', 'the root is a single value; expected an object, { (1:1)'],
    ['JS-02', 'hello', 'unexpected hello; expected a value (1:1)'],
    ['JS-02', '{"a" "b"}', 'unexpected "; expected : after the key (1:6)'],
    ['JS-02', '{"a": 1 "b": 2}', 'unexpected "; expected , or } (1:9)'],
    ['JS-02', '{"a": [1 2]}', 'unexpected 2; expected , or ] (1:10)'],
    ['JS-02', '{a: 1}', 'unexpected a; expected a key in double quotes or } (1:2)'],
    ['JS-02', "{'a': 1}", "unexpected '; expected a key in double quotes or } (1:2)"],
    ['JS-02', '{,}', 'unexpected ,; expected a key in double quotes or } (1:2)'],
    ['JS-02', '{"a":1,,}', 'unexpected ,; expected a key in double quotes or } (1:8)'],
    ['JS-02', '{"a":[,]}', 'unexpected ,; expected a value (1:7)'],
    ['JS-02', '{"a": 01}', 'unexpected 01; expected a value (1:7)'],
    ['JS-02', '{"a": 1.}', 'unexpected 1.; expected a value (1:7)'],
    ['JS-02', '{"a": .5}', 'unexpected .5; expected a value (1:7)'],
    ['JS-02', '{"a": +1}', 'unexpected +1; expected a value (1:7)'],
    ['JS-02', '{"a": -}', 'unexpected -; expected a value (1:7)'],
    ['JS-02', '{"a": NaN}', 'unexpected NaN; expected a value (1:7)'],
    ['JS-02', '{"a": nul}', 'unexpected nul; expected a value (1:7)'],
    ['JS-02', '{"a": truex}', 'unexpected truex; expected a value (1:7)'],
    ['JS-02', '{"a": "\\x41"}', 'bad escape \\x (1:8)'],
    ['JS-02', '{"a": "\\u12g4"}', 'bad escape: \\u needs four hexadecimal digits (1:8)'],
    ['JS-02', '{"a": "b\tc"}', 'control character U+0009 in a string; it must be escaped (1:9)'],
    ['JS-02', '{"a": 1} x', 'unexpected x after the end of the root object (1:10)'],
    ['JS-02', '{"a": 1}{', 'unexpected { after the end of the root object (1:9)'],
    ['JS-02', '{"a": 1}\u00a0', 'unexpected \u00a0 after the end of the root object (1:9)'],
    ['JS-02', '{"a": / 1}', 'unexpected /; expected a value (1:7)'],
    ['JS-02', '\ufeff{\r\n"a": \u202e}', 'unexpected \\u{202e}; expected a value (2:6)'],
  ])('%s %j: %s', (_, text, message) => {
    expect(fault(text)).toBe(message);
  });

  it('JS-15 is one nested deeper than 100, told without a full stack', () => {
    const deep = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(fault(deep(100))).toBe('none');
    expect(fault(deep(101))).toBe('nesting limit: objects and lists nest more than 100 levels deep (1:105)');
    expect(fault(deep(100_000))).toMatch(/^nesting limit/);
    expect(fault('{"a":'.repeat(100_000))).toMatch(/^nesting limit/);
  });
});

describe('a JSON text that is read', () => {
  it('JS-09 may have comments and trailing commas, as VS Code has it', () => {
    expect(
      leaves('// head\n{ /* a */ "a" /* b */ : // c\n "1" /* d */ , // e\r "b": [ "x", /* f */ ], }\n// end'),
    ).toEqual([
      ['a', 'string', '1'],
      ['b/0', 'string', 'x'],
    ]);
  });

  it('JS-06 keeps the order of keys that look like numbers', () => {
    expect(leaves('{"b":"1","10":"2","2":"3","a":"4"}').map(([path]) => path)).toEqual(['b', '10', '2', 'a']);
  });

  it('JS-07 KV-02 takes __proto__ and constructor for keys like others', () => {
    const { leaves: own } = json.parse('{"__proto__":{"x":"1"},"constructor":{"prototype":{"y":"2"}}}');
    expect([...own.keys()]).toEqual([keyId(['__proto__', 'x']), keyId(['constructor', 'prototype', 'y'])]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('JS-08 keeps a key with a dot and the same key as a path apart', () => {
    const { leaves: own } = json.parse('{"a.b":"x","a":{"b":"y"}}');
    expect([own.get(keyId(['a.b']))?.text, own.get(keyId(['a', 'b']))?.text]).toEqual(['x', 'y']);
  });

  it('JS-13 JS-14 gives numbers, booleans and null with their kind, in the spelling of the file', () => {
    expect(
      leaves(
        '{"n":[12345678901234567890,1.0,1e400,-0],"t":true,"f":false,"z":null,"e":{},"l":[[]],"s":"null"}',
      ),
    ).toEqual([
      ['n/0', 'number', '12345678901234567890'],
      ['n/1', 'number', '1.0'],
      ['n/2', 'number', '1e400'],
      ['n/3', 'number', '-0'],
      ['t', 'boolean', 'true'],
      ['f', 'boolean', 'false'],
      ['z', 'null', ''],
      ['s', 'string', 'null'],
    ]);
  });

  it('JS-12 JS-16 reads every escape, lone surrogates and characters that only look dangerous', () => {
    expect(
      leaves(
        '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\uD83D\\ude00","b":"\\ud800","c":"\u2028\u007f👩‍👩‍👧\u200f  "}',
      ).map(([, , text]) => text),
    ).toEqual(['"\\/\b\f\n\r\t\u0000é😀', '\ud800', '\u2028\u007f👩‍👩‍👧\u200f  ']);
  });

  it('KV-01 KV-03 has keys as they are: empty, escaped, with spaces', () => {
    expect(leaves('{"":"1"," a ":"2","\\u0061\\n":"3","x/y[0]":"4"}').map(([path]) => path)).toEqual([
      '',
      ' a ',
      'a\n',
      'x/y[0]',
    ]);
  });

  it('KV-07 tells "" from null and from what is not there', () => {
    const { leaves: own } = json.parse('{"a":"","b":null}');
    expect([own.get(keyId(['a']))?.kind, own.get(keyId(['b']))?.kind, own.get(keyId(['c']))]).toEqual([
      'string',
      'null',
      undefined,
    ]);
  });

  it('knows the place of each value', () => {
    const positions = [...json.parse('\ufeff{"a": "1",\r\n\t"b":\n  [ 2 ]}').leaves.values()].map(
      ({ position }) => position,
    );
    expect(positions).toEqual([
      { line: 1, column: 7 },
      { line: 3, column: 5 },
    ]);
  });

  it('has an outline of all maps, lists and leaves, parents first', () => {
    expect(json.parse('{"a":{"b":"1","c":[2,{}]},"d":null}').outline).toEqual([
      { path: ['a'], kind: 'map' },
      { path: ['a', 'b'], kind: 'string' },
      { path: ['a', 'c'], kind: 'list' },
      { path: ['a', 'c', '0'], kind: 'number' },
      { path: ['a', 'c', '1'], kind: 'map' },
      { path: ['d'], kind: 'null' },
    ]);
  });

  it('JS-04 warns of a key that occurs twice with both places; the last one counts, even if one is a parent', () => {
    const document = json.parse('{\n"a": {"x": "1"},\n"b": "2",\n"a": "3",\n"\\u0062": {"y": "4"}}');
    expect([...document.leaves.values()].map(({ path, text }) => [path.join('/'), text])).toEqual([
      ['a', '3'],
      ['b/y', '4'],
    ]);
    expect(document.outline.map(({ path }) => path.join('/'))).toEqual(['a', 'b', 'b/y']);
    expect(document.warnings).toEqual([
      {
        reason: 'the key "a" occurs twice, at 2:1 and at 4:1; the last one counts',
        position: { line: 4, column: 1 },
      },
      {
        reason: 'the key "b" occurs twice, at 3:1 and at 5:1; the last one counts',
        position: { line: 5, column: 1 },
      },
    ]);
  });
});
