import { PATTERN_RULE } from '../config/path-rules.js';
import { endingOf } from '../formats.js';
import { type LocaleTable, localeTable } from '../files/locale-table.js';
import { compilePattern } from '../patterns/compile.js';
import { unsafePath } from '../patterns/paths.js';
import { conventionOf, type Technology } from './conventions.js';
import { families, type Family } from './candidates.js';
import { coverings } from './generalize.js';
import { acrossFolders } from './merge-folders.js';
import { withoutOverlaps, type LackingFile, type PatternFiles } from './matches.js';

export type { Technology } from './conventions.js';

/** One entry of `files` as `init` proposes it. */
export interface ProposedPattern {
  readonly path: string;
  /** Files that the pattern would take for locale files and that are none. */
  readonly ignore: readonly string[];
  /** The locale files that it finds here; none if it is a guess. */
  readonly files: readonly string[];
  /** Files of locales that the project lacks. */
  readonly lacking: readonly LackingFile[];
  /** Set if the service's names are names without folders. */
  readonly name?: 'basename';
}

// Data of tests is made for tests.
const OF_TESTS = /^(?:tests?|specs?|__tests__|__mocks__|mocks|fixtures|__fixtures__|testdata|e2e|cypress)$/i;
/** Words for what a folder or a file of translations holds. */
const TELLS =
  /^(?:locales?|langs?|languages?|i18n|l10n|intl|translations?|messages?|nls|texts?|strings|locali[sz]ations?)$/i;

/**
 * Patterns for the locale files among these paths (relative, with `/`), by the project's codes and
 * the framework's convention. No two of them match the same file, and what a pattern would match
 * besides locale files is in its `ignore`. Sorted by path.
 */
export function propose(
  paths: readonly string[],
  table: LocaleTable,
  about: Technology,
  sourceLocale: string | undefined,
): readonly ProposedPattern[] {
  const source = sourceLocale === undefined ? undefined : table.find(sourceLocale)?.id;
  const candidates = paths.filter(isCandidate);
  const believed = believedFamilies(families(candidates, table), source);
  return fromFamilies(believed, paths, table, about).map(({ pattern, files, ignore, lacking }) => ({
    path: pattern,
    files,
    lacking,
    ignore: ignore.map(plainPath),
  }));
}

/** {@link propose} without a service: from the codes of the languages alone. */
export function proposeByCodes(
  paths: readonly string[],
  codes: readonly string[],
  sourceLocale: string | undefined,
): { readonly table: LocaleTable; readonly patterns: readonly ProposedPattern[] } {
  const locales = codes.map((code) => ({ id: code, code, country: '', name: '' }));
  const table = localeTable(locales, new Map());
  const about = { technology: '', framework: '', format: '' };
  return { table, patterns: propose(paths, table, about, sourceLocale) };
}

/**
 * Patterns for a project without a locale file here, from the names of the service's source files,
 * which tell the folder or at least the file's name; none if they do not.
 */
export function guess(
  names: readonly string[],
  table: LocaleTable,
  about: Technology,
): readonly ProposedPattern[] {
  const convention = conventionOf(about);
  const usable = names.filter(isCandidate);
  const withFolders = usable.filter((name) => name.includes('/'));
  const bare = withFolders.length > 0 ? [] : usable.map((name) => `${convention.folder}/${name}`);
  return fromTemplates([...withFolders, ...bare], table).map((path): ProposedPattern => ({
    ...withoutFiles(path),
    ...(bare.length > 0 ? { name: 'basename' as const } : {}),
  }));
}

/** The pattern of the framework's own convention. */
export const conventionalPattern = (about: Technology): ProposedPattern =>
  withoutFiles(conventionOf(about).pattern);

const withoutFiles = (path: string): ProposedPattern => ({ path, files: [], ignore: [], lacking: [] });

const fromTemplates = (names: readonly string[], table: LocaleTable): readonly string[] =>
  [...new Set(families(names, table).map((family) => plainPath(family.template)))].filter(isPattern).sort();

function fromFamilies(
  believed: readonly Family[],
  paths: readonly string[],
  table: LocaleTable,
  about: Technology,
): readonly PatternFiles[] {
  const covered = coverings(
    believed.map((family) => family.template),
    about,
  );
  const literal = (templates: readonly string[]): readonly string[] =>
    templates.map(plainPath).filter(isPattern);
  const choices = covered.map(({ pattern, templates }) => ({
    wide: isPattern(plainPath(pattern)) ? plainPath(pattern) : undefined,
    narrow: literal(templates),
  }));
  return acrossFolders(withoutOverlaps(choices, paths, table), paths, table);
}

/** Whether a path may be that of a locale file, its language left out of account. */
export function isCandidate(path: string): boolean {
  if (endingOf(path) === undefined || unsafePath(path) !== undefined || /[{}]/.test(path)) return false;
  return !path.split('/').some((part) => OF_TESTS.test(part) || part.startsWith('.'));
}

/**
 * The families that are believed, and those of the source locale alone that are in the same folder
 * of a language: files without a translation so far.
 */
function believedFamilies(all: readonly Family[], source: string | undefined): readonly Family[] {
  const believed = all.filter((family) => isBelieved(family, source));
  const folders = new Set(believed.flatMap(({ template }) => folderOf(template) ?? []));
  return all.filter((family) => {
    if (believed.includes(family)) return true;
    const folder = folderOf(family.template);
    const isOfSource = source === undefined || family.locales.has(source);
    return folder !== undefined && isOfSource && folders.has(folder);
  });
}

/** The folder of a language in a template, with the ending; undefined if the name has the code. */
function folderOf(template: string): string | undefined {
  const at = template.indexOf('{locale}/');
  const ending = endingOf(template)?.ending;
  return at < 0 || ending === undefined ? undefined : `${template.slice(0, at)} ${ending}`;
}

/**
 * Several languages with the source locale among them, or one in a place that is called after what
 * it holds.
 */
function isBelieved({ template, locales }: Family, source: string | undefined): boolean {
  if (tellsTranslations(template)) return true;
  return locales.size > 1 && (source === undefined || locales.has(source));
}

/** Whether a folder or a word of a name says that translations are in it. */
export const tellsTranslations = (path: string): boolean =>
  path.split(/[/._-]/).some((word) => TELLS.test(word));

// A folder may be called `[lang]` or `(site)`, as in Next.js: `?` matches any character, the ones
// with a meaning too.
const plainPath = (path: string): string =>
  path.replaceAll(/\{locale\}|\*+|[^A-Za-z0-9._/@~ -]/g, (text) =>
    text === '{locale}' || text.startsWith('*') ? text : /[[\]()!+|?\\]/.test(text) ? '?' : text,
  );

const isPattern = (pattern: string): boolean =>
  PATTERN_RULE.fault(pattern) === undefined && compilePattern(pattern).hasLocale;
