import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadIcu, parseIcu } from '../../../../src/core/check/icu.js';
import { checkText } from '../../../../src/core/check/check-text.js';

beforeAll(loadIcu);

function read(text: string): Record<string, string[]> | string {
  const message = parseIcu(text);
  if ('fault' in message) return message.fault;
  return Object.fromEntries([...message.uses].map(([name, uses]) => [name, [...uses].sort()]));
}

describe('the syntax of ICU messages', () => {
  it.each<[string, string, Record<string, string[]> | string]>([
    ['text', 'Hello', {}],
    ['an argument', 'Hi {name}', { name: ['plain'] }],
    ['blanks', '{ n , plural , one { # } other { # } }', { n: ['plural'] }],
    [
      'formats',
      '{d, date, ::yMMMd} {x, number, ::currency/EUR} {t, time}',
      { d: ['plain'], x: ['plain'], t: ['plain'] },
    ],
    [
      'a plural with an offset',
      '{n, plural, offset:1 =0 {no} one {# file} other {# files}}',
      { n: ['plural'] },
    ],
    [
      'one in the other',
      '{g, select, male {{n, plural, one {his # file} other {his # files of {who}}}} other {{n}}}',
      { g: ['select'], n: ['plain', 'plural'], who: ['plain'] },
    ],
    ['an ordinal', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: ['selectordinal'] }],
    ['a quoted brace', "It's '{'name'}' and '{x}' here", {}],
    ['two apostrophes', "It''s {x}", { x: ['plain'] }],
    ['an apostrophe in a word', "l'ami {x}", { x: ['plain'] }],
    ['a quote without end', "a '{ b {x}", {}],
    ['a quoted brace inside a quote', "'{''}' {x}", { x: ['plain'] }],
    ['no closing brace', 'Hi {name', 'a { is not closed'],
    ['no closing brace of a plural', '{n, plural, other {#}', 'a { is not closed'],
    ['a brace too many', 'Hi {name}}', 'a } has no matching {'],
    ['an empty argument', 'Hi {}', 'a name must follow {'],
    ['a plural without other', '{n, plural, one {#}}', '{n, plural has no branch "other"'],
    ['a translated form', '{n, plural, eins {#} other {#}}', '"eins" is not a plural form'],
    [
      'a type that does not exist',
      '{n, plurals, other {#}}',
      'the word after the name is none of number, date, time, plural, selectordinal, select',
    ],
    ['a branch without text', '{n, plural, one other {#}}', 'a branch has no text in braces'],
    ['a duplicate branch', '{g, select, a {x} a {y} other {z}}', 'a branch is a duplicate'],
    ['an offset that is none', '{n, plural, offset:x other {#}}', 'an offset is not a number'],
    ['a date without a style', '{d, date, }', 'a format is not complete'],
    ['tags, which are compared elsewhere', '<b>{n, plural, other {<i>#</i>}}', { n: ['plural'] }],
    ['a skeleton that nobody knows', '{x, number, ::no-such-thing}', { x: ['plain'] }],
    ['a name with a dot, which this syntax does not have', '{user.name} {n, number}', 'a name must follow {'],
    ['a select without branches', '{g, select}', 'a choice has no branches'],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      "'",
      '#',
      ',',
      ' ',
      'n',
      'plural',
      'other',
      'select',
      'x',
      '=1',
      'offset:1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(() => parseIcu(pieces.join(''))).not.toThrow();
      }),
    );
    expect(read('{a, plural, other '.repeat(10_000))).toMatch(/deep/);
    expect(read('{a, plural, other {'.repeat(10_000))).toMatch(/deep/);
  });
});

describe('ICU messages', () => {
  const SOURCE = '{n, plural, one {# file of {who}} other {# files of {who}}}';
  const check = (source: string, translation: string, locale: string) =>
    checkText(source, translation, locale);

  it('lets each language have its own forms', () => {
    expect(check(SOURCE, '{n, plural, other {{who} の # 個}}', 'ja')).toEqual([]);
    expect(
      check(SOURCE, '{n, plural, one {# a {who}} few {# b {who}} many {# c {who}} other {# d {who}}}', 'ru'),
    ).toEqual([]);
    expect(check('{n, plural, =1 {one} other {#}}', '{n, plural, =1 {eins} other {#}}', 'de')).toEqual([]);
    expect(
      check('{n, plural, one {<b>#</b>} other {<b>#</b>}}', '{n, plural, other {<b>#</b>}}', 'ja'),
    ).toEqual([]);
    expect(check('{n} files', '{n, plural, one {# Datei} other {# Dateien}}', 'de')).toEqual([]);
    expect(check(SOURCE, '{who}: {n}', 'ja')).toEqual([]);
  });

  it('names forms that the language needs', () => {
    expect(check(SOURCE, '{n, plural, one {# {who}} other {# {who}}}', 'ru')).toEqual([
      { kind: 'plural', forms: ['few', 'many'] },
    ]);
  });

  it('finds arguments lost, invented and misused', () => {
    expect(check(SOURCE, '{n, plural, one {#} other {#}}', 'de')).toEqual([
      { kind: 'placeholders', missing: ['{who}'], extra: [] },
    ]);
    expect(
      check('{g, select, male {he} other {they}}', '{g, select, männlich {er} other {sie}}', 'de'),
    ).toEqual([{ kind: 'placeholders', missing: [], extra: ['{g, select, männlich}'] }]);
    expect(check('{g, select, male {he} other {they}}', '{g, plural, one {er} other {sie}}', 'de')).toEqual([
      { kind: 'placeholders', missing: [], extra: ['{g, plural}'] },
    ]);
  });

  it('finds what no application could read', () => {
    expect(check(SOURCE, '{n, plural, one {# {who}} andere {# {who}}}', 'de')).toEqual([
      { kind: 'syntax', reason: '"andere" is not a plural form' },
    ]);
  });

  it('takes formats of i18next for no message', () => {
    expect(check('{{n, number}} files', '{{n, number}} Dateien', 'de')).toEqual([]);
  });
});
