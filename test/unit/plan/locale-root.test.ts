import { describe, expect, it } from 'vitest';
import { codesOf, localeTable } from '../../../src/core/files/locale-table.js';
import { keyPath } from '../../../src/core/keys/key.js';
import { yaml } from '../../../src/formats/yaml.js';
import {
  languageRoot,
  leavesUnder,
  localeRoot,
  withOtherRoot,
  sentRoot,
  unknownRoots,
} from '../../../src/plan/locale-root.js';
import { errorOf, filesEntry } from '../core/files/sets.js';

const { table } = filesEntry('{locale}.yml');
const [en, de, pt] = table.locales;
if (!en || !de || !pt) throw new Error('three locales');
const root = (text: string, locale = de): string | undefined =>
  localeRoot(yaml.parse(text), locale, table, 'x.yml');

describe('the top-level key of a file of one language', () => {
  it('is the locale’s code, as it is spelt there', () => {
    expect(root('de:\n  a: x\n')).toBe('de');
    expect(root('pt_BR:\n  a: x\n', pt)).toBe('pt_BR');
    expect(root('de:\n')).toBe('de');
  });
  it('is none if texts or other groups are beside it', () => {
    expect(root('a: x\n')).toBeUndefined();
    expect(root('de:\n  a: x\nb: y\n')).toBeUndefined();
    expect(root('de:\n  a: x\nshop:\n  b: y\n')).toBeUndefined();
    expect(root('')).toBeUndefined();
  });
  it('A2: is an error if the file holds another language too: that part would go up unseen', () => {
    const both = /^LOCALE_ROOTS: .*"de" \(line 3\) and "en" \(line 1\)/;
    expect(errorOf(() => root('en:\n  a: x\nde:\n  a: y\n'))).toMatch(both);
    expect(errorOf(() => root('en:\n  a: x\nde:\n  a: y\nshop:\n  b: z\n'))).toMatch(both);
    expect(errorOf(() => root('en:\n  a: x\nde:\n  a: y\ntitle: z\n'))).toMatch(both);
    expect(errorOf(() => root('de:\n  a: x\nxx:\n  b: y\n'))).toMatch(/^LOCALE_ROOTS: .*"xx" \(line 3\)/);
    expect(errorOf(() => root('en:\n  a: x\npt_BR:\n  b: y\n'))).toMatch(/^LOCALE_ROOTS/);
    expect(errorOf(() => root('en:\n  a: x\nxx:\n  b: y\n'))).toMatch(/^LOCALE_ROOTS/);
  });
  it('A2: is none if the names of languages are texts', () => {
    expect(root('en: English\nde: Deutsch\n')).toBeUndefined();
    expect(root('title: x\nen:\n  a: x\n')).toBeUndefined();
  });
  it('two spellings of one language, or one twice, are an error: only one of them would be compared', () => {
    const twice = /^LOCALE_ROOT_TWICE: .*"pt-BR" and on line 1 under "pt_BR"/;
    expect(errorOf(() => root('pt_BR:\n  a: x\npt-BR:\n  a: y\n', pt))).toMatch(twice);
    expect(errorOf(() => root('de:\n  a: x\nde:\n  a: y\n'))).toMatch(/^LOCALE_ROOT_TWICE/);
  });
  it('is an error if it is another language alone: an upload would overwrite that language', () => {
    expect(errorOf(() => root('en:\n  a: x\n'))).toMatch(/^LOCALE_ROOT/);
    expect(root('fr:\n  a: x\n')).toBeUndefined();
  });
});

it('of a language in a file with several it is as spelt there, else the tag', () => {
  const document = yaml.parse('en:\n  a: x\npt_BR:\n  a: y\n');
  expect(languageRoot(document, pt, table)).toBe('pt_BR');
  expect(languageRoot(document, de, table)).toBe('de');
  expect(languageRoot(undefined, de, table)).toBe('de');
});

it('the leaves under a root are those of this root only', () => {
  const document = yaml.parse('de:\n  a:\n    b: x\nde_AT:\n  a: y\n');
  expect([...leavesUnder(document, 'de').keys()].map(keyPath)).toEqual([['a', 'b']]);
  expect([...leavesUnder(document, 'd').keys()]).toEqual([]);
});

it('an outline is reported in terms of another root', () => {
  const outline = yaml.parse('en:\n  a:\n    b: x\n').outline;
  const paths = (from: string | undefined, to: string | undefined): string[] =>
    withOtherRoot(outline, from, to).map(({ path }) => path.join('.'));
  expect(paths('en', 'de')).toEqual(['de', 'de.a', 'de.a.b']);
  expect(paths('en', undefined)).toEqual(['a', 'a.b']);
  expect(paths(undefined, 'de')).toEqual(['de', 'de.en', 'de.en.a', 'de.en.a.b']);
  expect(paths('en', 'en')).toEqual(['en', 'en.a', 'en.a.b']);
});

describe('the top of a file of several languages', () => {
  const meant = { pattern: 'i18n/*.yml', meant: 'i18n/x.{locale}.yml' };
  const unknown = (text: string): readonly string[] =>
    unknownRoots(yaml.parse(text), table, 'i18n/x.yml', meant);
  it('finds the languages that the project lacks', () => {
    expect(unknown('')).toEqual([]);
    expect(unknown('en:\n  a: x\nde:\n')).toEqual([]);
    expect(unknown('en:\n  a: x\nfr:\n  a: y\n')).toEqual(['fr']);
  });
  it('A2: is an error if a key there is not a language, or one language has two', () => {
    expect(errorOf(() => unknown('en:\n  a: x\nshop:\n  a: y\n'))).toMatch(/^LANGUAGE_ROOT: .*"shop"/);
    expect(errorOf(() => unknown('en:\n  a: x\ntitle: y\n'))).toMatch(/^LANGUAGE_ROOT: .*"title"/);
    expect(errorOf(() => unknown('pt_BR:\n  a: x\npt-BR:\n  a: y\n'))).toMatch(/^LOCALE_ROOT_TWICE/);
  });
  it('B15: is an error that names the pattern that was meant if it has no language', () => {
    expect(errorOf(() => unknown('title: x\n'))).toMatch(/^LANGUAGES_MISSING: the pattern i18n\/\*\.yml/);
    expect(errorOf(() => unknown('shop:\n  a: x\n'))).toMatch(/^LANGUAGES_MISSING/);
  });
});

it('A1: a root is sent as the service spells it only if `localeMap` maps it and it is spelt the mapped way', () => {
  const nb = { id: 'loc_nb', name: 'nb', code: 'nb', country: '', tag: 'no' };
  expect(sentRoot('no', nb, 'nb')).toBe('nb');
  expect(sentRoot('NO', nb, 'nb')).toBe('nb');
  expect(sentRoot('nb', nb, 'nb')).toBe('nb');
  expect(sentRoot('NB', nb, 'nb')).toBe('nb');
  expect(sentRoot(undefined, nb, 'nb')).toBeUndefined();
  expect(sentRoot('pt_BR', pt, 'pt-BR')).toBe('pt_BR');
});

describe('A1: a locale whose country the service lists apart, and which `localeMap` maps', () => {
  const listed = [
    { id: 'loc_1', name: 'pt', code: 'pt', country: 'BR' },
    { id: 'loc_2', name: 'en', code: 'en', country: '' },
  ];
  const of = (map: Readonly<Record<string, string>>, text: string, at = 0): string | undefined => {
    const mapped = localeTable(listed, new Map(Object.entries(map)));
    const locale = mapped.locales[at];
    if (!locale) throw new Error('a locale');
    return localeRoot(yaml.parse(text), locale, mapped, 'x.yml');
  };
  it.each(['pt', 'PT', 'pt-BR', 'pt_BR', 'pt-br', 'PT_BR'])('%s is its root', (name) => {
    for (const map of [{}, { 'pt-BR': 'pt' }, { pt: 'pt' }, { pt: 'br' }, { 'pt-BR': 'br' }])
      expect(of(map, `${name}:\n  a: x\n`)).toBe(name);
  });
  it('the mapped code is its root, and a code of another country is not', () => {
    expect(of({ pt: 'br' }, 'BR:\n  a: x\n')).toBe('BR');
    expect(of({ 'pt-BR': 'pt' }, 'pt-PT:\n  a: x\n')).toBeUndefined();
  });
  it('two of its spellings are an error, and so is one of them in the file of another language', () => {
    const map = { 'pt-BR': 'pt' };
    expect(errorOf(() => of(map, 'pt:\n  a: x\npt-BR:\n  a: y\n'))).toMatch(/^LOCALE_ROOT_TWICE/);
    expect(errorOf(() => of(map, 'pt-BR:\n  a: x\n', 1))).toMatch(/^LOCALE_ROOT:/);
  });
  it('is sent as the service has it: with its country or without, in the spelling of the map else', () => {
    const locale = { id: 'loc_1', name: 'pt', code: 'pt', country: 'BR', tag: 'br' };
    expect(['br', 'BR', 'pt', 'pt_BR', 'pt-BR'].map((one) => sentRoot(one, locale, 'pt-BR'))).toEqual(
      Array(5).fill('pt-BR'),
    );
    expect(sentRoot('pt-BR', locale, 'pt_br')).toBe('pt-BR');
  });
  it('a code that the table gives to another locale is none of its codes', () => {
    const both = [...listed, { id: 'loc_3', name: 'x', code: 'pt-BR', country: '' }];
    const mapped = localeTable(both, new Map([['pt', 'br']]));
    const [own, , other] = mapped.locales;
    if (!own || !other) throw new Error('two locales');
    expect(codesOf(mapped, own)).toEqual(['br', 'pt']);
    expect(codesOf(mapped, other)).toEqual(['pt-BR']);
    expect(() => localeRoot(yaml.parse('pt-BR:\n  a: x\n'), own, mapped, 'x.yml')).toThrow(
      /LOCALE_ROOT|pt-BR/,
    );
  });
});
