import { describe, expect, it } from 'vitest';
import { lineIndex } from '../../../src/core/text/lines.js';
import { newlineOf, splice } from '../../../src/formats/text.js';

describe('lineIndex', () => {
  it.each([
    ['a\nb', 2, 2, 1],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['a\r\n\rb', 4, 3, 1],
    ['abc', 2, 1, 3],
    ['abc', 3, 1, 4],
    ['', 0, 1, 1],
    ['a\n', 2, 2, 1],
  ])('finds the place in %j at %i: line %i, column %i', (text, offset, line, column) => {
    expect(lineIndex(text)(offset)).toEqual({ line, column });
  });

  it('gives a byte-order mark no column', () => {
    expect(lineIndex('\ufeff{\n}')(0)).toEqual({ line: 1, column: 1 });
    expect(lineIndex('\ufeff{\n}')(1)).toEqual({ line: 1, column: 1 });
    expect(lineIndex('\ufeff{\n}')(3)).toEqual({ line: 2, column: 1 });
  });
});

describe('splice', () => {
  it('makes all replacements in one pass, insertions at one place in the order given', () => {
    const replacements = [
      { start: 0, end: 1, text: 'A' },
      { start: 2, end: 2, text: '1' },
      { start: 2, end: 2, text: '2' },
      { start: 2, end: 3, text: '' },
      { start: 4, end: 4, text: '!' },
    ];
    expect(splice('abcd', replacements)).toBe('Ab12d!');
  });

  it.each([
    [
      [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 2, text: '' },
      ],
    ],
    [
      [
        { start: 2, end: 2, text: '' },
        { start: 1, end: 1, text: '' },
      ],
    ],
    [[{ start: 2, end: 1, text: '' }]],
    [[{ start: 0, end: 9, text: '' }]],
  ])('takes %j for a defect', (replacements) => {
    expect(() => splice('abc', replacements)).toThrow(/overlaps/);
  });
});

describe('newlineOf', () => {
  it.each([
    ['', '\n'],
    ['one line', '\n'],
    ['a\nb\r\n', '\n'],
    ['a\r\nb\r\nc\n', '\r\n'],
    ['a\rb\rc\n', '\r'],
    ['a\rb\r\nc', '\r\n'],
  ])('of %j is %j', (text, newline) => {
    expect(newlineOf(text)).toBe(newline);
  });
});
