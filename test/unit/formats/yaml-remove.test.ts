import { describe, expect, it } from 'vitest';
import { edit, edited, leavesOf, refusals } from './yaml-helpers.js';

describe('a key is removed with its lines', () => {
  it.each([
    ['first', 'a: x\nb: y\n', 'b: y\n'],
    ['with its trailing comment', 'a: x # about a\nb: y\n', 'b: y\n'],
    ['with the comment above it', 'b: y\n# about a\n# more\na: x\nc: z\n', 'b: y\nc: z\n'],
    ['but not a comment of another column', 'b: y\n  # about b\na: x\n', 'b: y\n  # about b\n'],
    ['but not a comment after a blank line', 'b: y\n# a group\n\na: x\nc: z\n', 'b: y\n# a group\n\nc: z\n'],
    ['but not the comment that opens the file', '# head\na: x\nb: y\n', '# head\nb: y\n'],
    ['with a block scalar, its blank lines stay', 'a: |-\n  x\n  y\n\nb: y\n', '\nb: y\n'],
    ['with a block scalar that keeps its blank lines', 'a: |+\n  x\n\nb: y\n', 'b: y\n'],
    ['with several lines', 'a: one\n  two\nb: y\n', 'b: y\n'],
    ['with a value on the next line', 'a:\n  "x"\nb: y\n', 'b: y\n'],
    ['last in a file without a final line break', 'b: y\na: x', 'b: y'],
    ['last after blank lines in a file without a final line break', 'b: y \n\n \na: x', 'b: y '],
    ['CRLF', 'b: y\r\na: x\r\n', 'b: y\r\n'],
    ['lone CR', 'b: y\ra: x\r', 'b: y\r'],
    ['empty', 'b: y\na:\n', 'b: y\n'],
    ['before an end marker', '---\nb: y\na: x\n...\n', '---\nb: y\n...\n'],
  ])('%s', (_, before, after) => {
    expect(edited(before, { a: undefined })).toBe(after);
  });

  it('several, to the end of a file without a final line break', () => {
    expect(edited('a: x\nb: y\nc: z', { b: undefined, c: undefined })).toBe('a: x');
    expect(edited('a:\n  k: x\nb:\n  k: x\n  l: y', { 'a/k': undefined, 'b/l': undefined })).toBe(
      'b:\n  k: x',
    );
  });

  it('last, while a key is added before its blank line, without a new final line break', () => {
    expect(edited('a: b\nk:\n  x: v\n\nz: end', { z: undefined, 'k/w': 'w' })).toBe(
      'a: b\nk:\n  x: v\n  w: w',
    );
  });

  it('the first after a dash, and all of an item', () => {
    expect(edited('l:\n- a: x\n  b: y\n', { 'l/0/a': undefined })).toBe('l:\n- b: y\n');
    expect(edited('l:\n- a: x\n  # about b\n  b: y\n', { 'l/0/a': undefined })).toBe(
      'l:\n- # about b\n  b: y\n',
    );
    expect(edited('l:\n- a: x\n  b: y\n  c: z\n', { 'l/0/a': undefined, 'l/0/b': undefined })).toBe(
      'l:\n- c: z\n',
    );
    expect(edited('l:\n- a: x\n- b: y\n  c: z\n', { 'l/1/b': undefined, 'l/1/c': undefined })).toBe(
      'l:\n- a: x\n',
    );
  });

  it('a key that is not there changes nothing', () => {
    expect(edited('a: x\n', { b: undefined, 'a/b': undefined, 'c/d': undefined })).toBe('a: x\n');
    expect(edited('', { b: undefined })).toBe('');
  });
});

describe('a parent that becomes empty goes as well', () => {
  it.each([
    ['de:\n  a:\n    b: x\n  c: y\n', 'de/a/b', 'de:\n  c: y\n'],
    ['de:\n  # about a\n  a: # here\n    b: x\n\n  c: y\n', 'de/a/b', 'de:\n\n  c: y\n'],
    ['de:\n  a: {b: x}\n  c: y\n', 'de/a/b', 'de:\n  c: y\n'],
    ['de:\n  a: [x]\n  c: y\n', 'de/a/0', 'de:\n  c: y\n'],
    ['de:\n  a:\n  - x\n  c: y\n', 'de/a/0', 'de:\n  c: y\n'],
    ['de: {a: {b: x}, c: y}\n', 'de/a/b', 'de: {c: y}\n'],
  ])('%j', (before, key, after) => {
    expect(edited(before, { [key]: undefined })).toBe(after);
  });

  it('but a merge key keeps its map', () => {
    expect(edited('x: &x {m: 1}\nde:\n  <<: *x\n  a: z\n', { 'de/a': undefined })).toBe(
      'x: &x {m: 1}\nde:\n  <<: *x\n',
    );
  });

  it.each([
    ['the only key of a file', 'a: x\n', 'a', '{}\n'],
    [
      'the only key of a file, with its head and markers',
      '# head\n---\na: x\n...\n',
      'a',
      '# head\n---\n{}\n...\n',
    ],
    ['the only key, no final line break', 'a: x', 'a', '{}'],
    ['all below the locale', 'de:\n  a:\n    b: x\n', 'de/a/b', 'de: {}\n'],
    [
      'all below the locale, with comments',
      'de: # root\n\n  # about a\n  a: x # a\n# end\n',
      'de/a',
      'de: {} # root\n\n# end\n',
    ],
    ['all below the locale, no final line break', 'de:\n  a: x', 'de/a', 'de: {}'],
    ['a flow file', '{a: x}\n', 'a', '{}\n'],
    ['a flow map below the locale', 'de: { a: x }\n', 'de/a', 'de: {}\n'],
    ['a list below the only key', 'de:\n- x\n', 'de/0', 'de: []\n'],
  ])('below the root something stays: %s', (_, before, key, after) => {
    expect(edited(before, { [key]: undefined })).toBe(after);
  });
});

describe('C12 a comment that may head several keys stays as long as one of them does', () => {
  const heads = 'x: w\n\n# Heading\na: 1\nb: 2\nc: 3\n\nd: 4\n';
  it.each([
    ['after a blank line', heads, ['a'], 'x: w\n\n# Heading\nb: 2\nc: 3\n\nd: 4\n'],
    ['two of three', heads, ['a', 'b'], 'x: w\n\n# Heading\nc: 3\n\nd: 4\n'],
    ['the first and the last', heads, ['a', 'c'], 'x: w\n\n# Heading\nb: 2\n\nd: 4\n'],
    ['another one', heads, ['b'], 'x: w\n\n# Heading\na: 1\nc: 3\n\nd: 4\n'],
    ['goes with all of them', heads, ['a', 'b', 'c'], 'x: w\n\n\nd: 4\n'],
    ['goes with the only one', 'x: w\n\n# About a\na: 1\n\nb: 2\n', ['a'], 'x: w\n\n\nb: 2\n'],
    [
      'goes if the next has its own',
      'x: w\n\n# About a\na: 1\n# About b\nb: 2\n',
      ['a'],
      'x: w\n\n# About b\nb: 2\n',
    ],
    ['goes with the last of a map', 'x: w\n\n# About a\na: 1\n', ['a'], 'x: w\n\n'],
    ['first in its map', 'm:\n  # Heading\n  a: 1\n  b: 2\n', ['m/a'], 'm:\n  # Heading\n  b: 2\n'],
    ['over maps', 'x: w\n\n# Heading\na:\n  k: 1\nb:\n  k: 2\n', ['a/k'], 'x: w\n\n# Heading\nb:\n  k: 2\n'],
    [
      'over block scalars',
      'x: w\n\n# Heading\na: |\n  1\nb: |\n  2\n',
      ['a'],
      'x: w\n\n# Heading\nb: |\n  2\n',
    ],
    ['CRLF', 'x: w\r\n\r\n# Heading\r\na: 1\r\nb: 2\r\n', ['a'], 'x: w\r\n\r\n# Heading\r\nb: 2\r\n'],
    ['with a ruled line', 'x: w\n# --- Heading ---\na: 1\nb: 2\n', ['a'], 'x: w\n# --- Heading ---\nb: 2\n'],
    ['in a ruled box', 'x: w\n#####\n# Box\n#####\na: 1\nb: 2\n', ['a'], 'x: w\n#####\n# Box\n#####\nb: 2\n'],
    ['in braces', 'm: {\n  # Heading\n  a: 1,\n  b: 2\n}\n', ['m/a'], 'm: {\n  # Heading\n  b: 2\n}\n'],
    [
      'in braces, with all',
      'm: {\n  x: 0,\n\n  # Heading\n  a: 1,\n  b: 2\n}\n',
      ['m/a', 'm/b'],
      'm: {\n  x: 0\n\n}\n',
    ],
  ])('%s', (_, before, keys, after) => {
    expect(edited(before, Object.fromEntries(keys.map((key) => [key, undefined])))).toBe(after);
  });
});

describe('flow collections keep their commas right', () => {
  it.each([
    ['{a: x, b: y, c: z}\n', ['a'], '{b: y, c: z}\n'],
    ['{a: x, b: y, c: z}\n', ['b'], '{a: x, c: z}\n'],
    ['{a: x, b: y, c: z}\n', ['c'], '{a: x, b: y}\n'],
    ['{a: x, b: y, c: z, }\n', ['c'], '{a: x, b: y, }\n'],
    ['{a: x, b: y, c: z}\n', ['b', 'c'], '{a: x}\n'],
    ['{a: x, b: y, c: z}\n', ['a', 'b'], '{c: z}\n'],
    ['{a: x, b: y, c: z}\n', ['a', 'c'], '{b: y}\n'],
    ['{\n  a: x,\n  b: y,\n  c: z\n}\n', ['c'], '{\n  a: x,\n  b: y\n}\n'],
    ['{\n  a: x,\n  b: y,\n  c: z\n}\n', ['a'], '{\n  b: y,\n  c: z\n}\n'],
    ['[{a: x}, y]\n', [], '[{a: x}, y]\n'],
  ])('%j without %j', (before, keys, after) => {
    if (keys.length === 0) expect(edited(`l: ${before}`, { 'l/1': undefined })).toBe('l: [{a: x}]\n');
    else expect(edited(before, Object.fromEntries(keys.map((key) => [key, undefined])))).toBe(after);
  });
});

describe('refused, with a reason and a position', () => {
  it.each([
    ['an item from the middle of a list', 'l: [a, b, c]\n', 'l/1', 'at the end of its list'],
    ['a text in an alias', 'a: &x {k: v}\nb: *x\n', 'b/k', 'alias'],
    ['an alias in what is read twice', 'a: &x v\nb: &y {k: *x}\nc: *y\n', 'b/k', 'alias'],
    ['an anchor that is used', 'a: &x y\nb: *x\n', 'a', 'other places'],
    ['a parent whose anchor is used', 'a: &x {k: v}\nb: *x\n', 'a/k', 'other places'],
    ['a merged key', 'a: &x {k: v}\nb: {<<: *x}\n', 'b/k', 'merge key'],
    ['YM-02 a duplicate key', 'a: x\na: y\nb: z\n', 'a', 'more than once'],
    ['an explicit key', '? a\n: x\nb: y\n', 'a', 'explicit key'],
    ['a pair in a list', 'l: [a: x, b]\n', 'l/0/a', undefined],
    ['a map', 'a: {b: c}\n', 'a', 'it is a map'],
  ])('%s', (_, before, key, reason) => {
    const [first] = refusals(before, { [key]: undefined });
    if (reason === undefined) expect(first).toBeDefined();
    else expect(first?.reason).toContain(reason);
    expect(first?.position).toBeDefined();
  });

  it('what other readers hardly write is not edited wrongly: explicit keys without a text', () => {
    for (const text of [
      '? \n',
      'k: v\n? \n',
      '? # c\nl:\n- i\n',
      '? a\n',
      '? ~\nb: c\n',
      '? |-',
      'k: v\n? >+ # c\n',
    ]) {
      for (const value of [undefined, 'new']) {
        const key = text.includes('a') ? 'a' : text.includes('~') ? '~' : '';
        const result = edit(text, { [key]: value });
        if (result.ok) expect(leavesOf(result.text)[key]).toBe(value);
        else expect(result.refused[0].reason).toContain('explicit key');
      }
    }
  });

  it('an alias goes, and what it points to stays', () => {
    expect(edited('a: &x y\nb: *x # why\nc: *x\n', { b: undefined })).toBe('a: &x y\nc: *x\n');
    expect(edited('a: &x y\nb: {c: *x, d: *x}\n', { 'b/c': undefined })).toBe('a: &x y\nb: {d: *x}\n');
    expect(edited('a: &x y\nb:\n  c: *x\nd: *x\n', { 'b/c': undefined })).toBe('a: &x y\nd: *x\n');
    expect(edited('a: &x y\nl: [b, *x]\n', { 'l/1': undefined })).toBe('a: &x y\nl: [b]\n');
    expect(edited('a: &x y\nb: *x\n', { a: 'z', b: undefined })).toBe('a: &x z\n');
  });

  it('items from the end of a list are removed', () => {
    expect(edited('l: [a, b, c]\n', { 'l/2': undefined, 'l/1': undefined })).toBe('l: [a]\n');
    expect(edited('l:\n- a\n- b # why\n', { 'l/1': undefined })).toBe('l:\n- a\n');
  });
});

describe('an entry of a flow map whose neighbour has no value', () => {
  it.each([
    ['a: {b: , c: d}\n', 'a/c', 'a: {b: }\n'],
    ['a: {b:, c: d}\n', 'a/c', 'a: {b: }\n'],
    ['a: { b: , c: d }\n', 'a/c', 'a: { b:  }\n'],
  ])('%j without %s is %j, which libyaml reads', (before, key, after) => {
    expect(edited(before, { [key]: undefined })).toBe(after);
  });
});

describe('entries of a flow map on lines of their own take their own comments along, and no other', () => {
  const text = 'a: { # open\n  b: 1, # one\n  # about c\n  c: 2, # two\n\n  # about d\n  d: 3 # three\n}\n';
  it.each([
    ['a/b', 'a: { # open\n  # about c\n  c: 2, # two\n\n  # about d\n  d: 3 # three\n}\n'],
    ['a/c', 'a: { # open\n  b: 1, # one\n\n  # about d\n  d: 3 # three\n}\n'],
    ['a/d', 'a: { # open\n  b: 1, # one\n  # about c\n  c: 2 # two\n\n}\n'],
  ])('%s', (key, after) => {
    expect(edited(text, { [key]: undefined })).toBe(after);
  });

  it('a comma after the last entry stays one', () => {
    expect(edited('a: {\n  b: x,\n  c: y,\n}\n', { 'a/c': undefined })).toBe('a: {\n  b: x,\n}\n');
  });
});

it.each([
  ['a: |\n  x\nb: y', 'a: |\n  x\n'],
  ['a: |+\n  x\n\nb: y', 'a: |+\n  x\n\n'],
  ['a: |-\n  x\nb: y', 'a: |-\n  x'],
])('%j: the last line break stays if it is text of a block scalar', (before, after) => {
  expect(edited(before, { b: undefined })).toBe(after);
});
