import { describe, expect, it } from 'vitest';
import { edited, leavesOf, outline, refusals } from './yaml-helpers.js';

describe('KV-06 a new key is put into a block map', () => {
  const order = outline('de', 'de/a string', 'de/b string', 'de/c string', 'de/d');

  it.each([
    [
      'after its elder sibling',
      'de:\n  a: x # why\n\n  # about c\n  c: z\n',
      'de:\n  a: x # why\n  b: new\n\n  # about c\n  c: z\n',
    ],
    [
      'before its younger one, with its comment',
      'de:\n  # about c\n  c: z\n',
      'de:\n  b: new\n  # about c\n  c: z\n',
    ],
    ['after a nested map', 'de:\n  a:\n    x: y\n  c: z\n', 'de:\n  a:\n    x: y\n  b: new\n  c: z\n'],
    [
      'after a block scalar and before its blank lines',
      'de:\n  a: |-\n    x\n\n  c: z\n',
      'de:\n  a: |-\n    x\n  b: new\n\n  c: z\n',
    ],
    [
      'after the blank lines that a block scalar keeps',
      'de:\n  a: |+\n    x\n\n  c: z\n',
      'de:\n  a: |+\n    x\n\n  b: new\n  c: z\n',
    ],
    [
      'after a text of several lines',
      'de:\n  a: one\n    two\n  c: z\n',
      'de:\n  a: one\n    two\n  b: new\n  c: z\n',
    ],
    ['at the end if nothing else is known', 'de:\n  q: z\n', 'de:\n  q: z\n  b: new\n'],
    ['at the end of a file without a final line break', 'de:\n  a: z', 'de:\n  a: z\n  b: new'],
    ['before the end marker', '---\nde:\n  a: z\n...\n', '---\nde:\n  a: z\n  b: new\n...\n'],
    ['with CRLF', 'de:\r\n  a: z\r\n', 'de:\r\n  a: z\r\n  b: new\r\n'],
    ['with lone CR', 'de:\r  a: z\r', 'de:\r  a: z\r  b: new\r'],
    ['in its column', 'de:\n      a: z\n', 'de:\n      a: z\n      b: new\n'],
    ['with the file’s quotes', "de:\n  a: 'z'\n", "de:\n  a: 'z'\n  b: 'new'\n"],
    ['with quoted keys', 'de:\n  "a": "z"\n', 'de:\n  "a": "z"\n  "b": "new"\n'],
    [
      'after a list in its parent’s column',
      'de:\n  a:\n  - x\n  c: z\n',
      'de:\n  a:\n  - x\n  b: new\n  c: z\n',
    ],
    [
      'after a merge key’s map',
      'x: &x {m: 1}\nde:\n  <<: *x\n  a: z\n',
      'x: &x {m: 1}\nde:\n  <<: *x\n  a: z\n  b: new\n',
    ],
  ])('%s', (_, before, after) => {
    expect(edited(before, { 'de/b': 'new' }, order)).toBe(after);
  });

  it.each([
    ['as a number if the others are numbers', '404: Weg\na: x\n', '404: Weg\na: x\n500: Kaputt\n'],
    ['as a text if one of the others is a text', '404: Weg\n"1": x\n', '404: Weg\n"1": x\n"500": Kaputt\n'],
    ['as a text if there are no others', 'a: x\n', 'a: x\n"500": Kaputt\n'],
    ['as a number within braces', '{404: Weg}\n', '{404: Weg, 500: Kaputt}\n'],
  ])('of digits %s', (_, before, after) => {
    expect(edited(before, { 500: 'Kaputt' })).toBe(after);
  });

  it.each([
    ['alone', {}],
    ['with an edit of another key', { a: 'z' }],
  ])(
    'at the end of a file without a final line break, which stays so: a text that ends with blank lines %s',
    (_, more) => {
      const after = edited('a: |+\n  x\n\nb: y', { ...more, n: 'q\nr\n\n' });
      expect(after).toMatch(/\nb: y\n"?n"?: "q\\nr\\n\\n"$/);
      expect(leavesOf(after)).toMatchObject({ n: 'q\nr\n\n', a: 'a' in more ? 'z' : 'x\n\n' });
    },
  );

  it('at the root: comments that open the file stay on top', () => {
    expect(edited('# head\nb: x\n', { a: 'new' }, outline('a string', 'b string'))).toBe(
      '# head\na: new\nb: x\n',
    );
  });

  it('in a list item, first and last', () => {
    const before = 'l:\n  - b: x\n    c: y\n';
    expect(
      edited(
        before,
        { 'l/0/a': 'new', 'l/0/d': 'end' },
        outline('l list', 'l/0', 'l/0/a string', 'l/0/b string'),
      ),
    ).toBe('l:\n  - a: new\n    b: x\n    c: y\n    d: end\n');
  });

  it('many at once, each in its place and in order', () => {
    const wanted = outline('de', ...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `de/${key} string`));
    expect(
      edited(
        'de:\n  b: x\n  e: y\n',
        { 'de/f': '6', 'de/d': '4', 'de/a': '1', 'de/c': '3', 'de/zz': '9' },
        wanted,
      ),
    ).toBe('de:\n  a: "1"\n  b: x\n  c: "3"\n  d: "4"\n  e: y\n  f: "6"\n  zz: "9"\n');
  });

  it('next to edits and removals', () => {
    expect(edited('de:\n  a: x\n  c: y\n', { 'de/b': 'new', 'de/a': undefined, 'de/c': 'z' }, order)).toBe(
      'de:\n  b: new\n  c: z\n',
    );
    expect(edited('de:\n  a:\n    k: x\n', { 'de/a/l': 'new', 'de/a/k': undefined }, order)).toBe(
      'de:\n  a:\n    l: new\n',
    );
  });
});

describe('missing parents', () => {
  it('are made, with the file’s indentation', () => {
    expect(edited('de:\n    a:\n        x: y\n', { 'de/b/c/d': 'new', 'de/b/c/e': 'two' })).toBe(
      'de:\n    a:\n        x: y\n    b:\n        c:\n            d: new\n            e: two\n',
    );
  });

  it('are lists if the other file has lists', () => {
    const order = outline('de', 'de/l list', 'de/l/0 string', 'de/l/1 string');
    expect(edited('de:\n  a: x\n', { 'de/l/1': 'two', 'de/l/0': 'one' }, order)).toBe(
      'de:\n  a: x\n  l:\n    - one\n    - two\n',
    );
    expect(edited('de:\n  a:\n  - x\n', { 'de/l/0': 'one', 'de/l/1': 'two' }, order)).toBe(
      'de:\n  a:\n  - x\n  l:\n  - one\n  - two\n',
    );
    expect(edited('de:\n  a: x\n', { 'de/l/0': 'one' })).toBe('de:\n  a: x\n  l:\n    "0": one\n');
  });

  it('hold lists of maps and lists of lists', () => {
    const order = outline('l list', 'l/0', 'l/0/k string', 'l/1 list', 'l/1/0 string');
    expect(
      edited('a: x\n', { 'l/0/k': 'one', 'l/0/m': 'two', 'l/1/0': 'three', 'l/1/1': 'four' }, order),
    ).toBe('a: x\nl:\n  - k: one\n    m: two\n  - - three\n    - four\n');
  });

  it('a list with a gap is refused, but for items that the other file has there', () => {
    const order = outline('l list', 'l/0 null', 'l/1 string', 'l/2 string');
    expect(leavesOf(edited('a: x\n', { 'l/1': 'Januar' }, order))).toEqual({
      a: 'x',
      'l/0': 'null ',
      'l/1': 'Januar',
    });
    expect(edited('a: x\n', { 'l/2': 'Februar' }, order)).toBe('a: x\nl:\n  -\n  -\n  - Februar\n');
    expect(refusals('a: x\n', { 'l/4': 'April' }, order)[0]?.reason).toContain('item 3 has no text');
  });

  it.each([
    ['a null', 'de:\n', 'de:\n  k: new\n'],
    ['a null with a comment', 'de: # why\nen: x\n', 'de: # why\n  k: new\nen: x\n'],
    [
      'a null with a comment below',
      'de:\n  # nothing yet\nen: x\n',
      'de:\n  k: new\n  # nothing yet\nen: x\n',
    ],
    ['a tilde', 'de: ~\nen: x\n', 'de:\n  k: new\nen: x\n'],
    ['a null at the end', 'de:', 'de:\n  k: new'],
    ['an empty map', 'de: {} # why\nen: x\n', 'de: # why\n  k: new\nen: x\n'],
    ['an empty map with an anchor', 'de: &x {}\nen: x\n', 'de: &x\n  k: new\nen: x\n'],
    ['an empty map in a flow map', 'x: {de: {}}\n', undefined],
  ])('are put into %s', (_, before, after) => {
    if (after === undefined) expect(edited(before, { 'x/de/k': 'new' })).toBe('x: {de: {k: new}}\n');
    else expect(edited(before, { 'de/k': 'new' })).toBe(after);
  });

  it('are put into empty lists and empty items', () => {
    const order = outline('l list', 'l/0', 'l/0/k string');
    expect(edited('l: []\n', { 'l/0': 'new' }, outline('l list'))).toBe('l:\n  - new\n');
    expect(edited('l:\n- {}\n', { 'l/0/k': 'new', 'l/0/m': 'x' }, order)).toBe('l:\n- k: new\n  m: x\n');
    expect(edited('l:\n-\n- x\n', { 'l/0/k': 'new' }, order)).toBe('l:\n- k: new\n- x\n');
  });
});

describe('YM-04 a file without keys gets its first one', () => {
  it.each([
    ['', 'a: new\n'],
    ['\n', '\na: new\n'],
    ['# head\n', '# head\na: new\n'],
    ['# head', '# head\na: new'],
    ['---\n', '---\na: new\n'],
    ['---', '---\na: new'],
    ['--- # head\n', '--- # head\na: new\n'],
    ['---\n# head\n...\n', '---\n# head\na: new\n...\n'],
    ['...\n', 'a: new\n...\n'],
    ['~\n', 'a: new\n'],
    ['--- ~\n', '---\na: new\n'],
    ['{}\n', 'a: new\n'],
    ['{}', 'a: new'],
    ['---\n{} # none\n', '---\na: new # none\n'],
    ['\uFEFF', '\uFEFFa: new\n'],
    ['# head\r\n', '# head\r\na: new\r\n'],
    ['%YAML 1.2\n---\n', '%YAML 1.2\n---\na: new\n'],
  ])('%j', (before, after) => {
    expect(leavesOf(before)).toEqual({});
    expect(edited(before, { a: 'new' })).toBe(after);
  });
});

describe('flow collections', () => {
  const order = outline('a string', 'b string', 'c string');

  it.each([
    ['{a: x, c: z}\n', '{a: x, b: new, c: z}\n'],
    ['{ c: z }\n', '{ b: new, c: z }\n'],
    ['{a: x}\n', '{a: x, b: new}\n'],
    ['{ a: x, }\n', '{ a: x, b: new, }\n'],
    ['{\n  a: x,\n  c: z\n}\n', '{\n  a: x,\n  b: new,\n  c: z\n}\n'],
    ['{\n  a: x, # why\n  c: z\n}\n', '{\n  a: x, # why\n  b: new,\n  c: z\n}\n'],
    ['{\n  a: x # why\n}\n', '{\n  a: x, # why\n  b: new\n}\n'],
    ['{\n  c: z\n}\n', '{\n  b: new,\n  c: z\n}\n'],
    ['{\n  a: x,\n}\n', '{\n  a: x,\n  b: new,\n}\n'],
    ['{"a": "x", "c": "z"}\n', '{"a": "x", "b": "new", "c": "z"}\n'],
  ])('%j', (before, after) => {
    expect(edited(before, { b: 'new' }, order)).toBe(after);
  });

  it('a key and its unknown neighbour, both after the last', () => {
    expect(edited('{\n  a: x # why\n}\n', { b: 'new', q: 'it' }, order)).toBe(
      '{\n  a: x, # why\n  b: new,\n  q: it\n}\n',
    );
  });

  it('lists and nested parents', () => {
    expect(edited('l: [a, b]\n', { 'l/2': 'c: d', 'l/3': 'e' })).toBe('l: [a, b, "c: d", e]\n');
    expect(edited('{a: x}\n', { 'b/c': 'new', 'l/0': 'i' }, outline('a string', 'b', 'l list'))).toBe(
      '{a: x, b: {c: new}, l: [i]}\n',
    );
    expect(edited('{ a: x }\n', { 'b/c': 'new' })).toBe('{ a: x, b: { c: new } }\n');
  });
});

describe('block lists', () => {
  it('grow at their end', () => {
    expect(edited('l:\n  - a\n  - b # why\nx: y\n', { 'l/2': 'c', 'l/3': 'd' })).toBe(
      'l:\n  - a\n  - b # why\n  - c\n  - d\nx: y\n',
    );
    expect(refusals('l:\n  - a\n', { 'l/2': 'c' })[0]?.reason).toContain('item 1 has no text');
    expect(refusals('l:\n  - a\n', { 'l/x': 'c' })[0]?.reason).toContain(
      'the file has a list here, and "x" is not an item',
    );
  });

  it('hold symbols as Ruby reads them if they hold some, and in Rails’ date order', () => {
    expect(edited('order:\n- :year\n', { 'order/1': ':day' })).toBe('order:\n- :year\n- :day\n');
    expect(
      edited('de:\n  a: x\n', { 'de/date/order/0': ':day' }, outline('de', 'de/date', 'de/date/order list')),
    ).toBe('de:\n  a: x\n  date:\n    order:\n      - :day\n');
    expect(edited('l:\n- a\n', { 'l/1': ':day' })).toBe('l:\n- a\n- ":day"\n');
  });
});

describe('the type of a new key', () => {
  const order = outline('m number', 'b boolean', 'z null', 's string');

  it('is the one that it has in the other file, if its text reads as one', () => {
    expect(edited('a: x\n', { m: '3', b: 'true', z: '', s: '5' }, order)).toBe(
      'a: x\nm: 3\nb: true\nz:\ns: "5"\n',
    );
    expect(edited('a: x\n', { m: 'three', b: 'maybe', z: 'text' }, order)).toBe(
      'a: x\nm: three\nb: maybe\nz: text\n',
    );
    expect(edited('{a: x}\n', { z: '' }, order)).toBe('{a: x, z: ~}\n');
  });

  it('is text otherwise', () => {
    expect(edited('a: x\n', { m: '3', b: 'true' })).toBe('a: x\nm: "3"\nb: "true"\n');
  });
});

describe('keys that need quotes get them', () => {
  it.each([
    'yes',
    'No',
    'on',
    'off',
    'n',
    'null',
    '~',
    '1',
    '1.5',
    '',
    'a: b',
    '- a',
    '#a',
    '<<',
    '=',
    ' a ',
    ':a',
    '2024-01-01',
    'a\nb',
    '%{a}',
    '{a}',
    '[a',
    '&a',
    '*a',
    '!a',
    'a:',
  ])('KV-01 KV-03 YM-10 %j', (key) => {
    const after = edited('a: x\n', { [key]: 'new' });
    expect(after).toBe(`a: x\n${JSON.stringify(key)}: new\n`);
    expect(leavesOf(after)).toEqual({ a: 'x', [key]: 'new' });
  });

  it.each(['a.b', 'a b', 'pt-BR', 'Ünï', 'a:b', 'a#b', 'a[0]', '%'])('%j needs none', (key) => {
    expect(edited('a: x\n', { [key]: 'new' })).toBe(key === '%' ? 'a: x\n"%": new\n' : `a: x\n${key}: new\n`);
  });

  it('YM-08 KV-02 __proto__ and constructor are keys like others', () => {
    const after = edited('a: x\n', { '__proto__/x': 'text', 'constructor/prototype/z': 'z' });
    expect(after).toBe('a: x\n__proto__:\n  x: text\nconstructor:\n  prototype:\n    z: z\n');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(leavesOf(after)['__proto__/x']).toBe('text');
  });

  it('a key that other readers take only in another form is refused', () => {
    expect(refusals('a: x\n', { ['k'.repeat(600)]: 'y' })[0]?.reason).toContain('500 characters');
  });
});

describe('refused, with a reason', () => {
  it.each([
    [
      'below empty brackets with a comment inside',
      'b: {\n  # note\n}\n',
      { 'b/k': 'x' },
      'a comment is inside the empty brackets there',
    ],
    ['into a map after an alias', 'a: &x {k: v}\nb: *x\n', { 'b/n': 'new' }, 'alias'],
    ['into a map after a merge key', 'a: &x\n  m: {k: v}\nb:\n  <<: *x\n', { 'b/m/n': 'new' }, 'merge key'],
    ['into a map that an alias reaches', 'a: &x {k: v}\nb: *x\n', { 'a/n': 'new' }, 'other places'],
    ['into one of two maps of the same name', 'a: {b: c}\na: {d: e}\n', { 'a/n': 'new' }, 'more than once'],
    ['below a text', 'a: b\n', { 'a/n': 'new' }, 'is a text here'],
    ['a text that is a parent too', 'a: b\n', { 'n/m': 'new', n: 'x' }, 'a key below this one'],
  ])('%s', (_, before, changes, reason) => {
    expect(refusals(before, changes)[0]?.reason).toContain(reason);
  });
});

describe('after a block scalar that ends a file without a final line break', () => {
  it.each([
    ['a: |+\n  x', 'a: |-\n  x\nneu: t'],
    ['a: >\n  x\n  y', 'a: >-\n  x\n  y\nneu: t'],
    ['r:\n- |2+\n   x', 'r:\n- |2-\n   x\nneu: t'],
    ['a: |-\n  x', 'a: |-\n  x\nneu: t'],
    ['a: |+\r\n  x', 'a: |-\r\n  x\r\nneu: t'],
    ['a: |+\n  x\n', 'a: |+\n  x\nneu: t\n'],
  ])('%j: its text stays without a line break', (before, after) => {
    expect(edited(before, { neu: 't' })).toBe(after);
    expect(leavesOf(after)).toEqual({ ...leavesOf(before), neu: 't' });
  });
});

it('a flow map on several lines keeps the comment after its bracket when a key comes first', () => {
  const before = 'm: { # about m\n  # about b\n  b: x,\n  c: y\n}\n';
  const order = outline('m', 'm/a string', 'm/b string', 'm/c string');
  const after = edited(before, { 'm/a': 'new' }, order);
  expect(after).toBe('m: { # about m\n  a: new,\n  # about b\n  b: x,\n  c: y\n}\n');
  expect(edited(after, { 'm/a': undefined })).toBe(before);
});

it('a batch that puts keys at the end and before a block scalar that ends the file open', () => {
  const before = 'a: x\nb: |\n  y';
  expect(edited(before, { n: 't', a2: 'u' }, outline('a string', 'a2 string', 'b string', 'n string'))).toBe(
    'a: x\na2: u\nb: |-\n  y\nn: t'.replace('n: t', '"n": t'),
  );
});

it('new lines of a flow map end as the line that they follow', () => {
  const before = 'm: {\r\n  a: x,\n  b: y,\n}\n';
  const after = edited(before, { 'm/c': 'z' });
  expect(after).toBe('m: {\r\n  a: x,\n  b: y,\n  c: z,\n}\n');
  expect(edited(after, { 'm/c': undefined })).toBe(before);
});
