import { describe, expect, it } from 'vitest';
import { keyId } from '../../src/core/keys/key.js';
import { mergeFile, type FileMerge } from '../../src/plan/git-merge/merge-file.js';
import { formatNamed } from '../unit/plan/world.js';

const STYLE = { size: 7, ours: 'ours', theirs: 'theirs' };
const CONFLICTING = { clean: undefined };

type Name = 'yaml' | 'json';

const merge = (name: Name, base: string, ours: string, theirs: string): FileMerge =>
  mergeFile(formatNamed(name), { base, ours, theirs }, CONFLICTING, STYLE);

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const yaml = (...all: readonly string[]): string => lines('de:', ...all.map((line) => `  ${line}`));
const json = (...all: readonly string[]): string => lines('{', ...all.map((line) => `  ${line}`), '}');

type Case = readonly [string, Name, base: string, ours: string, theirs: string, text: string];

describe('GIT-32 a comment comes with its key, or with its change', () => {
  const cases: readonly Case[] = [
    [
      'above keys that both add in one place',
      'yaml',
      yaml('a: A'),
      yaml('a: A', '# cart', 's: S'),
      yaml('a: A', '# button,', '# short', 'e: E'),
      yaml('a: A', '# button,', '# short', 'e: E', '# cart', 's: S'),
    ],
    [
      'on the lines of keys that both add in one place',
      'yaml',
      yaml('a: A'),
      yaml('a: A', 's: S  # cart'),
      yaml('a: A', 'e: |  # button', '  E', 'f: # empty'),
      yaml('a: A', 'e: "E\\n"  # button', 'f:  # empty', 's: S  # cart'),
    ],
    [
      'on the line of a key whose text is on the next line',
      'yaml',
      yaml('a: A'),
      yaml('a: A', 's: # cart', '  S'),
      yaml('a: A', 'e: # button', '  E'),
      yaml('a: A', 'e: E # button', 's: # cart', '  S'),
    ],
    [
      'at the end of the file, after which both add keys',
      'yaml',
      yaml('a: A', '# the end'),
      yaml('a: A', '# the end', 's: S # cart'),
      yaml('a: A', '# the end', 'e: E # button'),
      yaml('a: A', 'e: E # button', '# the end', 's: S # cart'),
    ],
    [
      'at the end of a group, after which both add keys',
      'yaml',
      yaml('g:', '  a: A', '  # the end', 'z: Z'),
      yaml('g:', '  a: A', '  # the end', '  s: S', 'z: Z'),
      yaml('g:', '  a: A', '  # the end', '  e: E', 'z: Z'),
      yaml('g:', '  a: A', '  e: E', '  # the end', '  s: S', 'z: Z'),
    ],
    [
      'at the end of a map, after which both add keys',
      'json',
      json('"a": "A"', '// the end'),
      json('"a": "A",', '// the end', '"s": "S"'),
      json('"a": "A",', '// the end', '"e": "E"'),
      json('"a": "A",', '"e": "E",', '// the end', '"s": "S"'),
    ],
    [
      'at keys in different places',
      'yaml',
      yaml('a: A', 'b: B', 'c: C'),
      yaml('a: A', '# one', 'x: X # two', 'b: B', 'c: C2'),
      yaml('a: A', 'b: B', '# three', 'u: U # four', 'c: C'),
      yaml('a: A', '# one', 'x: X # two', 'b: B', '# three', 'u: U # four', 'c: C2'),
    ],
    [
      'in a new group',
      'yaml',
      yaml('a: A'),
      yaml('a: A', 's: S'),
      yaml('a: A', '# group', 'g: # its line', '  # first', '  x: X', '  u: U # second'),
      yaml('a: A', '# group', 'g: # its line', '  # first', '  x: X', '  u: U # second', 's: S'),
    ],
    [
      'in our indentation, with our line ends',
      'yaml',
      yaml('g:', '  a: A'),
      'de:\r\n    g:\r\n        a: A\r\n        s: S\r\n',
      yaml('g:', '  a: A', '  # button', '  e: E'),
      'de:\r\n    g:\r\n        a: A\r\n        # button\r\n        e: E\r\n        s: S\r\n',
    ],
    [
      'edited by one side each',
      'yaml',
      yaml('# a', 'a: A # t', 'b: B', '# c', 'c: C'),
      yaml('# a', 'a: A2 # t, ours', 'b: B', '# c, ours', 'c: C', 's: S'),
      yaml('# a, theirs', '# max 20', 'a: A # t', 'b: B # new', '# c', 'c: C', 'e: E'),
      yaml('# a, theirs', '# max 20', 'a: A2 # t, ours', 'b: B # new', '# c, ours', 'c: C', 'e: E', 's: S'),
    ],
    [
      'removed by one side',
      'yaml',
      yaml('a: A # t', '# b', 'b: B', 'c: C'),
      yaml('a: A2 # t', '# b', 'b: B', 'c: C', 's: S'),
      yaml('a: A', 'b: B', 'c: C', 'e: E'),
      yaml('a: A2', 'b: B', 'c: C', 'e: E', 's: S'),
    ],
    [
      'moved by one side to another key',
      'yaml',
      yaml('a: A', '# short', 'b: B', 'c: C'),
      yaml('a: A', '# short', 'b: B2', 'c: C', 's: S'),
      yaml('a: A', 'b: B', '# short', 'c: C', 'e: E'),
      yaml('a: A', 'b: B2', '# short', 'c: C', 'e: E', 's: S'),
    ],
    [
      'of a key that both add',
      'yaml',
      yaml('a: A'),
      yaml('a: A', 'k: K', 's: S'),
      yaml('a: A', '# note', 'k: K # t', 'e: E'),
      yaml('a: A', '# note', 'k: K # t', 'e: E', 's: S'),
    ],
    [
      'the same comment at keys of one name',
      'yaml',
      yaml('g:', '  a: A', 'h:', '  a: A', 'z: Z'),
      yaml('g:', '  a: A', '  # button', '  ok: OK', 'h:', '  a: A', 'z: Z', 's: S'),
      yaml('g:', '  a: A', 'h:', '  a: A', '  # button', '  ok: OK', 'z: Z', 'e: E'),
      yaml('g:', '  a: A', '  # button', '  ok: OK', 'h:', '  a: A', '  # button', '  ok: OK', 'z: Z').concat(
        '  e: E\n  s: S\n',
      ),
    ],
    [
      'above keys that both add in one place',
      'json',
      json('"a": "A"'),
      json('"a": "A",', '// cart', '"s": "S"'),
      json('"a": "A",', '/*', ' * button', ' */', '"e": "E"'),
      json('"a": "A",', '/*', ' * button', ' */', '"e": "E",', '// cart', '"s": "S"'),
    ],
    [
      'on the lines of keys that both add in one place',
      'json',
      json('"a": "A"'),
      json('"a": "A",', '"s": "S" // cart'),
      json('"a": "A",', '"e": "E" // button'),
      json('"a": "A",', '"e": "E", // button', '"s": "S" // cart'),
    ],
    [
      'in a new group',
      'json',
      json('"a": "A" // t'),
      json('"a": "A", // t', '"s": "S"'),
      json('"a": "A", // t', '// group', '"g": { // its line', '  // first', '  "x": "X"', '}'),
      json('"a": "A", // t', '// group', '"g": { // its line', '  // first', '  "x": "X"', '},', '"s": "S"'),
    ],
    [
      'edited inside by one side',
      'json',
      json('/*', ' * a', ' * letters', ' */', '"a": "A"'),
      json('/*', ' * a', ' * letters', ' */', '"a": "A2",', '"s": "S"'),
      json('/*', ' * a', ' * digits', ' */', '"a": "A",', '"e": "E"'),
      json('/*', ' * a', ' * digits', ' */', '"a": "A2",', '"e": "E",', '"s": "S"'),
    ],
    [
      'edited or removed by one side',
      'json',
      json('// a', '"a": "A", // t', '"b": "B" // u'),
      json('// a', '"a": "A2", // t', '"b": "B", // u', '"s": "S"'),
      json('// a, short', '"a": "A",', '"b": "B", // v', '"e": "E"'),
      json('// a, short', '"a": "A2",', '"b": "B", // v', '"e": "E",', '"s": "S"'),
    ],
  ];

  it.each(cases)('%s (%s)', (_, name, base, ours, theirs, text) => {
    expect(merge(name, base, ours, theirs)).toEqual({
      kind: 'merged',
      text,
      conflicts: [],
      lostComments: [],
    });
    // The driver may run on its own result.
    expect(merge(name, base, text, theirs)).toMatchObject({ text, lostComments: [] });
  });

  it('at a key whose text is in conflict', () => {
    const base = yaml('# a', 'a: A', 'b: B');
    const theirs = yaml('# a, short', 'a: A2', 'b: B');
    const text = 'de:\n  # a, short\n<<<<<<< ours\n  a: A1\n=======\n  a: A2\n>>>>>>> theirs\n  b: B\n';
    const result = { kind: 'merged', text, conflicts: [keyId(['de', 'a'])], lostComments: [] };
    expect(merge('yaml', base, yaml('# a', 'a: A1', 'b: B'), theirs)).toEqual(result);
    expect(merge('yaml', base, text, theirs)).toEqual(result);
  });
});

describe('GIT-32 a comment without a certain place is named, and nothing else', () => {
  const cases: readonly (readonly [...Case, lost: readonly string[]])[] = [
    [
      'that both have edited',
      'yaml',
      yaml('# a', 'a: A # t'),
      yaml('# ours', 'a: A # u', 's: S'),
      yaml('# theirs', 'a: A # v', 'e: E'),
      yaml('# ours', 'a: A # u', 'e: E', 's: S'),
      ['# theirs', '# v'],
    ],
    [
      'that may be the heading of several keys',
      'yaml',
      yaml('b: B'),
      yaml('b: B', 's: "S"'),
      yaml('# letters', 'a: A', 'b: B', 'e: E'),
      yaml('a: "A"', 'b: B', 'e: "E"', 's: "S"'),
      ['# letters'],
    ],
    [
      'that they put above a new key, away from ours',
      'yaml',
      yaml('# letters', 'b: B'),
      yaml('# letters', 'b: B2', 's: "S"'),
      yaml('# letters', 'a: A', 'b: B', 'e: E'),
      yaml('a: "A"', '# letters', 'b: B2', 'e: "E"', 's: "S"'),
      ['# letters'],
    ],
    [
      'in brackets',
      'yaml',
      yaml('g: {a: A}', 'b: B'),
      yaml('g: {a: A}', 'b: "B2"'),
      yaml('g: {', '    # note', '    c: C,', '    a: A}', 'b: B'),
      yaml('g: {c: "C", a: A}', 'b: "B2"'),
      ['# note'],
    ],
    [
      'in a file of ours without any',
      'json',
      json('"a": "A"'),
      json('"a": "A // no",', '"s": "S"'),
      json('"a": "A",', '"k": "K",', '// button', '"e": "E"'),
      json('"a": "A // no",', '"k": "K",', '"e": "E",', '"s": "S"'),
      ['// button'],
    ],
    [
      'on a line with other keys',
      'json',
      json('// f', '"g": {"a": "A"},', '"b": "B"'),
      json('// f', '"g": {"a": "A"},', '"b": "\\u0042x"'),
      json('// f', '"g": {', '  "a": "A",', '  // button', '  "e": "E"', '},', '"b": "B"'),
      json('// f', '"g": {"a": "A", "e": "E"},', '"b": "\\u0042x"'),
      ['// button'],
    ],
  ];

  it.each(cases)('%s (%s)', (_, name, base, ours, theirs, text, lostComments) => {
    expect(merge(name, base, ours, theirs)).toEqual({ kind: 'merged', text, conflicts: [], lostComments });
  });
});
