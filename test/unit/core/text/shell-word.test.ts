import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../../../src/core/text/printable.js';
import { shellWord } from '../../../../src/core/text/shell-word.js';

/** What a shell makes of these words. */
const words = (texts: readonly string[]): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('a word for the shell', () => {
  it('is plain if it may be, and quoted if not', () => {
    expect(shellWord('config/locales/de.yml')).toBe('config/locales/de.yml');
    expect(shellWord("it's")).toBe("'it'\\''s'");
    expect(shellWord('=x')).toBe("'=x'");
    expect(shellWord('a`b')).toBe(`"$(printf 'a\\140b')"`);
  });

  it('means the text to sh, and can be shown in a message between backticks', () => {
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(...Array.from('`\'"$\\%!*?[]{}~ \t\u200b-=#;&|é✓')),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 12,
      })
      .filter((one) => !one.includes('\0') && !one.endsWith('\n'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        expect(words(texts)).toEqual(texts);
        for (const word of texts.map(shellWord)) {
          expect(word).not.toContain('`');
          expect(printable(`x ${word}`, Infinity)).toBe(`x ${word}`);
        }
      }),
      { numRuns: 25 },
    );
  });
});
