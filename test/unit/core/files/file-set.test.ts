import { describe, expect, it } from 'vitest';
import { isMultilingual, namedSets, pathOf } from '../../../../src/core/files/file-set.js';
import { errorOf, filesEntry, setsOf } from './sets.js';

describe('file sets', () => {
  it('are the files that differ only in their locale', () => {
    const one = filesEntry('app/*/{locale}.yml');
    const sets = setsOf([one], ['app/a/en.yml', 'app/a/de.yml', 'app/b/pt_BR.yml']);
    expect(sets.map((set) => [set.template, [...set.files]])).toEqual([
      [
        'app/a/{locale}.yml',
        [
          ['loc_en', 'app/a/en.yml'],
          ['loc_de', 'app/a/de.yml'],
        ],
      ],
      ['app/b/{locale}.yml', [['loc_pt-BR', 'app/b/pt_BR.yml']]],
    ]);
  });

  it('give the path on disk, and of a missing file the path that pull would write', () => {
    const [set] = setsOf(
      [filesEntry('{locale}.yml', { localeMap: new Map([['de', 'de-DE']]) })],
      ['pt_BR.yml'],
    );
    const paths = set?.entry.table.locales.map((locale) => pathOf(set, locale));
    expect(paths).toEqual(['en.yml', 'de-DE.yml', 'pt_BR.yml']);
  });

  it('LO-10 keep a file of a locale that the project lacks as a stranger', () => {
    const [set] = setsOf([filesEntry('{locale}.yml')], ['en.yml', 'fr.yml']);
    expect(set?.files.size).toBe(1);
    expect(set?.unknownLocaleFiles).toEqual([{ path: 'fr.yml', code: 'fr' }]);
  });

  it('belong to the first pattern that matches', () => {
    const sets = setsOf(
      [filesEntry('a/{locale}.yml'), filesEntry('*/{locale}.yml')],
      ['a/en.yml', 'b/en.yml'],
    );
    expect(sets.map((set) => set.entry.pattern.source)).toEqual(['a/{locale}.yml', '*/{locale}.yml']);
  });

  it('belong to a later pattern if the first one finds no language of the project there', () => {
    const sets = setsOf(
      [filesEntry('{locale}/*.yml'), filesEntry('devise/*.{locale}.yml')],
      ['de/shop.yml', 'devise/devise.de.yml', 'devise/devise.fr.yml', 'other/devise.de.yml'],
    );
    expect(
      sets.map((set) => [
        set.template,
        [...set.files.values()],
        set.unknownLocaleFiles.map(({ path }) => path),
      ]),
    ).toEqual([
      ['{locale}/shop.yml', ['de/shop.yml'], []],
      ['devise/devise.{locale}.yml', ['devise/devise.de.yml'], []],
      ['{locale}/devise.fr.yml', [], ['devise/devise.fr.yml']],
      ['{locale}/devise.de.yml', [], ['other/devise.de.yml']],
    ]);
  });

  it('belong to a later pattern for several languages if the first one finds no language at all', () => {
    const entries = [filesEntry('{locale}/*.yml'), filesEntry('devise/all.yml')];
    const sets = setsOf(entries, ['de/shop.yml', 'devise/all.yml']);
    expect(sets.map((set) => set.template)).toEqual(['{locale}/shop.yml', 'devise/all.yml']);
    expect(namedSets(entries, []).map((set) => set.template)).toEqual(['devise/all.yml']);
  });

  it('of a language that the project lacks do not become files of several languages', () => {
    const sets = setsOf([filesEntry('{locale}.yml'), filesEntry('*.yml')], ['en.yml', 'fr.yml']);
    expect(sets).toHaveLength(1);
  });

  it('hold every language if the pattern has no locale', () => {
    const [set] = setsOf([filesEntry('i18n/*.yml')], ['i18n/all.yml']);
    expect(set && isMultilingual(set)).toBe(true);
    expect([...(set?.files.values() ?? [])]).toEqual(['i18n/all.yml', 'i18n/all.yml', 'i18n/all.yml']);
  });
});

describe('two files for one locale are an error that names both', () => {
  it.each([
    ['YM-18 en.yml and en.yaml', ['{locale}.{yml,yaml}'], ['en.yml', 'en.yaml']],
    ['YM-18 by two patterns', ['{locale}.yml', '{locale}.yaml'], ['en.yml', 'en.yaml']],
    ['FS-20 EN.json and en.json', ['{locale}.json'], ['EN.json', 'en.json']],
    ['FS-20 folders that differ in case', ['*/{locale}.json'], ['App/en.json', 'app/en.json']],
    ['pt-BR and pt_BR', ['{locale}.yml'], ['pt-BR.yml', 'pt_BR.yml']],
    ['NFC and NFD', ['*/{locale}.json'], ['caf\u00e9/en.json', 'cafe\u0301/en.json']],
  ])('%s', (_, patterns, paths) => {
    const error = errorOf(() =>
      setsOf(
        patterns.map((pattern) => filesEntry(pattern)),
        paths,
      ),
    );
    expect(error).toMatch(/^TWO_FILES_ONE_LOCALE/);
    for (const path of paths) expect(error).toContain(path);
  });
  it('en.json beside de.yml, and en.json beside en.yml, are none', () => {
    expect(errorOf(() => setsOf([filesEntry('{locale}.{json,yml}')], ['en.json', 'de.yml', 'en.yml']))).toBe(
      'no error',
    );
  });
});
