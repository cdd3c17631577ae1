import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameMatches } from '../../../src/core/files/language-in-name.js';
import { bareLanguage, FileNames, unknownLanguage } from '../../../src/server/import/file-names.js';

const CODES = ['en', 'de', 'pt', 'pt-BR', 'zh-Hant'];

function find(
  stored: readonly string[],
  name: string,
  codes = CODES,
): readonly [string | undefined, string | undefined] {
  const names = new FileNames(codes);
  stored.forEach((each, index) => names.add(each, index));
  const { file, code } = names.find(name);
  return [file?.name, code];
}

describe('names that differ only in their language', () => {
  it.each([
    ['en.yml', 'de.yml', 'de'],
    ['messages.en.yml', 'messages.de.yml', 'de'],
    ['messages_en.json', 'messages_pt_BR.json', 'pt-BR'],
    ['messages_pt_BR.json', 'messages-x.json', undefined],
    ['en/common.json', 'de/common.json', 'de'],
    ['config/locales/devise.en.yml', 'config/locales/devise.pt-BR.yml', 'pt-BR'],
    ['config/locales/devise.en.yml', 'config/locales/devise.PT_br.yml', 'pt-BR'],
    ['en/app.json', 'zh_Hant/app.json', 'zh-Hant'],
    ['en/messages.en.yml', 'de/messages.de.yml', 'de'],
    ['a.en.b.json', 'a.de.b.json', 'de'],
  ])('%s and %s', (stored, name, code) => {
    expect(find([stored], name)).toEqual(code === undefined ? [undefined, undefined] : [stored, code]);
  });

  it.each([
    ['en.yml', 'de.yaml'],
    ['en.yml', 'de.json'],
    ['en/common.json', 'de/other.json'],
    ['en/common.json', 'EN/Common.json'],
    ['en.yml', 'config/en.yml'],
    ['rent.yml', 'rdet.yml'],
    ['en/common.json', 'de_/common.json'],
    ['pt/a.json', 'pt-XX/a.json'],
  ])('%s and %s are two files', (stored, name) => {
    expect(find([stored], name)[0]).toBeUndefined();
  });

  it('the same name is the same file even if another one fits as well', () => {
    expect(find(['en.yml', 'plain.yml'], 'plain.yml')).toEqual(['plain.yml', undefined]);
    expect(find(['en/de.json', 'de/de.json'], 'de/de.json')[0]).toBe('de/de.json');
  });

  it('of two places the one is taken that an existing file agrees with', () => {
    expect(find(['en/de.json'], 'en/pt.json')).toEqual(['en/de.json', 'pt']);
    expect(find(['en/de.json'], 'pt/de.json')).toEqual(['en/de.json', 'pt']);
  });

  it('of two places without an existing file the longer code counts, then the one further right', () => {
    expect(find([], 'pt-BR/de.json')).toEqual([undefined, 'pt-BR']);
    expect(find([], 'en/de.json')).toEqual([undefined, 'de']);
  });

  it('of two files that fit the first one is taken', () => {
    expect(find(['en.yml', 'de.yml'], 'pt.yml')[0]).toBe('en.yml');
  });

  it('a longer code hides the shorter one inside it', () => {
    expect(nameMatches('pt-BR.yml', CODES).map(({ code }) => code)).toEqual(['pt-BR']);
  });

  it('the extension is not a place for a language', () => {
    expect(nameMatches('messages.en', ['en'])).toEqual([]);
    expect(nameMatches('en', ['en']).map(({ code }) => code)).toEqual(['en']);
  });

  it.each(['de-DE.json', 'de_DE.json', 'app_pt_PT.json', 'app.de-DE.x.json'])(
    'the region of %s is not a language',
    (name) => {
      expect(nameMatches(name, CODES)).toEqual([]);
      expect(unknownLanguage(name, CODES)).toMatch(/^(?:de[-_]DE|pt_PT)$/);
    },
  );

  it('a language beside a region that the project lacks is its language', () => {
    expect(nameMatches('de-DE/pt.json', CODES).map(({ code }) => code)).toEqual(['pt']);
    expect(nameMatches('pt_PT_de.json', CODES).map(({ code }) => code)).toEqual(['de']);
  });

  it.each([
    ['app.pt-PT.yml', 'pt-PT'],
    ['de_AT/app.json', 'de_AT'],
    ['fr_FR.json', 'fr_FR'],
    ['zh-Hans.json', 'zh-Hans'],
    ['es-419.json', 'es-419'],
    ['app_UI.json', undefined],
    ['de_JS.json', undefined],
    ['pt-BR.json', undefined],
    ['main-menu.json', undefined],
  ])('%s speaks of the unknown language %s', (name, language) => {
    expect(unknownLanguage(name, CODES)).toBe(language);
  });

  it.each([
    ['fr.json', 'fr'],
    ['locales/fr.json', 'fr'],
    ['fr/app.json', 'fr'],
    ['web/fr/deep/app.json', 'fr'],
    ['messages.fr.json', 'fr'],
    ['messages_fr.json', 'fr'],
    ['messages-fr.yml', 'fr'],
    ['fil.json', 'fil'],
    ['fra.json', undefined],
    ['may.json', undefined],
    ['id.json', 'id'],
    ['messages_id.json', 'id'],
    ['iw.json', 'iw'],
    ['fr', 'fr'],
    ['pt.json', undefined],
    ['eng.json', undefined],
    ['deu/app.json', undefined],
    ['fr-menu.json', undefined],
    ['fr.menu.json', undefined],
    ['FR.json', undefined],
    ['xx.json', undefined],
    ['sign-in.json', undefined],
    ['how_to.json', undefined],
    ['app/new.json', undefined],
    ['car.json', undefined],
    ['pro/plans.json', undefined],
    ['app.min.json', undefined],
    ['src/app/web/api.json', undefined],
    ['und.json', undefined],
    ['main.json', undefined],
    ['a.b', undefined],
    ['', undefined],
  ])('%s speaks with a bare code of the unknown language %s', (name, language) => {
    expect(bareLanguage(name, CODES)).toBe(language);
  });

  it('any name with its code exchanged finds the file, whatever else is in the name', () => {
    const part = fc.stringMatching(/^[a-z]{4,8}$/);
    const spelt = fc.constantFrom('en', 'EN', 'de', 'pt-BR', 'pt_BR', 'pt_br', 'zh-Hant', 'zh_hant');
    const shape = fc.constantFrom(
      'A/{}/B.json',
      '{}/B.yml',
      'A.{}.yml',
      'A_{}.json',
      'A-{}-B.yaml',
      '{}.yml',
      'A/{}/B.{}.json',
    );
    fc.assert(
      fc.property(part, part, shape, spelt, spelt, (a, b, form, first, second) => {
        const name = (code: string): string => form.replace('A', a).replace('B', b).replaceAll('{}', code);
        expect(find([name(first)], name(second))[0]).toBe(name(first));
      }),
    );
  });

  it('a long name is read in linear time', () => {
    // All places together, and the last fifty alone.
    expect(nameMatches(`${'en.'.repeat(300)}json`, ['en'])).toHaveLength(51);
  });
});
