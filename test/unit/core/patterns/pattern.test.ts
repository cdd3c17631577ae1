import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../../src/core/patterns/compile.js';
import { templateFor, templateFromName, uploadName } from '../../../../src/core/patterns/upload-name.js';
import { expand } from '../../../../src/core/patterns/template.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import { runs } from '../../../support/runs.js';

const CODES = ['en', 'de', 'pt-BR', 'zh-Hant', 'sr@latin', 'fil', 'es-419'];

const read = (pattern: string, path: string, codes: readonly string[] = CODES) => {
  const reading = compilePattern(pattern).match(path, codes);
  return reading && { locale: reading.locale, template: String(reading.template) };
};

describe('match', () => {
  it.each([
    ['config/locales/{locale}.yml', 'config/locales/de.yml', 'de', 'config/locales/{locale}.yml'],
    [
      'config/locales/**/*.{locale}.yml',
      'config/locales/devise.de.yml',
      'de',
      'config/locales/devise.{locale}.yml',
    ],
    [
      'config/locales/**/*.{locale}.yml',
      'config/locales/a/b/model.de.yml',
      'de',
      'config/locales/a/b/model.{locale}.yml',
    ],
    [
      'src/i18n/{locale}/**/*.json',
      'src/i18n/pt-BR/app/home.json',
      'pt-BR',
      'src/i18n/{locale}/app/home.json',
    ],
    ['src/i18n/{locale}/**/*.json', 'src/i18n/de/home.json', 'de', 'src/i18n/{locale}/home.json'],
    ['messages_{locale}.json', 'messages_pt_BR.json', 'pt_BR', 'messages_{locale}.json'],
    ['*_{locale}.json', 'messages_pt_BR.json', 'pt_BR', 'messages_{locale}.json'],
    ['*-{locale}.json', 'my-app-zh-Hant.json', 'zh-Hant', 'my-app-{locale}.json'],
    ['{locale}.json', 'EN.json', 'EN', '{locale}.json'],
    ['{locale}.json', 'sr@latin.json', 'sr@latin', '{locale}.json'],
    ['{locale}/{locale}.json', 'es-419/es-419.json', 'es-419', '{locale}/{locale}.json'],
    ['app/{web,admin/v?}/{locale}.{json,yml}', 'app/admin/v2/de.yml', 'de', 'app/admin/v2/{locale}.yml'],
    ['{{locale}/app,app.{locale}}.json', 'app.de.json', 'de', 'app.{locale}.json'],
    ['./locales/{locale}.json', 'locales/en.json', 'en', 'locales/{locale}.json'],
    ['**/{locale}/**', 'a/de/b/c.json', 'de', 'a/{locale}/b/c.json'],
    ['[a-c]x/{locale}.json', 'bx/de.json', 'de', 'bx/{locale}.json'],
    ['[!a-c]x/{locale}.json', 'dx/de.json', 'de', 'dx/{locale}.json'],
    ['*/{locale}.json', '$&/de.json', 'de', '$&/{locale}.json'],
  ])('%s reads %s as %s', (pattern, path, locale, template) => {
    expect(read(pattern, path)).toEqual({ locale, template });
  });

  it.each([
    ['config/locales/{locale}.yml', 'config/locales/devise.de.yml'],
    ['{locale}.json', 'de.yml'],
    ['{locale}.json', 'sub/de.json'],
    ['{locale}/{locale}.json', 'de/en.json'],
    ['{locale}/{locale}.json', 'pt_BR/pt-BR.json'],
    ['*/{locale}.json', '.git/de.json'],
    ['**/{locale}.json', 'a/.b/de.json'],
    ['[!a-c]x/{locale}.json', 'ax/de.json'],
    ['a?b/{locale}.json', 'a/b/de.json'],
    ['**/{locale}.json', '../de.json'],
    ['**/{locale}.json', '/de.json'],
    ['**/{locale}.json', 'a//de.json'],
  ])('%s does not match %s', (pattern, path) => {
    expect(read(pattern, path)).toBeUndefined();
  });

  it('without known codes takes what looks like a language tag', () => {
    expect(read('*-{locale}.json', 'my-app-pt-BR.json', [])?.locale).toBe('pt-BR');
    expect(read('messages_{locale}.json', 'messages_pt_BR.json', [])?.locale).toBe('pt_BR');
    expect(read('{locale}.json', 'xx-private.json', [])?.locale).toBe('xx-private');
  });

  it('a code next to a * is a whole word', () => {
    expect(compilePattern('*{locale}.json').match('golden.json', CODES)).toMatchObject({
      locale: 'golden',
      known: false,
    });
    expect(compilePattern('{locale}*.json').match('description.json', CODES)).toMatchObject({
      locale: 'description',
      known: false,
    });
    expect(compilePattern('*{locale}.json').match('app.de.json', CODES)).toMatchObject({
      locale: 'de',
      known: true,
    });
  });

  it('says whether the code is one of those given', () => {
    const pattern = compilePattern('{locale}.json');
    expect(pattern.match('pt_br.json', CODES)).toMatchObject({ locale: 'pt_br', known: true });
    expect(pattern.match('xx.json', CODES)).toMatchObject({ locale: 'xx', known: false });
  });

  it('does not depend on the order of the codes', () => {
    for (const codes of [
      ['de', 'fr'],
      ['fr', 'de'],
    ]) {
      expect(read('**/{locale}/**/*.json', 'fr/x/de/y.json', codes)).toEqual({
        locale: 'fr',
        template: '{locale}/x/de/y.json',
      });
    }
  });

  it('a pattern without {locale} names files of several languages', () => {
    const pattern = compilePattern('translations/*.yml');
    expect(pattern.hasLocale).toBe(false);
    expect(pattern.match('translations/de.yml', CODES)).toEqual({
      locale: undefined,
      template: 'translations/de.yml',
      known: true,
    });
    expect(pattern.match('other/de.yml', CODES)).toBeUndefined();
  });

  it.each([
    ['app/[locale]/{locale}.json', 'app/[locale]/en.json', 'app/[locale]/{locale}.json'],
    ['app/\\[locale\\]/{locale}.json', 'app/[locale]/en.json', 'app/[locale]/{locale}.json'],
    ['app/[...slug]/{locale}.json', 'app/[...slug]/en.json', 'app/[...slug]/{locale}.json'],
    ['app/(marketing)/{locale}.json', 'app/(marketing)/en.json', 'app/(marketing)/{locale}.json'],
    ['app/*/{locale}.json', 'app/[[...x]] {y}+(z)!/en.json', 'app/[[...x]] {y}+(z)!/{locale}.json'],
    ['\\{x\\}/{locale}.json', '{x}/en.json', '{x}/{locale}.json'],
  ])('PA-14 brackets in folder names are themselves: %s', (pattern, path, template) => {
    expect(read(pattern, path)).toEqual({ locale: 'en', template });
  });

  it('a folder that is really called {locale} stays what it is', () => {
    const reading = compilePattern('*/{locale}.json').match('{locale}/en.json', CODES);
    expect(reading?.template).toBe('\\{locale}/{locale}.json');
    expect(reading && expand(reading.template, 'de')).toBe('{locale}/de.json');
  });

  it('takes bounded time on names made to be slow', () => {
    const pattern = compilePattern('**/**/*a*b*/**/*-{locale}*.json');
    const path = `${'a-b-'.repeat(60)}/`.repeat(12) + `${'a-'.repeat(120)}.jsonx`;
    const codes = Array.from({ length: 300 }, (_, n) => `a${n}`);
    // A matcher that backtracks without memory never ends here.
    expect(pattern.match(path, codes)).toBeUndefined();
  });
});

describe('a faulty pattern', () => {
  const reason = (pattern: string): string => {
    try {
      compilePattern(pattern);
    } catch (error) {
      if (error instanceof LocsyncError && error.code === 'PATTERN_INVALID') return error.message;
      throw error;
    }
    return 'no fault';
  };

  it.each([
    ['', 'is empty'],
    ['!a/{locale}.json', 'ignore'],
    ['/a/{locale}.json', 'absolute'],
    ['C:/a/{locale}.json', 'absolute'],
    ['../{locale}.json', 'leaves'],
    ['a/../../{locale}.json', 'leaves'],
    ['{a,../..}/{locale}.json', 'leaves'],
    ['{a,b/../..}/{locale}.json', 'leaves'],
    ['{.,x}{.,y}/{locale}.json', 'leaves'],
    ['a/{b,{c,..}}/{locale}.json', 'leaves'],
    ['\\.\\./{locale}.json', 'leaves'],
    ['{a,.}/{locale}.json', 'leaves'],
    ['a//{locale}.json', 'empty part'],
    ['a/{b,}/{locale}.json', 'empty part'],
    ['locales\\{locale}.json', 'backslash'],
    ['locales\\de.json', 'backslash'],
    ['{lang}.json', '{lang}'],
    ['{1..3}/{locale}.json', '{1..3}'],
    ['{a,b/{locale}.json', 'never closed'],
    ['a}/{locale}.json', 'never opened'],
    ['[ab/{locale}.json', 'never closed'],
    ['[z-a]/{locale}.json', 'character class'],
    ['[[:alpha:]]/{locale}.json', 'named character classes'],
    ['!(a)/{locale}.json', 'ignore'],
    ['x/@(a|b)/{locale}.json', 'not supported'],
    ['{{locale},common}/a.json', 'not in all'],
    ['a\u0000/{locale}.json', 'control character'],
    [`${'{a,b}'.repeat(16)}/{locale}.json`, 'too complex'],
    [`${'*a'.repeat(9)}/{locale}.json`, 'too complex'],
    [`${'**/a/'.repeat(9)}{locale}.json`, 'too complex'],
  ])('%j: %s', (pattern, part) => {
    expect(reason(pattern)).toContain(part);
  });
});

describe('the glob for fast-glob', () => {
  it.each([
    ['config/locales/{locale}.yml', 'config/locales/*.yml'],
    ['{locale}*/a.json', '*/a.json'],
    ['**/*.{locale}.{json,yml}', '**/*.*.{json,yml}'],
    ['app/\\[x\\]/(y)/{locale}.json', 'app/\\[x\\]/\\(y\\)/*.json'],
    ['app/[locale]/{locale}.json', 'app/*/*.json'],
  ])('%s is %s', (pattern, glob) => {
    expect(compilePattern(pattern).glob).toBe(glob);
  });
});

describe('properties', () => {
  const piece = fc.constantFrom('a', 'B', 'x1', 'app', '[id]', '(g)', 'ü', 'a b', '$&', '{q}', '%', 'de');
  const folder = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
  const tag = fc.constantFrom('en', 'de', 'pt-BR', 'pt_BR', 'zh-Hant-TW', 'sr@latin', 'es-419', 'EN');

  it('a pattern of one placeholder reads back every path that its templates give', () => {
    fc.assert(
      fc.property(fc.array(folder, { minLength: 1, maxLength: 3 }), tag, tag, (folders, first, second) => {
        const pattern = compilePattern('**/*.{locale}.json');
        const path = `${folders.join('/')}.${first}.json`;
        const reading = pattern.match(path, [first]);
        expect(reading).toMatchObject({ locale: first });
        if (!reading) return;
        expect(expand(reading.template, first)).toBe(path);
        const other = expand(reading.template, second);
        expect(pattern.match(other, [second])).toEqual({ ...reading, locale: second });
        expect(templateFor(pattern, other, [second])).toBe(reading.template);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('expanding a template with the code that was read gives the path back, whatever the pattern and the path', () => {
    const patterns = [
      '**/{locale}/**/*',
      '*{locale}*',
      '**/*{locale}*/**',
      '{locale}/**/*.{locale}.*',
      '**/{x,[a-z]*}{locale}',
      '**',
    ].map((pattern) => compilePattern(pattern));
    const name = fc.array(fc.constantFrom('en', 'de', '-', '_', '.', 'x', '[', '\\', '{locale}', 'pt-BR'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = names.map((parts) => parts.join('')).join('/');
        for (const pattern of patterns) {
          const reading = pattern.match(path, CODES);
          if (reading) expect(expand(reading.template, reading.locale ?? '')).toBe(path);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('never throws anything but PATTERN_INVALID, and matches any path without failing', () => {
    const text = fc.array(
      fc.constantFrom(
        '*',
        '**',
        '?',
        '/',
        '{',
        '}',
        ',',
        '[',
        ']',
        '!',
        '^',
        '-',
        '\\',
        '(',
        ')',
        'a',
        'é',
        '{locale}',
        '.',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        fc.string(),
        (source, path) => {
          try {
            compilePattern(source).match(path, CODES);
          } catch (error) {
            expect(error).toBeInstanceOf(LocsyncError);
          }
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});

describe('templateFor', () => {
  it.each([
    [
      'config/locales/**/*.{locale}.yml',
      'config/locales/devise.en.yml',
      'config/locales/devise.{locale}.yml',
    ],
    ['config/locales/**/*.{locale}.yml', 'config/locales/devise.notes.yml', undefined],
    ['config/locales/**/*.{locale}.yml', 'other/devise.en.yml', undefined],
    ['**/*.{locale}.yml', '.github/workflows/x.en.yml', undefined],
    ['.github/**/*.{locale}.yml', '.github/workflows/x.en.yml', undefined],
    ['**/*.{locale}.yml', '../x.en.yml', undefined],
    ['**/{locale}.yml', 'aux/en.yml', undefined],
    ['all/*.yml', 'all/app.yml', 'all/app.yml'],
  ])('%s, %s: %s', (pattern, name, template) => {
    expect(templateFor(compilePattern(pattern), name, CODES)).toBe(template);
  });
});

describe('names of uploads', () => {
  it.each([
    ['path', 'config/locales/en.yml'],
    ['basename', 'en.yml'],
    ['{dir}/{locale}/{basename}', 'config/locales/en/en.yml'],
    ['web/{path}', 'web/config/locales/en.yml'],
  ])('%s: %s', (setting, name) => {
    expect(uploadName(setting, 'config/locales/en.yml', 'en')).toBe(name);
  });

  it('leaves no slash behind for an empty folder', () => {
    expect(uploadName('{dir}/{basename}', 'en.yml', 'en')).toBe('en.yml');
  });

  it('PA-16 a name stored in NFD is uploaded in NFC', () => {
    expect(uploadName('path', 'cafe\u0301/en.yml', 'en')).toBe('caf\u00e9/en.yml');
  });

  it('PA-15 spaces, brackets, marks and emoji reach the service as they are', () => {
    const name = 'my app (1)/50% #1! what?/\u{1f468}\u200d\u{1f469} de.json';
    expect(uploadName('path', name, 'de')).toBe(name);
  });

  it.each([
    ['config/locales/{locale}.yml', 'basename', 'en.yml', 'config/locales/{locale}.yml'],
    ['src/{locale}/app.json', 'basename', 'app.json', 'src/{locale}/app.json'],
    ['config/**/{locale}.yml', 'basename', 'en.yml', undefined],
    ['config/*/{locale}.yml', '{dir}/{basename}', 'config/a/en.yml', 'config/a/{locale}.yml'],
    ['*.{locale}.yml', '{dir}/{basename}', 'app.en.yml', '{locale}'],
    ['config/*.{locale}.yml', 'web-{basename}', 'web-app.de.yml', 'config/app.{locale}.yml'],
    ['config/*.{locale}.yml', 'web-{basename}', 'app.de.yml', undefined],
    ['i18n/{locale}/messages.json', 'web/{locale}', 'web/pt-BR', 'i18n/{locale}/messages.json'],
    ['i18n/{locale}/*.json', 'web/{locale}', 'web/pt-BR', undefined],
    ['i18n/{a,b}/{locale}.json', 'basename', 'de.json', undefined],
    ['i18n/{locale}.json', 'basename', '../de.json', undefined],
    ['i18n/{locale}.json', 'path', 'i18n/de.json', 'i18n/{locale}.json'],
    ['i18n/{locale}.json', 'v1/{path}', 'v1/i18n/de.json', 'i18n/{locale}.json'],
    ['{locale}/{locale}.json', 'basename', 'pt-BR.json', '{locale}/{locale}.json'],
    ['{locale}/a-{locale}.json', 'basename', 'a-fil.json', '{locale}/a-{locale}.json'],
    ['src/{locale}/*.json', '{locale}/{basename}', 'de/a.json', 'src/{locale}/a.json'],
    ['i18n/{locale}.json', 'basename', `${'x'.repeat(5000)}.json`, undefined],
    ['i18n/[id]/{locale}.json', 'basename', 'de.json', undefined],
    ['i18n/\\[id\\]/{locale}.json', 'basename', 'de.json', 'i18n/[id]/{locale}.json'],
  ])('%s with the name %s reads %s back as %s', (pattern, setting, name, template) => {
    const expected = template === '{locale}' ? 'app.{locale}.yml' : template;
    expect(templateFromName(compilePattern(pattern), setting, name, CODES)).toBe(expected);
  });

  it('the template read from a name gives that name again', () => {
    const settings = fc.constantFrom(
      'path',
      'basename',
      '{dir}/{basename}',
      '{locale}/{basename}',
      'x-{path}',
      '{dir}-{basename}',
    );
    const patterns = fc.constantFrom(
      'config/{locale}.json',
      'src/{locale}/*.json',
      '**/*.{locale}.json',
      '{locale}/a.json',
    );
    const paths = fc.constantFrom(
      'config/en.json',
      'src/pt-BR/a.json',
      'a/b.de.json',
      'b.de.json',
      'de/a.json',
      'a-b/c-d.en.json',
    );
    fc.assert(
      fc.property(settings, patterns, paths, (setting, source, path) => {
        const pattern = compilePattern(source);
        const reading = pattern.match(path, CODES);
        if (reading?.known !== true) return;
        const name = uploadName(setting, path, reading.locale);
        const template = templateFromName(pattern, setting, name, CODES);
        if (template !== undefined) expect(template).toBe(reading.template);
      }),
      { numRuns: runs(500) },
    );
  });
});
