/**
 * One language in one file: under its own root key where several are in the file or the format
 * wants one.
 */
export interface Part {
  readonly locale: string;
  readonly path: string;
  readonly root: string | undefined;
}

/** Keys that people think of: few, so that they meet; some that services spell otherwise. */
export const KEYS = [
  'title',
  'hello',
  'Bye',
  'cart.total',
  'cart.empty',
  'cart.pay',
  'yes',
  'gr\u00f6\u00dfe',
  'zoo',
];

/** A key as the records have it, however the service spells it. */
export const plainKey = (key: string): string =>
  key
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('/', '.')
    .replace(/\btrue$/, 'yes');

/** How a project keeps its files. Keys with a dot are nested unless the file is flat. */
export interface Layout {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly locales: readonly string[];
  readonly sets: readonly { readonly parts: readonly Part[]; readonly isFlat?: boolean }[];
}

const LOCALES = ['en', 'de', 'fr'];
const CODE = '(?:en|de|fr|nb|no|it)';

const perLocale = (path: (code: string) => string, hasRoot = false, codes: readonly string[] = LOCALES) => ({
  parts: codes.map((locale) => ({ locale, path: path(locale), root: hasRoot ? locale : undefined })),
});

const rails = perLocale((code) => `config/locales/${code}.yml`, true);
const folders = perLocale((code) => `app/${code}/texts.json`);

export const LAYOUTS: readonly Layout[] = [
  {
    name: 'a file for each language, and a folder for each',
    config: { files: ['config/locales/{locale}.yml', 'app/{locale}/texts.json'] },
    locales: LOCALES,
    sets: [rails, folders],
  },
  {
    name: 'files of several languages',
    config: { files: ['i18n/*.json', 'config/all.yml'] },
    locales: LOCALES,
    sets: ['i18n/shop.json', 'config/all.yml'].map((path) => ({
      parts: LOCALES.map((locale) => ({ locale, path, root: locale })),
    })),
  },
  {
    name: 'localeMap with root keys',
    config: { files: ['config/locales/{locale}.yml', 'app/{locale}.json'], localeMap: { nb: 'no' } },
    locales: ['en', 'nb'],
    sets: [
      {
        parts: [
          { locale: 'en', path: 'config/locales/en.yml', root: 'en' },
          { locale: 'nb', path: 'config/locales/no.yml', root: 'no' },
        ],
      },
      {
        parts: [
          { locale: 'en', path: 'app/en.json', root: undefined },
          { locale: 'nb', path: 'app/no.json', root: undefined },
        ],
      },
    ],
  },
  {
    name: 'flat keys with dots',
    config: { files: ['flat/{locale}.json'] },
    locales: LOCALES,
    sets: [{ ...perLocale((code) => `flat/${code}.json`), isFlat: true }],
  },
  {
    name: 'names with another code in them',
    config: { files: ['it.{locale}.json', 'no.{locale}.json'] },
    locales: ['en', 'de', 'it', 'no'],
    sets: ['it', 'no'].map((word) =>
      perLocale((code) => `${word}.${code}.json`, false, ['en', 'de', 'it', 'no']),
    ),
  },
];

/** The number of the set that a source file of this name belongs to; -1 if it is none of ours. */
export function setOf(layout: Layout, name: string): number {
  const frame = (path: string): string => path.replaceAll(new RegExp(`(?<![a-z])${CODE}(?=[/.])`, 'g'), '*');
  const exact = layout.sets.findIndex(({ parts }) => parts.some(({ path }) => path === name));
  return exact >= 0
    ? exact
    : layout.sets.findIndex(({ parts }) => parts.some(({ path }) => frame(path) === frame(name)));
}
