import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBrokenLetters } from '../../../../src/core/merge/broken-letters.js';

describe('broken letters', () => {
  it.each([
    ['Größe', 'Gr??e'],
    ['Größe', 'Gr????e'],
    ['Größe', 'Gr\uFFFD\uFFFDe'],
    ['Größe', 'GrÃ¶Ã\u009fe'],
    ['Größe', 'Gre'],
    ['für „alle“', 'für ?alle?'],
    ['für „alle“', 'für \uFFFDalle\uFFFD'],
    ['日本語', '???'],
    ['5 €', '5 ?'],
  ])('%j became %j', (sent, held) => expect(hasBrokenLetters(sent, held)).toBe(true));

  it.each([
    ['Größe', 'Größen'],
    ['Größe', 'Groesse'],
    ['Wirklich löschen …', 'Wirklich löschen ?'],
    ['Löschen', 'Löschen?'],
    ['a – b', 'a ? b'],
    ['Hello?', 'Hello'],
    ['Grüße „A“', 'Grüße "A"'],
    ['Größe', ''],
    ['Size', 'S?ze'],
  ])('a person made %j of it: %j', (sent, held) => expect(hasBrokenLetters(sent, held)).toBe(false));

  it('does not see a break in a text that is still the same', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !hasBrokenLetters(text, text)));
  });

  it('sees question marks in place of all letters that are not ASCII', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'é', '語', ' ', 'ß') });
    fc.assert(
      fc.property(letters, (text) => {
        const held = text.replace(/[^\p{ASCII}]/gu, '?');
        return hasBrokenLetters(text, held) === (held !== text);
      }),
    );
  });
});
