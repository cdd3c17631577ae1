import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATTERN_RULE } from '../../../../src/core/config/path-rules.js';
import { compilePattern } from '../../../../src/core/patterns/compile.js';
import {
  conventionalPattern,
  guess,
  propose,
  type Technology,
} from '../../../../src/core/propose/propose.js';
import { runs } from '../../../support/runs.js';
import { NONE, RAILS, REACT, table } from './technologies.js';

const CODES = table(['en', 'de', 'pt-BR']);

const patterns = (files: readonly string[], about = NONE, codes = CODES): readonly string[] =>
  propose(files, codes, about, 'en').map(({ path }) => path);
/** The same file in three languages. */
const each = (template: string): string[] =>
  ['en', 'de', 'pt-BR'].map((code) => template.replaceAll('{locale}', code));

it('takes sr@latin for a locale that the project lacks, not for another file', () => {
  const files = [...each('locale/{locale}/strings.json'), 'locale/sr@latin/strings.json'];
  const [one] = propose(files, CODES, NONE, 'en');
  expect(one?.ignore).toEqual([]);
  expect(one?.lacking).toEqual([{ path: 'locale/sr@latin/strings.json', code: 'sr@latin' }]);
});

describe('patterns by the framework’s custom', () => {
  const cases: readonly (readonly [string, Technology, readonly string[], readonly string[]])[] = [
    [
      'Rails, one file a language',
      RAILS,
      each('config/locales/{locale}.yml'),
      ['config/locales/{locale}.yml'],
    ],
    [
      'Rails, files of gems and models besides',
      RAILS,
      [
        ...each('config/locales/{locale}.yml'),
        ...each('config/locales/devise.{locale}.yml'),
        ...each('config/locales/models/user.{locale}.yml'),
      ],
      ['config/locales/**/*.{locale}.yml', 'config/locales/{locale}.yml'],
    ],
    [
      'Rails, a folder for each model (Rails I18n guide, section 4.1.1)',
      RAILS,
      [...each('config/locales/models/book/{locale}.yml'), ...each('config/locales/views/book/{locale}.yml')],
      ['config/locales/**/{locale}.yml'],
    ],
    [
      'i18next, namespaces',
      REACT,
      each('public/locales/{locale}/common.json'),
      ['public/locales/{locale}/*.json'],
    ],
    [
      'the default namespaces of i18next, in a project that names no framework',
      NONE,
      [...each('locales/{locale}/translation.json'), ...each('lang/{locale}/messages.json')],
      ['lang/{locale}/messages.json', 'locales/{locale}/*.json'],
    ],
    [
      'i18next, nested namespaces',
      REACT,
      [...each('src/i18n/{locale}/common.json'), ...each('src/i18n/{locale}/pages/home.json')],
      ['src/i18n/{locale}/**/*.json'],
    ],
    [
      'Vue, one file a language',
      { ...NONE, framework: 'vue' },
      each('src/locales/{locale}.json'),
      ['src/locales/{locale}.json'],
    ],
    [
      'Symfony, one domain',
      { technology: 'php', framework: 'symfony', format: 'yaml' },
      each('translations/messages.{locale}.yaml'),
      ['translations/messages.{locale}.yaml'],
    ],
    [
      'Symfony, several domains',
      { technology: 'php', framework: 'symfony', format: 'yaml' },
      [
        ...each('translations/messages.{locale}.yaml'),
        ...each('translations/validators+intl-icu.{locale}.yaml'),
      ],
      ['translations/*.{locale}.yaml'],
    ],
    [
      'a browser extension',
      NONE,
      each('_locales/{locale}/messages.json'),
      ['_locales/{locale}/messages.json'],
    ],
    ['the code behind _', NONE, each('messages/help_{locale}.yml'), ['messages/help_{locale}.yml']],
    ['the code in front', NONE, each('i18n/{locale}.app.json'), ['i18n/{locale}.app.json']],
    ['folder and name', NONE, each('lang/{locale}/app.{locale}.json'), ['lang/{locale}/app.{locale}.json']],
    [
      'two kinds of format side by side',
      NONE,
      [...each('locales/{locale}.json'), ...each('locales/{locale}.yml')],
      ['locales/{locale}.json', 'locales/{locale}.yml'],
    ],
    [
      'a workspace in which every package has its own',
      NONE,
      ['a', 'b', 'c'].flatMap((name) => each(`packages/${name}/locales/{locale}.json`)),
      ['packages/*/locales/{locale}.json'],
    ],
    [
      'two folders are named',
      NONE,
      ['a', 'b'].flatMap((name) => each(`packages/${name}/locales/{locale}.json`)),
      ['packages/a/locales/{locale}.json', 'packages/b/locales/{locale}.json'],
    ],
    ['another spelling', NONE, ['lang/en.json', 'lang/pt_BR.json', 'lang/DE.json'], ['lang/{locale}.json']],
    ['one language only, in a telling place', NONE, ['src/locales/en.json'], ['src/locales/{locale}.json']],
    [
      'a folder that is a pattern',
      NONE,
      each('app/[lang]/i18n/{locale}.json'),
      ['app/?lang?/i18n/{locale}.json'],
    ],
  ];
  it.each(cases)('%s', (_, about, files, wanted) => {
    expect(patterns(files, about)).toEqual(wanted);
    expect(
      propose(files, CODES, about, 'en')
        .flatMap((one) => one.files)
        .sort(),
    ).toEqual([...files].sort());
  });
});

describe('what is not a locale file', () => {
  it('IN-20 takes a file that only the source locale has yet, if it is in a folder of a language', () => {
    const files = ['src/en/common.json', 'src/en/cart.json', 'src/de/common.json', 'src/fr/other.json'];
    const [one, ...others] = propose(files, CODES, NONE, 'en');
    expect([one?.path, others]).toEqual(['src/{locale}/*.json', []]);
  });

  it('leaves out package.json and the like if locale files are at the top', () => {
    const files = [...each('{locale}.json'), 'package.json', 'tsconfig.json', 'biome.json'];
    const [one, ...others] = propose(files, CODES, NONE, 'en');
    expect(others).toEqual([]);
    expect(one).toEqual({
      path: '{locale}.json',
      files: each('{locale}.json'),
      ignore: ['package.json', 'tsconfig.json', 'biome.json'],
      lacking: [],
    });
  });

  it('names a stranger of a locale folder, but keeps a language that the project lacks', () => {
    const files = [...each('locales/{locale}.json'), 'locales/index.json', 'locales/fr.json'];
    expect(propose(files, CODES, NONE, 'en')).toEqual([
      {
        path: 'locales/{locale}.json',
        files: each('locales/{locale}.json'),
        ignore: ['locales/index.json'],
        lacking: [{ path: 'locales/fr.json', code: 'fr' }],
      },
    ]);
  });

  it('takes the tag of a language that the project lacks for neither a pattern nor a stranger', () => {
    const few = table(['en', 'de', 'fr']);
    const lacked = [
      'en-BORK',
      'en_TST',
      'chs',
      'en-GB',
      'en-gb',
      'pt-br',
      'zh-hant',
      'dsb',
      'skr-arab',
      'es-419',
      'be-tarask',
      'lrc',
    ];
    const files = ['en', 'de', 'fr', ...lacked].map((code) => `src/locales/${code}.json`);
    expect(propose(files, few, NONE, 'en')).toEqual([
      {
        path: 'src/locales/{locale}.json',
        ignore: [],
        lacking: lacked.map((code) => ({ path: `src/locales/${code}.json`, code })),
        files: ['src/locales/en.json', 'src/locales/de.json', 'src/locales/fr.json'],
      },
    ]);
    const suffixed = ['en', 'de', 'fr'].flatMap((code) => [`lang/${code}-ui.json`, `lang/${code}-main.json`]);
    const prefixed = ['en', 'de', 'en-GB', 'en-BORK'].map((code) => `lang/${code}.app.json`);
    expect(patterns(prefixed, NONE, few)).toEqual(['lang/{locale}.app.json']);
    const dotted = ['en', 'de', 'de-DE', 'fr'].map((code) => `lang/app.${code}.json`);
    expect(patterns(dotted, NONE, few)).toEqual(['lang/app.{locale}.json']);
    expect(patterns(suffixed, NONE, few)).toEqual(['lang/{locale}-main.json', 'lang/{locale}-ui.json']);
  });

  it('does not take a folder of many other files for one of languages', () => {
    const others = Array.from({ length: 30 }, (_, i) => `data/table${i}.json`);
    expect(patterns([...each('data/{locale}.json'), ...others])).toEqual([]);
  });

  it.each([
    ['tests', each('test/fixtures/locales/{locale}.json')],
    ['a package manifest in a folder named for a language', each('packages/{locale}/package.json')],
    ['an accident without the source locale', ['data/de.json', 'data/pt-BR.json']],
    ['one file of one language in a place that tells nothing', ['data/en.json']],
    ['other formats', each('locales/{locale}.po')],
    ['workflows', each('.github/workflows/{locale}.yml')],
  ])('%s', (_, files) => {
    expect(patterns(files)).toEqual([]);
  });

  it('finds nothing if the project has no languages', () => {
    expect(patterns(each('locales/{locale}.json'), NONE, table([]))).toEqual([]);
  });
});

describe('where there is no locale file yet', () => {
  it.each([
    [RAILS, 'config/locales/{locale}.yml'],
    [REACT, 'public/locales/{locale}/*.json'],
    [{ ...NONE, framework: 'symfony', format: 'yaml' }, 'translations/messages.{locale}.yaml'],
    [{ ...NONE, framework: 'laravel', format: 'json' }, 'lang/{locale}.json'],
    [{ ...NONE, framework: 'vue', format: 'yaml' }, 'src/locales/{locale}.yml'],
    [{ ...NONE, format: 'yaml' }, 'locales/{locale}.yml'],
    [NONE, 'locales/{locale}.json'],
  ])('%j gives %s', (about, path) => {
    expect(guess([], CODES, about)).toEqual([]);
    expect(conventionalPattern(about)).toEqual({ path, files: [], ignore: [], lacking: [] });
  });

  it('takes the paths that the service’s source files are called by', () => {
    expect(guess(['app/lang/en.json', 'readme.txt'], CODES, RAILS)).toEqual([
      { path: 'app/lang/{locale}.json', files: [], ignore: [], lacking: [] },
    ]);
  });

  it('puts names without folders into the framework’s folder, and says so with `name`', () => {
    expect(guess(['devise.en.yml', 'en.yml'], CODES, RAILS)).toEqual([
      { path: 'config/locales/devise.{locale}.yml', files: [], ignore: [], lacking: [], name: 'basename' },
      { path: 'config/locales/{locale}.yml', files: [], ignore: [], lacking: [], name: 'basename' },
    ]);
  });

  it.each([
    '../../en.json',
    '/etc/en.json',
    '.github/workflows/en.yml',
    'a/{x}/en.json',
    'en.json\u0000.json',
  ])('makes no pattern of the name %j', (name) => {
    expect(guess([name], CODES, NONE)).toEqual([]);
  });
});

it('every proposal is a valid pattern, finds what it says, overlaps no other, and leaves out what it must', () => {
  const part = fc.constantFrom(
    'en',
    'de',
    'pt-BR',
    'pt_BR',
    'a',
    'locales',
    'config',
    'app',
    'x[1]',
    'ü',
    'is',
    'fr',
  );
  const name = fc.constantFrom(
    'en',
    'de',
    'pt_BR',
    'a.en',
    'a.de',
    'b_de',
    'b_en',
    'index',
    'package',
    'de.x',
    'fr',
  );
  const path = fc
    .tuple(fc.array(part, { maxLength: 4 }), name, fc.constantFrom('.json', '.yml', '.yaml'))
    .map(([folders, file, ending]) => [...folders, file + ending].join('/'));
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { maxLength: 40 }),
      fc.constantFrom(NONE, RAILS, REACT),
      (files, about) => {
        const owners = new Map<string, string>();
        for (const one of propose(files, CODES, about, 'en')) {
          expect(PATTERN_RULE.fault(one.path)).toBeUndefined();
          const pattern = compilePattern(one.path);
          const left = one.ignore.map((glob) => compilePattern(glob));
          for (const file of files) {
            const match = pattern.match(file, CODES.spellings);
            const known = match?.known === true && !left.some((glob) => glob.match(file) !== undefined);
            expect(one.files.includes(file)).toBe(known);
            if (!known) continue;
            expect(owners.get(file)).toBeUndefined();
            owners.set(file, one.path);
          }
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
