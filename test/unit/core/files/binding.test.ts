import { describe, expect, it } from 'vitest';
import { bind, type Binding } from '../../../../src/core/files/binding.js';
import type { NamedSource } from '../../../../src/core/files/bound-set.js';
import { errorOf, filesEntry, setsOf } from './sets.js';

const sources = (...names: string[]): NamedSource[] => names.map((name, i) => ({ id: `src_${i}`, name }));

function bound(
  patterns: Parameters<typeof filesEntry>[],
  paths: readonly string[],
  names: readonly string[],
): Binding<NamedSource> {
  const entries = patterns.map((args) => filesEntry(...args));
  return bind(setsOf(entries, paths), entries, sources(...names));
}
const pairs = ({ sets }: Binding<NamedSource>): (readonly [string, string | undefined])[] =>
  sets.map(({ set, sourceFile }) => [set.template, sourceFile?.name]);
const uploads = ({ sets }: Binding<NamedSource>): string[] =>
  sets.flatMap((one) => one.set.entry.table.locales.map((locale) => one.uploadName(locale)));

describe('a file set belongs to', () => {
  it.each([
    ['the source file of its source locale', 'config/locales/en.yml'],
    ['the one of any other locale', 'config/locales/de.yml'],
    ['one with the locale spelt otherwise', 'config/locales/pt_BR.yml'],
  ])('%s', (_, name) => {
    const result = bound([['config/locales/{locale}.yml']], ['config/locales/en.yml'], [name, 'other.yml']);
    expect(pairs(result)).toEqual([['config/locales/{locale}.yml', name]]);
    expect(result.unmatched.map((source) => source.name)).toEqual(['other.yml']);
    expect(uploads(result)).toEqual([
      'config/locales/en.yml',
      'config/locales/de.yml',
      'config/locales/pt-BR.yml',
    ]);
  });

  it('the only source file whose name is the end of its own, and is uploaded under such a name', () => {
    const result = bound([['config/locales/{locale}.yml']], ['config/locales/en.yml'], ['en.yml']);
    expect(pairs(result)).toEqual([['config/locales/{locale}.yml', 'en.yml']]);
    expect(uploads(result)).toEqual(['en.yml', 'de.yml', 'pt-BR.yml']);
  });

  it('the end only as far as it still tells the locale', () => {
    const result = bound([['src/{locale}/messages.json']], ['src/en/messages.json'], ['messages.json']);
    expect(pairs(result)).toEqual([['src/{locale}/messages.json', undefined]]);
    expect(result.unmatched).toHaveLength(1);
    expect(
      pairs(bound([['src/{locale}/messages.json']], ['src/en/messages.json'], ['en/messages.json'])),
    ).toEqual([['src/{locale}/messages.json', 'en/messages.json']]);
  });

  it('the exact name rather than the end', () => {
    const result = bound(
      [['a/{locale}.yml'], ['b/{locale}.yml']],
      ['a/en.yml', 'b/en.yml'],
      ['a/en.yml', 'en.yml'],
    );
    expect(pairs(result)).toEqual([
      ['a/{locale}.yml', 'a/en.yml'],
      ['b/{locale}.yml', 'en.yml'],
    ]);
    expect(uploads(result)).toEqual(['a/en.yml', 'a/de.yml', 'a/pt-BR.yml', 'en.yml', 'de.yml', 'pt-BR.yml']);
  });

  it('none yet: it is uploaded under its own name', () => {
    const result = bound([['x/{locale}.yml']], ['x/pt_BR.yml'], []);
    expect(pairs(result)).toEqual([['x/{locale}.yml', undefined]]);
    expect(uploads(result)).toEqual(['x/en.yml', 'x/de.yml', 'x/pt_BR.yml']);
  });

  it('a name in NFC, whichever form the disk and the service use', () => {
    for (const [path, name] of [
      ['cafe\u0301', 'caf\u00e9'],
      ['caf\u00e9', 'cafe\u0301'],
    ] as const) {
      const result = bound([['*/{locale}.yml']], [`${path}/en.yml`], [`${name}/en.yml`]);
      expect(result.unmatched).toEqual([]);
      expect(result.sets).toHaveLength(1);
      expect(uploads(result)[0]).toBe('caf\u00e9/en.yml');
    }
  });

  it('several languages in one file: its own name, or the end of it', () => {
    expect(pairs(bound([['i18n/all.yml']], ['i18n/all.yml'], ['i18n/all.yml']))[0]?.[1]).toBe('i18n/all.yml');
    expect(uploads(bound([['i18n/all.yml']], ['i18n/all.yml'], ['all.yml']))[0]).toBe('all.yml');
  });

  it.each([
    ['basename', 'en.yml', 'en.yml'],
    ['web/{basename}', 'web/de.yml', 'web/en.yml'],
    ['{dir}/{locale}/texts.yml', 'app/en/texts.yml', 'app/en/texts.yml'],
  ])('the name that `name: %s` makes', (name, source, upload) => {
    const result = bound([['app/{locale}.yml', { name }]], ['app/en.yml'], [source]);
    expect(pairs(result)).toEqual([['app/{locale}.yml', source]]);
    expect(uploads(result)[0]).toBe(upload);
  });
});

describe('where two fit, nothing is guessed', () => {
  it.each([
    [
      'two locales of one set, each a source file',
      ['config/{locale}.yml'],
      ['config/en.yml'],
      ['config/en.yml', 'config/de.yml'],
    ],
    ['two ends of its name', ['a/b/{locale}.yml'], ['a/b/en.yml'], ['en.yml', 'b/en.yml']],
    ['one name twice', ['{locale}.yml'], ['en.yml'], ['en.yml', 'en.yml']],
  ])('two source files: %s', (_, patterns, paths, names) => {
    const error = errorOf(() =>
      bound(
        patterns.map((pattern) => [pattern]),
        paths,
        names,
      ),
    );
    expect(error).toMatch(/^TWO_SOURCE_FILES/);
    expect(error).toContain('src_0');
    expect(error).toContain('src_1');
  });
  it('two file sets for one source file', () => {
    const error = errorOf(() => bound([['*/{locale}.yml']], ['a/en.yml', 'b/en.yml'], ['en.yml']));
    expect(error).toMatch(/^TWO_FILE_SETS/);
    expect(error).toContain('a/{locale}.yml');
    expect(error).toContain('b/{locale}.yml');
  });
  it.each([
    ['of their basename', 'basename', 'en.yml'],
    ['of a template', 'coll.{locale}.yml', 'coll.en.yml'],
    ['that is fixed', 'all.yml', 'all.yml'],
  ])('two file sets for one name %s that the service does not have yet', (_, name, shared) => {
    const error = errorOf(() => bound([['*/{locale}.yml', { name }]], ['x/en.yml', 'y/en.yml'], []));
    expect(error).toMatch(/^UPLOAD_NAMES_COLLIDE.*x\/\{locale\}\.yml.*y\/\{locale\}\.yml/);
    expect(error).toContain(shared);
  });
  it('two file sets for one name, each with a file of another locale', () => {
    const paths = ['x/en.yml', 'y/de.yml'];
    const error = errorOf(() => bound([['*/{locale}.yml', { name: 'basename' }]], paths, []));
    expect(error).toMatch(/^UPLOAD_NAMES_COLLIDE/);
  });
});

describe('a source file that no file here has', () => {
  it('gets a set by the first pattern that gives its path', () => {
    const result = bound(
      [['web/{locale}.json'], ['app/*/{locale}.yml'], ['app/**/{locale}.yml']],
      [],
      ['app/x/en.yml', 'app/x/y/de.yml', 'README.md'],
    );
    expect(
      result.sets.map(({ set, sourceFile }) => [set.entry.pattern.source, set.template, sourceFile?.name]),
    ).toEqual([
      ['app/*/{locale}.yml', 'app/x/{locale}.yml', 'app/x/en.yml'],
      ['app/**/{locale}.yml', 'app/x/y/{locale}.yml', 'app/x/y/de.yml'],
    ]);
    expect(result.unmatched.map((source) => source.name)).toEqual(['README.md']);
  });
  it.each(['../en.yml', '/etc/en.yml', '.github/en.yml', 'a\\en.yml', 'a/con/en.yml', 'a/../../en.yml'])(
    'is listed, never written, if its name is not a path to write: %s',
    (name) => {
      const result = bound([['**/{locale}.yml']], [], [name]);
      expect(result.sets).toEqual([]);
      expect(result.unmatched).toHaveLength(1);
    },
  );
  it('is refused if it would share the files of another set', () => {
    const error = errorOf(() => bound([['*/{locale}.yml']], ['App/en.yml'], ['App/en.yml', 'app/en.yml']));
    expect(error).toMatch(/^TWO_FILE_SETS/);
  });
});

describe('a pattern that leaves nothing open but the locale names a file set without a file here', () => {
  it.each([
    ['by the end of its name', 'config/locales/{locale}.yml', 'en.yml', ['en.yml', 'de.yml', 'pt-BR.yml']],
    [
      'by a longer end',
      'config/locales/{locale}.yml',
      'locales/de.yml',
      ['locales/en.yml', 'locales/de.yml', 'locales/pt-BR.yml'],
    ],
    [
      'with the locale twice',
      'l/{locale}/app.{locale}.json',
      'app.en.json',
      ['app.en.json', 'app.de.json', 'app.pt-BR.json'],
    ],
    [
      'with the locale in a folder',
      'l/{locale}/app.json',
      'en/app.json',
      ['en/app.json', 'de/app.json', 'pt-BR/app.json'],
    ],
    ['without a locale', 'i18n/all.yml', 'all.yml', ['all.yml', 'all.yml', 'all.yml']],
    ['by its whole name', 'l/{locale}.yml', 'l/de.yml', ['l/en.yml', 'l/de.yml', 'l/pt-BR.yml']],
    ['in another case', 'l/{locale}.yml', 'l/pt_br.yml', ['l/en.yml', 'l/de.yml', 'l/pt-BR.yml']],
  ])('%s', (_, pattern, source, names) => {
    const result = bound([[pattern]], [], [source]);
    expect(pairs(result)).toEqual([[pattern, source]]);
    expect(result.unmatched).toEqual([]);
    expect(uploads(result)).toEqual(names);
  });

  it.each([
    ['a wildcard', 'config/*/{locale}.yml', 'en.yml'],
    ['folders', '**/app.{locale}.yml', 'x.en.yml'],
    ['two extensions', 'config/{locale}.{yml,yaml}', 'en.yml'],
    ['an end that does not tell the locale', 'l/{locale}/app.json', 'app.json'],
  ])('not with %s', (_, pattern, source) => {
    const result = bound([[pattern]], [], [source]);
    expect(result.sets).toEqual([]);
    expect(result.unmatched).toHaveLength(1);
  });

  it('no set is left if the service has none either', () => {
    expect(bound([['l/{locale}.yml']], [], []).sets).toEqual([]);
  });

  it('a whole name for one pattern is not an end for another', () => {
    const result = bound([['config/{locale}.yml'], ['{locale}.yml']], [], ['en.yml', 'config/de.yml']);
    expect(pairs(result)).toEqual([
      ['config/{locale}.yml', 'config/de.yml'],
      ['{locale}.yml', 'en.yml'],
    ]);
    expect(pairs(bound([['config/{locale}.yml'], ['*/{locale}.yml']], [], ['web/en.yml', 'en.yml']))).toEqual(
      [
        ['config/{locale}.yml', 'en.yml'],
        ['web/{locale}.yml', 'web/en.yml'],
      ],
    );
    expect(pairs(bound([['config/web/{locale}.yml'], ['*/{locale}.yml']], [], ['web/en.yml']))).toEqual([
      ['web/{locale}.yml', 'web/en.yml'],
    ]);
  });

  it.each([
    [
      'two patterns for one source file',
      ['a/{locale}.yml', 'b/{locale}.yml'],
      [],
      ['en.yml'],
      /^TWO_FILE_SETS.*a\/\{locale\}.*b\/\{locale\}/,
    ],
    [
      'also where one of them has files',
      ['a/{locale}.yml', 'b/{locale}.yml'],
      ['b/en.yml'],
      ['en.yml'],
      /^TWO_FILE_SETS/,
    ],
    [
      'two source files for one pattern',
      ['a/b/{locale}.yml'],
      [],
      ['en.yml', 'b/en.yml'],
      /^TWO_SOURCE_FILES.*src_1.*src_0/,
    ],
    [
      'two spellings of one name',
      ['a/{locale}.yml'],
      [],
      ['a/en.yml', 'a/EN.yml'],
      /^TWO_SOURCE_FILES.*src_0.*src_1/,
    ],
  ] as const)('nothing is guessed: %s', (_, patterns, paths, names, error) => {
    const run = () =>
      bound(
        patterns.map((pattern) => [pattern]),
        paths,
        names,
      );
    expect(errorOf(run)).toMatch(error);
  });

  it('a set belongs to the first pattern that matches its path, whether it has files or not', () => {
    const patterns: [string][] = [['*/{locale}.yml'], ['config/{locale}.yml']];
    expect(bound(patterns, [], ['en.yml']).sets).toEqual([]);
    expect(bound([['l/{locale}.yml'], ['l/{locale}.yml']], [], ['en.yml']).sets).toHaveLength(1);
  });
});
