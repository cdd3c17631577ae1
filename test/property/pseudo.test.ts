import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadIcu, parseIcu } from '../../src/core/check/icu.js';
import { pseudoText } from '../../src/core/check/pseudo.js';
import { checkText } from '../../src/core/check/check-text.js';
import { runs } from '../support/runs.js';

beforeAll(loadIcu);

/** The text without accents, doubled letters and marks of direction, by rules of its own. */
const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

describe('PS-01 what a program reads stays, and the rest is accented and longer', () => {
  it.each([
    ['Hello world', []],
    ['%{count} items', ['%{count} ']],
    ['%<n>d of %1$s left', ['%<n>d ', '%1$s ']],
    [
      '{{name, upper}} $t(other.key) <a href="x">link</a>',
      ['{{name, upper}} $t(other.key) <a href="x">', '</a>'],
    ],
    ['Tom &amp; Jerry &#39;x', ['&amp;', '&#39;']],
    [':name is here', [':name ']],
    ['See https://example.com/path now', ['https://example.com/path']],
    ['Write to a.person+x@mail.example.com', ['a.person+x@mail.example.com']],
    ['%d.%m.%Y at %H', ['%d.%m.%Y ', '%H']],
  ])('%s', (text, kept) => {
    const found = pseudoText(text, false);
    expect(found).not.toBe(text);
    for (const one of kept) expect(found).toContain(one);
    expect(checkText(text, found, 'en')).toEqual([]);
  });

  it('keeps the syntax of messages', () => {
    const text =
      "{n, plural, =0 {no '{x}' files} one {# file} other {# files in {place}}} for {who, select, me {me} other {them}}";
    const found = pseudoText(text, true);
    expect(checkText(text, found, 'en')).toEqual([]);
    expect(found).toContain("'{x}'");
    expect(found).toMatch(/^\{n, plural, =0 \{/);
    expect(parseIcu(found)).toEqual(parseIcu(text));
    expect(found).toContain('\u202e');
  });

  it('leaves symbols and texts without letters alone', () => {
    for (const text of [':year', '', '42 %', '日本', '{name}']) expect(pseudoText(text, true)).toBe(text);
  });
});

it('PS-01 check finds nothing in any pseudo text, and it is about a third longer', () => {
  const part = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'Save',
        'the file',
        'You have',
        'OK',
        'a',
        'Straße',
        '日本',
        "it's",
        ' ',
        '100%',
      ),
    },
    fc.constantFrom(
      '%{n}',
      '{name}',
      '{{x}}',
      '%s',
      '%1$d',
      '%<a>d',
      '%(b)s',
      '${c}',
      '$t(d.e)',
      '<b>',
      '</b>',
      '<br/>',
      '<0>',
      '</0>',
      '&nbsp;',
      '{}',
      ':user',
      '%x%',
      '\n',
    ),
    fc.constantFrom(
      '{n, plural, one {# day} other {# days}}',
      '{g, select, male {he} other {they}}',
      '{d, date, short}',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.boolean(), (parts, bidi) => {
      const text = parts.join(' ');
      const found = pseudoText(text, bidi);
      expect(checkText(text, found, 'en')).toEqual([]);
      const bare = found.replaceAll(/[\u202e\u202c]/g, '');
      const added = bare.length - text.length;
      expect(added).toBeLessThanOrEqual(Math.ceil(letters(text).length / 3));
      expect(pseudoText(text, bidi)).toBe(found);
    }),
    { numRuns: runs(2000) },
  );
});
