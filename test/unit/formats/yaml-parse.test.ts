import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/core/keys/key.js';
import { FormatError } from '../../../src/formats/format.js';
import { formatOf } from '../../../src/formats/index.js';
import { yaml } from '../../../src/formats/yaml.js';
import { leavesOf } from './yaml-helpers.js';

function failure(text: string): string {
  try {
    yaml.parse(text);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('leaves', () => {
  it('have path, kind, text and position, in file order', () => {
    const { leaves } = yaml.parse('de:\n  a: x\n  n: 5\n  e:\n  l:\n    - "q"\n    -\n  f: {g: yes}\n');
    expect(
      [...leaves.values()].map(({ path, kind, text, position }) => [
        path.join('/'),
        kind,
        text,
        `${position.line}:${position.column}`,
      ]),
    ).toEqual([
      ['de/a', 'string', 'x', '2:6'],
      ['de/n', 'number', '5', '3:6'],
      ['de/e', 'null', '', '4:3'],
      ['de/l/0', 'string', 'q', '6:7'],
      ['de/l/1', 'null', '', '7:5'],
      ['de/f/g', 'boolean', 'yes', '8:10'],
    ]);
    expect([...leaves.keys()][0]).toBe(keyId(['de', 'a']));
  });

  it.each([
    ['null', ['~', 'null', 'Null', 'NULL', '', '!!null x']],
    ['boolean', ['yes', 'No', 'ON', 'off', 'true', 'FALSE', '!!bool x']],
    [
      'number',
      [
        '5',
        '-7',
        '+1',
        '0',
        '012',
        '0o17',
        '0x1F',
        '0b11',
        '1_000',
        '1:30',
        '190:20:30.15',
        '1.5',
        '.5',
        '5.',
        '1e3',
        '1.5e+3',
        '.inf',
        '-.INF',
        '.nan',
        '!!int "5"',
      ],
    ],
    [
      'string',
      [
        'x',
        '1.2.3',
        '1,000',
        '2024-01-01',
        ':year',
        '=',
        'yEs',
        "'5'",
        '"yes"',
        '!!str 5',
        '!!str',
        '1 2',
        '0x',
        '-',
        '.',
        'e3',
        '1e',
        '"~"',
        '12:99',
        '! "5"',
      ],
    ],
  ])('YM-11 %s', (kind, texts) => {
    for (const text of texts.filter((each) => each !== '-'))
      expect([text, [...yaml.parse(`a: ${text}\n`).leaves.values()][0]?.kind]).toEqual([text, kind]);
  });

  it('YM-11 text is always the spelling of the file', () => {
    expect(leavesOf('a: 012\nb: 1e3\nc: 2024-01-01\nd: 0x1F\ne: 1:30\nf: ~\ng: No\n')).toEqual({
      a: 'number 012',
      b: 'number 1e3',
      c: '2024-01-01',
      d: 'number 0x1F',
      e: 'number 1:30',
      f: 'null ',
      g: 'boolean No',
    });
  });

  it('texts of several lines are read as the specification folds them', () => {
    expect(
      leavesOf(
        "a: one\n  two\n\n  three\nb: 'it''s\n  here'\nc: \"x \\\n  y\\n\"\nd: |\n  l1\n   l2\ne: >-\n  f1\n  f2\n\n  f3\n",
      ),
    ).toEqual({
      a: 'one two\nthree',
      b: "it's here",
      c: 'x y\n',
      d: 'l1\n l2\n',
      e: 'f1 f2\nf3',
    });
  });

  it('KV-01 KV-03 keys are taken literally', () => {
    expect(leavesOf('"": e\na.b: d\n" x ": s\na[0]: b\na/b: c\n')).toEqual({
      '': 'e',
      'a.b': 'd',
      ' x ': 's',
      'a[0]': 'b',
      'a/b': 'c',
    });
    expect(leavesOf(': e\n~: t\n1: o\nyes: y\n')).toEqual({ '': 'e', '~': 't', '1': 'o', yes: 'y' });
  });

  it('YM-08 __proto__ is an own key, through a merge too', () => {
    const { leaves } = yaml.parse('a: &a\n  __proto__: {x: 1}\nb:\n  <<: *a\n__proto__: {y: 2}\n');
    expect([...leaves.values()].map(({ path }) => path.join('/'))).toEqual([
      'a/__proto__/x',
      'b/__proto__/x',
      '__proto__/y',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('what is kept around the keys', () => {
  it.each([
    ['directives and markers', '%YAML 1.1\n%TAG !e! tag:example.org,2000:\n---\na: x\n...\n'],
    ['byte-order mark', '\uFEFFa: x\n'],
    ['CRLF', '# c\r\na: x\r\n'],
    ['lone CR', '# c\ra: x\r'],
    ['a NEL inside a text, which YAML 1.2 reads as a character', 'a: "x"\n# \u0085\n'],
    ['comments and blank lines', '\n\n# c\n\na: x # d\n\n# e'],
  ])('%s', (_, text) => {
    const document = yaml.parse(text);
    expect([...document.leaves.values()].map((leaf) => leaf.text)).toEqual(['x']);
    expect(document.text).toBe(text);
  });

  it('positions count a line at LF, CRLF and CR, and no column for a byte-order mark', () => {
    const at = (text: string) => [...yaml.parse(text).leaves.values()].at(-1)?.position;
    expect(at('\uFEFFa: x\n')).toEqual({ line: 1, column: 4 });
    expect(at('a: x\r\nb: y\rc: z\n')).toEqual({ line: 3, column: 4 });
  });
});

describe('YM-04 a file without keys is an empty map', () => {
  it.each([
    '',
    '\n',
    ' \n',
    '# only a comment\n',
    '---\n',
    '---',
    '---\n...\n',
    '...\n',
    '~\n',
    '--- null\n',
    '{}\n',
    '\uFEFF',
    '%YAML 1.2\n---\n',
  ])('%j', (text) => {
    expect(yaml.parse(text).leaves.size).toBe(0);
    expect(yaml.parse(text).outline).toEqual([]);
  });
});

describe('outline', () => {
  it('lists parents before children, with empty ones', () => {
    expect(yaml.parse('de:\n  a: x\n  l: [1, {k: ~}]\n  m: {}\n  e: []\n').outline).toEqual([
      { path: ['de'], kind: 'map' },
      { path: ['de', 'a'], kind: 'string' },
      { path: ['de', 'l'], kind: 'list' },
      { path: ['de', 'l', '0'], kind: 'number' },
      { path: ['de', 'l', '1'], kind: 'map' },
      { path: ['de', 'l', '1', 'k'], kind: 'null' },
      { path: ['de', 'm'], kind: 'map' },
      { path: ['de', 'e'], kind: 'list' },
    ]);
  });
});

describe('YM-02 duplicate keys', () => {
  it('the last one counts, with a warning that has both positions', () => {
    const document = yaml.parse('a: 1\nb: x\na: {c: 2}\nd: {"1": x, 1: y}\n');
    expect(leavesOf(document.text)).toEqual({ b: 'x', 'a/c': 'number 2', 'd/1': 'y' });
    expect(
      document.warnings.map(({ reason, position }) => [`${position.line}:${position.column}`, reason]),
    ).toEqual([
      ['3:1', 'duplicate key "a": it is also at 1:1, the last one counts'],
      ['4:13', 'duplicate key "1": it is also at 4:5, the last one counts'],
    ]);
  });

  it('a file without any has no warnings', () => {
    expect(yaml.parse('a: 1\nb: {a: 1}\n').warnings).toEqual([]);
  });
});

describe('YM-07 anchors, aliases and merge keys', () => {
  it('are read, and are nothing to warn of', () => {
    const document = yaml.parse(
      'a: &a {k: v, m: w}\nb:\n  <<: *a\n  m: own\nc: *a\nd: [*a]\ne: {<<: [{n: 1}, *a], k: first}\n',
    );
    expect(leavesOf(document.text)).toEqual({
      'a/k': 'v',
      'a/m': 'w',
      'b/k': 'v',
      'b/m': 'own',
      'c/k': 'v',
      'c/m': 'w',
      'd/0/k': 'v',
      'd/0/m': 'w',
      'e/n': 'number 1',
      'e/m': 'w',
      'e/k': 'first',
    });
    expect(document.warnings).toEqual([]);
  });

  it('a quoted << is a key', () => {
    expect(leavesOf('a: {"<<": x}\n')).toEqual({ 'a/<<': 'x' });
    expect(failure('a:\n  <<: x\n')).toBe('a merge key << without a map (2:3)');
  });

  it('the latest anchor of a name counts', () => {
    expect(leavesOf('a: &x 1\nb: &x t\nc: *x\n')).toEqual({ a: 'number 1', b: 't', c: 't' });
  });

  it('YM-05 an alias bomb is refused before it is expanded', () => {
    const bomb = [
      'a0: &a0 [x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 8 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`),
    ].join('\n');
    expect(failure(bomb)).toMatch(/^aliases expand to more than 100000 values \(\d:\d+\)$/);
  });

  it('YM-06 a circular alias is refused', () => {
    expect(failure('a: &a {b: *a}\n')).toBe('circular alias *a (1:11)');
    expect(failure('a: *a\n')).toBe('alias *a has no anchor (1:4)');
  });
});

describe('refused with a position', () => {
  it.each([
    ['YM-01 tabs', 'a:\n\tb: c\n', /tab characters must not be used in indentation \(2:1\)/],
    ['YM-03 two documents', 'a: 1\n---\nb: 2\n', /several documents in one file \(2:1\)/],
    ['YM-03 an empty second document', 'a: 1\n---\n', /several documents in one file \(2:1\)/],
    ['YM-12 a complex key', '? [a, b]\n: c\n', /complex key \(1:3\)/],
    ['YM-12 a map as a key', '{{a: b}: c}\n', /complex key \(1:2\)/],
    ['an alias as a key', 'a: &x y\n*x : z\n', /an alias as a key \(2:1\)/],
    ['YM-09 !!js/function', 'a: !!js/function "x"\n', /unsupported tag !!js\/function \(1:4\)/],
    [
      'YM-09 !!python/object',
      'a: !!python/object:os.x {}\n',
      /unsupported tag !!python\/object:os.x \(1:4\)/,
    ],
    ['YM-09 !!binary', 'a: !!binary aGk=\n', /unsupported tag !!binary \(1:4\)/],
    ['YM-09 !!set', 'a: !!set {x}\n', /unsupported tag !!set \(1:4\)/],
    ['YM-09 !Ref', 'a: !Ref x\n', /unsupported tag !Ref \(1:4\)/],
    ['YM-09 a verbatim tag', 'a: !<tag:example.org,2000:x> y\n', /unsupported tag/],
    ['YM-09 !!str on a map', 'a: !!str {x: y}\n', /unsupported tag !!str/],
    ['YM-16 nesting', '['.repeat(101), /nesting limit: more than 100 levels \(1:\d+\)/],
    ['YM-17 a bell', 'a: "x\u0007"\n', /a character that YAML does not allow \(U\+0007\) \(1:6\)/],
    ['YM-17 a bell in a comment', 'a: x\n# \u0007\n', /U\+0007\) \(2:3\)/],
    ['a NUL', 'a: \u0000\n', /U\+0000/],
    ['half a character', 'a: \ud83d\n', /U\+D83D/],
    ['a list at the root', '- a\n', /item 1 of the list at the root is not a map; .* \(1:1\)/],
    ['a text at the root', 'hello\n', /a single value where/],
    ['a syntax error', 'a: [b\n', /\(\d+:\d+\)$/],
    ['wrong indentation', 'a: x\n  b: y\n', /\(2:\d\)$/],
  ])('%s', (_, text, message) => {
    expect(failure(text)).toMatch(message);
  });

  it.each([
    'a: !!str x',
    'a: !!map {b: x}',
    'a: !!seq [x]',
    "a: ! 'x'",
    'a: ! [x]',
    '%TAG !y! tag:yaml.org,2002:\n---\na: !y!str x',
    'a: !<tag:yaml.org,2002:str> x',
  ])('the tags of the core schema are accepted: %s', (text) => {
    expect(failure(text)).toBe('no error');
  });
});

describe('quotes and brackets that go on in column 0, as libyaml reads them', () => {
  it.each([
    ["de:\n  a: 'one\ntwo'\n  b: x\n", 'one two'],
    ["de:\n  a: 'one.\n'\n  b: x\n", 'one. '],
    ['de:\n  a: "one\\\ntwo\n\nthree"\n  b: x\n', 'onetwo\nthree'],
    ['de:\n  a: "one\r\ntwo"\r\n  b: x\r\n', 'one two'],
  ])('%j', (text, value) => {
    expect(leavesOf(text)).toEqual({ 'de/a': value, 'de/b': 'x' });
  });

  it('brackets too, also after a comment', () => {
    expect(leavesOf('de:\n  l: [\n1,\n2\n]\n  b: x\n')).toEqual({
      'de/l/0': 'number 1',
      'de/l/1': 'number 2',
      'de/b': 'x',
    });
    expect(leavesOf('de:\n  l: [ # why\n1, "x\ny"]\n  b: z\n')).toEqual({
      'de/l/0': 'number 1',
      'de/l/1': 'x y',
      'de/b': 'z',
    });
  });
});

it('.yml and .yaml are YAML, in any case', () => {
  expect(formatOf('a/b.YML')?.name).toBe('yaml');
  expect(formatOf('b.yaml')?.name).toBe('yaml');
});

describe('what libyaml reads and js-yaml does not', () => {
  it.each([
    ['k: \t[a,\nb]\nz: x\n', { 'k/0': 'a', 'k/1': 'b', z: 'x' }],
    ['k:\t{a: "\t[",\n  b: c}\nz: x\n', { 'k/a': '\t[', 'k/b': 'c', z: 'x' }],
    ['r:\n  k: \t[[a,\nb], [c,\r\nd]]\n', { 'r/k/0/0': 'a', 'r/k/0/1': 'b', 'r/k/1/0': 'c', 'r/k/1/1': 'd' }],
  ])('%j: a flow collection of several lines after a tab', (text, leaves) => {
    expect(leavesOf(text)).toEqual(leaves);
  });

  it.each([
    ['a: "x \\\n\n  y"\n', 'x \ny'],
    ['a: "x\\\r\n\r\n \r\n  y\\n\\\n  z"\r\n', 'x\n\ny\nz'],
    ['a: "x\\\\\n\n  y"\n', 'x\\\ny'],
    ['a: "x \\\n  y"\n', 'x y'],
    ['a: "x \\\r\n  y"\r\n', 'x y'],
    ['a: "x \\\r  y\\\r\r  z"\r', 'x y\nz'],
  ])('%j: blank lines after an escaped line break are line feeds', (text, value) => {
    expect(leavesOf(text)).toEqual({ a: value });
  });
});
