import { describe, expect, it } from 'vitest';
import { checkAll, checkOne, sourceTexts } from '../../../../src/core/check/check-catalog.js';
import { missingForms } from '../../../../src/core/check/plural-forms.js';
import { checkText } from '../../../../src/core/check/check-text.js';
import { keyId, type KeyId } from '../../../../src/core/keys/key.js';
import type { LeafValue } from '../../../../src/core/keys/leaf.js';

const kinds = (source: string, translation: string): string[] =>
  checkText(source, translation, 'de').flatMap((one) => {
    if (one.kind === 'tags')
      return [...one.missing.map((tag) => `-${tag}`), ...one.extra.map((tag) => `+${tag}`)];
    if (one.kind === 'blanks') return [`${one.missing ? '-' : '+'}${one.what} at the ${one.end}`];
    return [one.kind];
  });

describe('tags', () => {
  it.each<[string, string, string, string[]]>([
    ['the same tags', '<b>Hi</b> you', 'Du <b>da</b>', []],
    ['attributes do not count', '<a href="/en">x</a>', '<a class="y" href="/de">x</a>', []],
    ['a break in every spelling', 'a<br>b', 'a<br />b', []],
    ['case of HTML does not count', '<B>x</B>', '<b>x</b>', []],
    ['components and numbers', '<Link>x</Link> <0>y</0> <1/>', '<1/> <Link>x</Link> <0>y</0>', []],
    ['a word in angle brackets', 'cp <file>', 'cp <Datei>', []],
    ['a word that HTML knows', 'type /verify <code>', 'tippe /verify <Kode>', []],
    ['comparisons', 'a < b and c > d', 'a <b und c> d', []],
    ['the numbers of a formula', 'n', 'n%10<4 && (n%100<10 || n%100>=20)', []],
    ['branches of vue-i18n', '<b>one</b> | <b>many</b>', '<b>alle</b>', []],
    ['a tag lost', '<b>Hi</b>', 'Hallo', ['-<b>', '-</b>']],
    ['a tag not closed', '<b>Hi</b>', '<b>Hallo<b>', ['-</b>', '+<b>']],
    [
      'a tag translated',
      '<link>x</link>',
      '<verweis>x</verweis>',
      ['-<link>', '-</link>', '+<verweis>', '+</verweis>'],
    ],
    ['a tag too often', 'a<br>b', 'a<br><br>b', ['+<br/>']],
    [
      'a script out of nothing',
      'Mode',
      '"><script src=https://example.org></script>',
      ['+<script>', '+</script>'],
    ],
  ])('%s', (_, source, translation, expected) => {
    expect(kinds(source, translation)).toEqual(expected);
  });
});

describe('spaces', () => {
  it.each<[string, string, string, string[]]>([
    ['the same', ' and ', ' und ', []],
    ['more of them', 'Name: ', 'Name:  ', []],
    ['lost at the end', 'Name: ', 'Name:', ['-space at the end']],
    ['lost at the beginning', ' items', 'Dinge', ['-space at the beginning']],
    ['too many', 'Name', 'Name ', ['+space at the end']],
    ['one that does not break', 'Name', 'Name\u00a0', ['+space at the end']],
    ['a line break lost', 'Hi\n', 'Hallo', ['-line break at the end']],
    ['a line break too many', 'Hi', '\nHallo', ['+line break at the beginning']],
    ['a script without spaces', 'Name: ', '名前：', []],
    ['separators', ',', '\u00a0', []],
    ['what joins words', ', and ', ' und ', []],
  ])('%s', (_, source, translation, expected) => {
    expect(kinds(source, translation)).toEqual(expected);
  });
});

const leaves = (texts: Readonly<Record<string, string>>): ReadonlyMap<KeyId, LeafValue> =>
  new Map(Object.entries(texts).map(([key, text]) => [keyId(key.split('/')), { kind: 'string', text }]));

const all = (source: Record<string, string>, translation: Record<string, string>, locale: string) =>
  checkAll(sourceTexts(leaves(source), true), leaves(translation), locale).found.map(
    ({ key, finding }) =>
      `${key}: ${finding.kind === 'plural' ? finding.forms.join(', ') : 'missing' in finding ? JSON.stringify(finding.missing) : finding.kind}`,
  );

describe('plural forms that are keys of their own', () => {
  const RAILS = { 'items/one': '%{count} item', 'items/other': '%{count} items' };

  it('needs those that whole numbers take', () => {
    expect(all(RAILS, { 'items/one': '%{count} a', 'items/other': '%{count} b' }, 'ru')).toEqual([
      'items: few, many',
    ]);
    expect(
      all(RAILS, { 'items/one': '%{count} a', 'items/few': '%{count} b', 'items/many': '%{count} c' }, 'ru'),
    ).toEqual([]);
    expect(all(RAILS, { 'items/other': '%{count} 個' }, 'ja')).toEqual([]);
    expect(all(RAILS, { 'items/one': '%{count} a', 'items/other': '%{count} b' }, 'fr')).toEqual([]);
    expect(missingForms('cs', 'cardinal', new Set(['one', 'few', 'other']))).toEqual([]);
    expect(missingForms('pt_BR', 'cardinal', new Set(['other']))).toEqual(['one']);
    expect(missingForms('sr@latin', 'cardinal', new Set(['one', 'other']))).toEqual(['few']);
  });

  it('knows those of i18next, ordinals too, and flat keys', () => {
    const source = { a_one: '{{count}} x', a_other: '{{count}} xs', 'b.one': 'x', 'b.other': 'xs' };
    expect(all(source, { a_one: '{{count}} y', 'b.one': 'y' }, 'de')).toEqual(['a: other', 'b: other']);
    const place = {
      p_ordinal_one: '{{count}}st',
      p_ordinal_two: '{{count}}nd',
      p_ordinal_other: '{{count}}th',
    };
    expect(all(place, { p_ordinal_other: '{{count}}.' }, 'de')).toEqual([]);
    expect(all(place, { p_ordinal_other: '{{count}}.' }, 'sv')).toEqual(['p: one']);
  });

  it('says nothing if nothing is translated, of languages that Intl does not know, and of words that only look like forms', () => {
    expect(all(RAILS, { 'items/one': '', 'items/other': '' }, 'ru')).toEqual([]);
    expect(all(RAILS, { 'items/other': '%{count}' }, 'xx')).toEqual([]);
    expect(all(RAILS, { 'items/other': '%{count}' }, 'not a code')).toEqual([]);
    expect(all({ 'sort/other': 'Other' }, { 'sort/other': 'Anderes' }, 'de')).toEqual([]);
    const options = { 'sort/one': 'One', 'sort/other': 'Other', 'sort/title': 'Sort' };
    expect(all(options, { 'sort/one': 'Eins', 'sort/title': 'Ordnen' }, 'de')).toEqual([]);
  });

  it('lets the number be left out if the form says it, and only there', () => {
    expect(all(RAILS, { 'items/one': 'ein Ding', 'items/other': '%{count} Dinge' }, 'de')).toEqual([]);
    expect(all(RAILS, { 'items/one': 'ein Ding', 'items/other': 'Dinge' }, 'de')).toEqual([
      'items.other: ["%{count}"]',
    ]);
    const spoken = { 'a/one': 'an item', 'a/other': '%{count} items' };
    expect(all(spoken, { 'a/one': '%{count} Ding', 'a/other': '%{count} Dinge' }, 'de')).toEqual([]);
    const named = { 'a/one': '%{count} of %{name}', 'a/other': '%{count} of %{name}' };
    expect(all(named, { 'a/one': 'eins', 'a/other': '%{count} von %{name}' }, 'de')).toEqual([
      'a.one: ["%{name}"]',
    ]);
  });

  it('compares a form that the source locale lacks with its other', () => {
    expect(
      all(RAILS, { 'items/one': '%{count}', 'items/few': 'wenige', 'items/many': '%{count}' }, 'ru'),
    ).toEqual(['items.few: ["%{count}"]']);
  });
});

describe('the texts of a file', () => {
  it('compares only what both have, and counts it', () => {
    const source = sourceTexts(leaves({ a: 'A', b: '', c: 'C' }), true);
    const { texts, found } = checkAll(source, leaves({ a: 'x', b: '%{x}', c: '', d: '%{y}' }), 'de');
    expect({ texts, found }).toEqual({ texts: 1, found: [] });
    expect(checkOne(source, keyId(['d']), 'text', 'de')).toBeUndefined();
  });

  it('does not look at the last line break if block scalars make it', () => {
    expect(checkOne(sourceTexts(leaves({ a: 'A\n' }), false), keyId(['a']), 'x', 'de')).toEqual([]);
    expect(checkOne(sourceTexts(leaves({ a: 'A\n' }), true), keyId(['a']), 'x', 'de')).toHaveLength(1);
  });
});
