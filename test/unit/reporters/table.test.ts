import stringWidth from 'fast-string-width';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table, widthOf, type Column } from '../../../src/reporters/table.js';

const HEAD: readonly Column[] = [
  { title: 'file', align: 'left', shrinks: true },
  { title: 'keys', align: 'right' },
];
const lines = (path: string, columns: number): string[] =>
  table(HEAD, [[{ text: path }, { text: '12' }]], columns, (title) => title)
    .trimEnd()
    .split('\n');

describe('a table is never wider than the screen', () => {
  it.each([
    ['Chinese', `locales/${'語言文件'.repeat(12)}.json`],
    ['emoji of several code points', `locales/${'👨‍👩‍👧‍👦🏳️‍🌈'.repeat(20)}.json`],
    ['combining marks', `locales/${'e\u0301'.repeat(70)}.json`],
    ['Latin', `locales/${'a'.repeat(90)}.json`],
  ])('with %s in a path', (_, path) => {
    for (const line of lines(path, 60)) expect(stringWidth(line)).toBeLessThanOrEqual(60);
    expect(lines(path, 60)[1]).toMatch(/^locales\/.*….*\.json/u);
  });

  it('whatever the path is', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 30, max: 100 }), (path, columns) => {
        fc.pre(!/[\n\r\p{Cc}]/u.test(path));
        for (const line of lines(path, columns)) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('and characters stay whole if they are cut', () => {
    const family = '👨‍👩‍👧‍👦';
    const [, row = ''] = lines(family.repeat(40), 40);
    expect(row.replaceAll(family, '').replace(/[…\s\d]/gu, '')).toBe('');
  });
});
