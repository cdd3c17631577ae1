import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { printable } from '../../../src/core/text/printable.js';
import { inkFor } from '../../../src/reporters/ink.js';
import { twoTexts } from '../../../src/reporters/two-texts.js';

const PLAIN = inkFor({ color: false });
const COLORS = inkFor({ color: true });

const show = (one: string | null, other: string | null, ink = PLAIN, columns?: number): string =>
  twoTexts({ label: 'here', text: one }, { label: 'there', text: other }, ink, columns);

/** What is bold, part by part. */
const bold = (shown: string): readonly string[] =>
  [...shown.matchAll(/\u001b\[1m([\s\S]*?)\u001b\[22m/g)].map(([, words]) => words ?? '');

describe('two texts below each other', () => {
  it('shows line breaks as line breaks, moved in below the first line', () => {
    expect(show('One\n\nTwo', 'One')).toBe('    here   One\n\n           Two\n    there  One\n');
  });

  it('marks in bold the words that only one text has', () => {
    const shown = show('The cart is empty now', 'The cart is very very full now', COLORS);
    expect(bold(shown)).toEqual(['empty', 'very', 'very full']);
    expect(bold(show('Alles neu', 'Completely other', COLORS))).toEqual([]);
    expect(bold(show('one', null, COLORS))).toEqual([]);
  });

  it('marks each line of its own, so that no indentation is bold', () => {
    const long = 'und noch ein Wort '.repeat(12).trim();
    const shown = show(`Anfang ${long} Ende`, 'Anfang Ende', COLORS, 60);
    expect(bold(shown).every((words) => words === words.trim())).toBe(true);
    expect(
      Math.max(
        ...stripVTControlCharacters(shown)
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(60);
  });

  it('shows what cannot be seen if nothing else differs', () => {
    expect(show('Total', 'Total ')).toBe('    here   Total\n    there  Total\\u{20}\n');
    expect(show('Café', 'Cafe\u0301')).toBe('    here   Caf\\u{e9}\n    there  Cafe\\u{301}\n');
    expect(show('a\r\nb', 'a\nb')).toBe('    here   a\\u{d}\n           b\n    there  a\n           b\n');
  });

  it('shows the place in a long text where the difference is', () => {
    const text = 'word '.repeat(1000);
    const shown = show(`${text}one`, `${text}two`, COLORS);
    expect(bold(shown)).toEqual(['one', 'two']);
    expect(shown.length).toBeLessThan(600);
    expect(show('a'.repeat(5000), 'b')).toContain('aaa…');
  });

  it('lets no text act on a terminal or a CI log, and loses no word of it', () => {
    const part = fc.constantFrom(
      '\n',
      '\r',
      '\u001b[31m',
      '\u0001',
      '\u0002',
      '::error::',
      '##[',
      ' ',
      'a',
      'b c',
      '\ud800',
      '\u202e',
      '語',
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const plain = show(one, other);
        expect(plain).not.toMatch(/[\0-\u0009\u000b-\u001f\u202e\ud800]|^\s*::|##\[/mu);
        expect(stripVTControlCharacters(show(one, other, COLORS))).toBe(plain);
        const lines = one.split('\n').map((line) => printable(line, 2000));
        if (!plain.includes('\\u{20}')) for (const line of lines) expect(plain).toContain(line);
      }),
    );
  });
});
