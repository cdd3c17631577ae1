import { endingOf } from '../formats.js';
/** What is known of a project's technology (docs/service-interface.md, "Resources"), folded. */
export interface Technology {
  readonly technology: string;
  readonly framework: string;
  readonly format: string;
}

/** Where a framework keeps its locale files, for a folder that has none yet. */
interface Convention {
  readonly means: RegExp;
  readonly folder: string;
  readonly file: string;
  /** The ending if the project's format does not say it. */
  readonly ending: string;
}

// Each row from the framework's own guide: Rails I18n, Symfony Translations, Laravel Localization,
// i18next-http-backend (also next-i18next and react-i18next), Vue I18n, ngx-translate.
const CONVENTIONS: readonly Convention[] = [
  { means: /rails|ruby/, folder: 'config/locales', file: '{locale}', ending: 'yml' },
  { means: /symfony/, folder: 'translations', file: 'messages.{locale}', ending: 'yaml' },
  { means: /laravel/, folder: 'lang', file: '{locale}', ending: 'json' },
  { means: /vue|nuxt/, folder: 'src/locales', file: '{locale}', ending: 'json' },
  { means: /angular/, folder: 'src/assets/i18n', file: '{locale}', ending: 'json' },
  { means: /next|react/, folder: 'public/locales', file: '{locale}/*', ending: 'json' },
];
const ANY: Convention = { means: /./, folder: 'locales', file: '{locale}', ending: 'json' };

const words = ({ technology, framework }: Technology): string => `${technology} ${framework}`.toLowerCase();

/** Rails, whose files can be anywhere below `config/locales`. */
export const isRails = (about: Technology): boolean => words(about).includes('rails');

/** Whether a folder of a locale takes any number of namespaces, one file each, as in i18next. */
export const hasNamespaces = (about: Technology): boolean => /next|react|vue|nuxt/.test(words(about));

/** Whether a file has a default name of i18next: the folder of a locale may get more files. */
export const isDefaultNamespace = (path: string): boolean =>
  /(?:^|\/)(?:common|translations?)\.json$/.test(path);

/** The framework's folder and pattern. */
export function conventionOf(about: Technology): { readonly folder: string; readonly pattern: string } {
  const convention = CONVENTIONS.find(({ means }) => means.test(words(about))) ?? ANY;
  const usual = `.${convention.ending}`;
  const named = `.${about.format.toLowerCase()}`;
  const { ending: formatEnding, format } = endingOf(named) ?? {};
  const ending =
    format && formatEnding === named && !format.extensions.includes(usual) ? format.extensions[0] : usual;
  return { folder: convention.folder, pattern: `${convention.folder}/${convention.file}${ending}` };
}
