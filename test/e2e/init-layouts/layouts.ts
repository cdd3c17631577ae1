/** A real layout of locale files, and what `init` has to make of it. */
export interface Layout {
  readonly title: string;
  /** Every file that matters, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The project's languages on the service. */
  readonly locales: readonly string[];
  /** What a person says of the project on the service. */
  readonly about?: { readonly technology?: string; readonly framework?: string; readonly format?: string };
  /** The locale files that a run compares afterwards; undefined if init refuses. */
  readonly compared?: readonly string[];
  /** What init says when it writes. */
  readonly says?: readonly (string | RegExp)[];
  /** What `.locsyncrc` holds. */
  readonly config?: readonly (string | RegExp)[];
  /** Why init refuses, with exit code 2. */
  readonly refuses?: readonly (string | RegExp)[];
}

const yaml = (code: string, text = 'Hi'): string => `${code}:\n  greeting: ${text}\n  name: "%{name}"\n`;
const flat = (text = 'Hi'): string => `{\n  "greeting": "${text}",\n  "name": "{name}"\n}\n`;
const plain = (text = 'Hi'): string => `greeting: ${text}\nname: "%name%"\n`;

/** Each path with `{locale}` exchanged for each code. */
function each(
  paths: readonly string[],
  codes: readonly string[],
  text: (code: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    paths.flatMap((path) => codes.map((code) => [path.replaceAll('{locale}', code), text(code)])),
  );
}

const pkg = (...dependencies: string[]): string =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: Object.fromEntries(dependencies.map((one) => [one, '1.0.0'])) })}\n`;

const layout = (
  title: string,
  files: Record<string, string>,
  locales: readonly string[],
  rest: Omit<Layout, 'title' | 'files' | 'locales'> = {},
): Layout => ({ title, files, locales, ...rest });

const RAILS = { technology: 'ruby', framework: 'rails', format: 'yaml' };

const rails = each(['config/locales/{locale}.yml', 'config/locales/devise.{locale}.yml'], ['en', 'de'], yaml);
const railsNested = each(
  ['config/locales/models/user.{locale}.yml', 'config/locales/views/users/{locale}.yml'],
  ['en', 'de'],
  yaml,
);
const i18next = each(
  ['public/locales/{locale}/common.json', 'public/locales/{locale}/home.json'],
  ['en', 'de'],
  flat,
);
const nextIntl = each(['messages/{locale}.json'], ['en', 'de', 'pt-BR'], flat);
const vue = each(['src/locales/{locale}.json'], ['en', 'de'], flat);
const angular = each(['src/assets/i18n/{locale}.json'], ['en', 'de'], flat);
const transloco = each(['public/i18n/{locale}.json', 'public/i18n/admin/{locale}.json'], ['en', 'de'], flat);
const symfony = each(
  ['translations/messages.{locale}.yaml', 'translations/validators.{locale}.yaml'],
  ['en', 'de'],
  plain,
);
const laravel = each(['lang/{locale}.json'], ['en', 'de', 'pt_BR'], flat);
const hugo = each(['i18n/{locale}.yaml'], ['en', 'de'], (code) => `greeting: Hi ${code}\n`);
const chrome = each(
  ['_locales/{locale}/messages.json'],
  ['en', 'de', 'pt_BR'],
  (code) => `{\n  "appName": {\n    "message": "Shop ${code}",\n    "description": "The name"\n  }\n}\n`,
);
const ember = each(['translations/{locale}.yaml'], ['en-us', 'de-de'], plain);
const mixed = {
  ...each(['locales/{locale}.json'], ['en', 'pt_BR'], flat),
  ...each(['web/i18n/{locale}.json'], ['en', 'pt-BR'], flat),
};
const monorepo = each(
  [
    'packages/web/locales/{locale}.json',
    'packages/admin/locales/{locale}.json',
    'packages/api/locales/{locale}.json',
  ],
  ['en', 'de'],
  flat,
);
const vscode = {
  'package.nls.json': flat(),
  'package.nls.de.json': flat('Hallo'),
  'package.nls.pt-br.json': flat('Oi'),
};

export const LAYOUTS: readonly Layout[] = [
  layout('Rails', { Gemfile: "gem 'rails'\n", 'config/database.yml': 'a: 1\n', ...rails }, ['en', 'de'], {
    about: RAILS,
    compared: Object.keys(rails),
  }),
  layout(
    'Rails, nested, of a project that says nothing',
    { Gemfile: "gem 'rails'\n", ...railsNested },
    ['en', 'de'],
    {
      compared: Object.keys(railsNested),
    },
  ),
  layout('i18next', { 'package.json': pkg('i18next', 'react'), ...i18next }, ['en', 'de'], {
    compared: Object.keys(i18next),
  }),
  layout(
    'next-intl',
    { 'package.json': pkg('next', 'next-intl'), 'tsconfig.json': '{}\n', ...nextIntl },
    ['en', 'de', 'pt-BR'],
    {
      compared: Object.keys(nextIntl),
    },
  ),
  layout('Vue i18n', { 'package.json': pkg('vue', 'vue-i18n'), ...vue }, ['en', 'de'], {
    compared: Object.keys(vue),
  }),
  layout(
    'Vue i18n, one file of all languages',
    {
      'package.json': pkg('vue', 'vue-i18n'),
      'src/i18n/messages.json':
        '{\n  "en": {\n    "greeting": "Hi"\n  },\n  "de": {\n    "greeting": "Hallo"\n  }\n}\n',
    },
    ['en', 'de'],
    { compared: ['src/i18n/messages.json'], config: ['src/i18n/messages.json'] },
  ),
  layout('Angular', { 'angular.json': '{"version": 1}\n', ...angular }, ['en', 'de'], {
    compared: Object.keys(angular),
  }),
  layout('Transloco with scopes', { 'package.json': pkg('@jsverse/transloco'), ...transloco }, ['en', 'de'], {
    compared: Object.keys(transloco),
  }),
  layout(
    'Symfony',
    {
      'composer.json': '{"require": {"symfony/translation": "*"}}\n',
      'config/services.yaml': 'a: 1\n',
      ...symfony,
    },
    ['en', 'de'],
    {
      compared: Object.keys(symfony),
    },
  ),
  layout(
    'Laravel',
    {
      'composer.json': '{"require": {"laravel/framework": "*"}}\n',
      'lang/en/auth.php': '<?php\n',
      ...laravel,
    },
    ['en', 'de', 'pt-BR'],
    {
      compared: Object.keys(laravel),
    },
  ),
  layout(
    'Flutter',
    { 'pubspec.yaml': 'name: shop\n', 'lib/l10n/app_en.arb': '{}\n', 'lib/l10n/app_de.arb': '{}\n' },
    ['en', 'de'],
    {
      refuses: ['lib/l10n/app_de.arb', '.arb'],
    },
  ),
  layout(
    'go-i18n, JSON lists',
    {
      'go.mod': 'module shop\n',
      ...each(
        ['active.{locale}.json'],
        ['en', 'de'],
        () => '[\n  {\n    "id": "greeting",\n    "translation": "Hi"\n  }\n]\n',
      ),
    },
    ['en', 'de'],
    { compared: ['active.en.json', 'active.de.json'] },
  ),
  layout(
    'Hugo, YAML lists',
    {
      'hugo.yaml': 'title: Shop\n',
      ...each(['i18n/{locale}.yaml'], ['en', 'de'], () => '- id: greeting\n  translation: Hi\n'),
    },
    ['en', 'de'],
    { compared: ['i18n/en.yaml', 'i18n/de.yaml'] },
  ),
  layout(
    'lists without ids',
    {
      'go.mod': 'module shop\n',
      ...each(['active.{locale}.json'], ['en', 'de'], () => '[\n  "Hi"\n]\n'),
    },
    ['en', 'de'],
    { refuses: ['active.en.json', 'list'] },
  ),
  layout(
    'go-i18n, TOML',
    { 'go.mod': 'module shop\n', 'active.en.toml': 'greeting = "Hi"\n', 'active.de.toml': '' },
    ['en', 'de'],
    {
      refuses: ['active.de.toml', '.toml'],
    },
  ),
  layout(
    'go-i18n, JSON maps',
    { 'go.mod': 'module shop\n', ...each(['active.{locale}.json'], ['en', 'de'], flat) },
    ['en', 'de'],
    {
      compared: ['active.en.json', 'active.de.json'],
    },
  ),
  layout('Hugo', { 'hugo.yaml': 'title: Shop\n', 'content/post.en.md': 'Hi\n', ...hugo }, ['en', 'de'], {
    compared: Object.keys(hugo),
  }),
  layout(
    'Django',
    {
      'manage.py': '\n',
      'locale/de/LC_MESSAGES/django.po': 'msgid ""\n',
      'locale/fr/LC_MESSAGES/django.po': 'msgid ""\n',
    },
    ['en', 'de'],
    {
      refuses: ['locale/de/LC_MESSAGES/django.po', '.po'],
    },
  ),
  layout(
    'WordPress',
    { 'shop.php': '<?php\n', 'languages/shop-de_DE.po': 'msgid ""\n', 'languages/shop.pot': 'msgid ""\n' },
    ['en', 'de'],
    {
      refuses: ['languages/shop-de_DE.po', '.po'],
    },
  ),
  layout(
    'VS Code, package.nls',
    { 'package.json': '{"name": "ext", "engines": {"vscode": "*"}}\n', ...vscode },
    ['en', 'de', 'pt-BR'],
    {
      compared: ['package.nls.de.json', 'package.nls.pt-br.json'],
      says: ['package.nls.json'],
    },
  ),
  layout(
    'VS Code, codes chs, cht and deu',
    each(
      [
        'i18n/{locale}/package.i18n.json',
        'i18n/{locale}/out/src/main.i18n.json',
        'i18n/{locale}/out/src/util.i18n.json',
      ],
      ['chs', 'cht', 'deu'],
      flat,
    ),
    ['en', 'zh-Hans', 'zh-Hant', 'de'],
    { refuses: ['chs', 'localeMap'] },
  ),
  layout(
    'Chrome extension',
    { 'manifest.json': '{"manifest_version": 3, "default_locale": "en"}\n', ...chrome },
    ['en', 'de', 'pt-BR'],
    {
      compared: Object.keys(chrome),
    },
  ),
  layout(
    'Ember',
    { 'ember-cli-build.js': '\n', 'package.json': pkg('ember-intl'), ...ember },
    ['en-us', 'de-de'],
    { compared: Object.keys(ember) },
  ),
  layout(
    'Phoenix',
    {
      'mix.exs': '\n',
      'priv/gettext/de/LC_MESSAGES/default.po': 'msgid ""\n',
      'priv/gettext/default.pot': '\n',
    },
    ['en', 'de'],
    {
      refuses: ['priv/gettext/de/LC_MESSAGES/default.po', '.po'],
    },
  ),
  layout(
    'en-BORK and en_TST beside en',
    each(['src/locales/{locale}.json'], ['en', 'de', 'en-BORK', 'en_TST'], flat),
    ['en', 'de'],
    {
      compared: ['src/locales/en.json', 'src/locales/de.json'],
      says: ['en-BORK', 'en_TST'],
    },
  ),
  layout(
    'messages.en-BORK beside messages.en',
    each(['lang/messages.{locale}.yml'], ['en', 'de', 'en-BORK', 'en_TST'], plain),
    ['en', 'de'],
    {
      compared: ['lang/messages.en.yml', 'lang/messages.de.yml'],
      says: ['en-BORK', 'en_TST'],
    },
  ),
  layout('pt_BR in one folder, pt-BR in another', mixed, ['en', 'pt-BR'], { compared: Object.keys(mixed) }),
  layout('a monorepo', { 'package.json': '{"workspaces": ["packages/*"]}\n', ...monorepo }, ['en', 'de'], {
    compared: Object.keys(monorepo),
  }),
  layout(
    'one language only',
    { 'package.json': pkg('i18next'), 'src/locales/en.json': flat() },
    ['en', 'de'],
    {
      compared: ['src/locales/en.json'],
    },
  ),
  layout(
    'one language only, in a place that says nothing',
    { 'package.json': pkg(), 'src/texts/en.json': flat() },
    ['en', 'de'],
    {
      compared: ['src/texts/en.json'],
    },
  ),
  layout('nothing at all', { 'package.json': pkg(), 'README.md': 'Shop\n' }, ['en', 'de'], {
    refuses: ['no locale files were found here', 'locsync init --print'],
  }),
  layout(
    'JSON and YAML in one folder',
    {
      'locales/en.json': flat(),
      'locales/de.json': flat(),
      'locales/server.en.yml': plain(),
      'locales/server.de.yml': plain(),
    },
    ['en', 'de'],
    {
      compared: ['locales/en.json', 'locales/de.json', 'locales/server.en.yml', 'locales/server.de.yml'],
    },
  ),
  layout(
    'Jekyll, one file of all languages',
    {
      '_config.yml': 'title: Shop\n',
      '_data/locale.yml': 'en:\n  greeting: Hi\nde:\n  greeting: Hallo\n',
      '_data/nav.yml': 'a: b\n',
    },
    ['en', 'de'],
    {
      compared: ['_data/locale.yml'],
    },
  ),
  layout(
    'locales that the project lacks',
    each(['locales/{locale}.json'], ['en', 'de', 'fr', 'qqq'], flat),
    ['en', 'de'],
    {
      compared: ['locales/en.json', 'locales/de.json'],
      says: ['fr (1 file)', 'locales: [en, de]'],
    },
  ),
];
