import { LocsyncError } from '../../core/errors/index.js';
import { EXTENSIONS } from '../../core/formats.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import { localeTable, type LocaleTable } from '../../core/files/locale-table.js';
import { conventionalPattern, guess, propose, type ProposedPattern } from '../../core/propose/propose.js';
import { compilePattern } from '../../core/patterns/compile.js';
import type { Files } from '../../ports/files.js';
import type { ServiceProject, Service } from '../../ports/service.js';
import { probableMap, unknownCodes, type UnknownCodes } from '../../core/propose/unknown-codes.js';
import { frameworkOf, technologyOf, type Framework } from '../../sync/load/framework.js';
import { IGNORED_FOLDERS } from './ignored-folders.js';
import { multilingualFiles, readablePatterns } from './readable-files.js';
import { codesUnknown, nothingFound, refuseUnread, leftOutWarning, withoutCode } from './refusals.js';

/** What init learns from the service. */
export interface ServiceProjectInfo {
  readonly project: ServiceProject;
  readonly locales: readonly ServiceLocale[];
  readonly names: readonly string[];
}

/** What the service has. The project is read first: it shows whether the token is good. */
export async function readServiceProject(service: Service): Promise<ServiceProjectInfo> {
  const project = await service.project();
  const [locales, sources] = await Promise.all([service.locales(), service.sourceFiles()]);
  return { project, locales, names: sources.map((source) => source.name) };
}

/** What the file will say about locale files, and what there is to warn of. */
export interface DetectedFiles {
  readonly patterns: readonly ProposedPattern[];
  readonly warnings: readonly LocsyncError[];
  readonly framework: Framework | undefined;
  /** The service's codes to those in file names, if they differ. */
  readonly localeMap: ReadonlyMap<string, string>;
}

/** What decides how a folder is looked through. */
export interface DetectionRules {
  readonly sourceLocale: string;
  /** The service's codes to those in file names. */
  readonly localeMap?: ReadonlyMap<string, string>;
  /** What codes like `chs` mean; undefined if neither the project nor the person says it. */
  readonly mapFor: (
    unknown: UnknownCodes,
    table: LocaleTable,
  ) => Promise<ReadonlyMap<string, string> | undefined>;
  /** Whether the framework's convention may be proposed if no file is found: nothing is written. */
  readonly mayGuess: boolean;
}

/**
 * Looks through the folder's files for locale files of these languages: by their names, and then
 * whether they can be read. Throws INIT_NONE_READABLE, INIT_CODES_UNKNOWN, INIT_OTHER_FORMATS and
 * INIT_NOTHING_FOUND: a pattern that the next command would refuse is not written.
 */
export async function detectFiles(
  files: Files,
  remote: ServiceProjectInfo,
  rules: DetectionRules,
): Promise<DetectedFiles> {
  const { sourceLocale, localeMap = new Map(), mayGuess, mapFor } = rules;
  const warnings: LocsyncError[] = [];
  const table = tableOf(remote.locales, warnings, localeMap);
  const paths = await localeFileNames(files, warnings);
  const framework = await frameworkOf(files);
  const about = technologyOf(remote.project, framework);
  const byName = propose(paths, table, about, sourceLocale);
  // Without a file of the source locale the others are locale files, too.
  const proposed = byName.length > 0 ? byName : propose(paths, table, about, undefined);
  const { patterns, leftOut } = await readablePatterns(files, proposed, table, sourceLocale);
  const taken = new Set(
    proposed.flatMap((pattern) => [...pattern.files, ...pattern.lacking.map(({ path }) => path)]),
  );
  const others = paths.filter((path) => !taken.has(path));
  const allPatterns = [
    ...patterns,
    ...(await multilingualFiles(files, others, table, sourceLocale)),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const unknown = localeMap.size === 0 ? unknownIn(paths, allPatterns, table) : undefined;
  if (allPatterns.length === 0) refuseUnread(leftOut);
  if (unknown) {
    const map = await mapFor(unknown, table);
    if (map === undefined && !mayGuess) throw codesUnknown(unknown, table);
    if (map !== undefined && map.size > 0)
      return detectFiles(files, remote, { ...rules, localeMap: map, mayGuess: true });
  }
  if (allPatterns.length > 0) {
    const more = [...leftOut.map(leftOutWarning), ...withoutCode(allPatterns, paths, table, sourceLocale)];
    return { patterns: allPatterns, warnings: [...warnings, ...more], framework, localeMap };
  }
  const named = guess(remote.names, table, about);
  const fallback = conventionalPattern(about);
  if (named.length === 0 && !mayGuess) throw await nothingFound(files, fallback.path, sourceLocale);
  const guessed = (named.length > 0 ? named : [fallback]).map((one) => withFiles(one, paths, table));
  if (guessed.every((one) => one.files.length === 0))
    warnings.push(LocsyncError.of('INIT_NO_FILES', { pattern: guessed[0]?.path ?? fallback.path }));
  return { patterns: guessed, warnings, framework, localeMap: new Map() };
}

/** A pattern that the service's names tell, with the files here that it finds. */
function withFiles(one: ProposedPattern, paths: readonly string[], table: LocaleTable): ProposedPattern {
  const pattern = compilePattern(one.path);
  return { ...one, files: paths.filter((path) => pattern.match(path, table.spellings) !== undefined) };
}

/**
 * Codes in names of files that are not those of the project, such as `chs`; undefined if there are
 * none, or if files were found and the project has no other locale that such a code means.
 */
function unknownIn(
  paths: readonly string[],
  found: readonly ProposedPattern[],
  table: LocaleTable,
): UnknownCodes | undefined {
  const unknown = unknownCodes(paths);
  const codes = unknown?.codes.filter((code) => table.find(code) === undefined) ?? [];
  if (unknown === undefined || codes.length === 0) return undefined;
  if (found.length === 0) return { ...unknown, codes };
  if (found.every(({ lacking }) => lacking.length === 0)) return undefined;
  const here = new Set(
    found.flatMap(({ path, files }) => {
      const pattern = compilePattern(path);
      return files.map((file) => table.find(pattern.match(file)?.locale ?? '')?.code);
    }),
  );
  const others = [...probableMap(codes, table).keys()].filter((code) => !here.has(code));
  return others.length > 0 ? { ...unknown, codes } : undefined;
}

/** More folders than these that cannot be searched, and it is not a folder to run init in. */
const MOST_UNREADABLE = 20;

/**
 * All names that a locale file could have. A folder that may not be searched (a database's, a
 * container's) holds none of them, and is warned of.
 */
export async function localeFileNames(files: Files, warnings: LocsyncError[]): Promise<readonly string[]> {
  const ignore = [...IGNORED_FOLDERS];
  for (;;) {
    try {
      return await files.glob(
        EXTENSIONS.map((extension) => `**/*${extension}`),
        { ignore },
      );
    } catch (error) {
      const unreadable = error instanceof LocsyncError && error.code === 'FOLDER_UNREADABLE';
      const folder = unreadable ? error.place?.path : undefined;
      if (!unreadable || folder === undefined || ignore.length >= IGNORED_FOLDERS.length + MOST_UNREADABLE)
        throw error;
      warnings.push(error);
      ignore.push(`${folder.replaceAll(/[^A-Za-z0-9._/ -]/g, '?')}/**`);
    }
  }
}

/** The project's languages; without a `localeMap`, the first of several with one file name. */
function tableOf(
  locales: readonly ServiceLocale[],
  warnings: LocsyncError[],
  localeMap: ReadonlyMap<string, string> = new Map(),
): LocaleTable {
  try {
    return localeTable(locales, localeMap);
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    warnings.push(error);
  }
  return localeTable(usableOf([], locales), new Map());
}

/** `first` and those of `more` that go with it, tried half by half: few ever clash. */
function usableOf(first: readonly ServiceLocale[], more: readonly ServiceLocale[]): readonly ServiceLocale[] {
  if (more.length === 0) return first;
  const locales = [...first, ...more];
  if (isTable(locales)) return locales;
  if (more.length === 1) return first;
  const middle = more.length >> 1;
  return usableOf(usableOf(first, more.slice(0, middle)), more.slice(middle));
}

function isTable(locales: readonly ServiceLocale[]): boolean {
  try {
    localeTable(locales, new Map());
    return true;
  } catch {
    return false;
  }
}

/** The locales of which one is the source locale. */
export interface SourceLocaleChoice {
  readonly tags: readonly string[];
  readonly proposed: string;
  /** The locale that this code means, in any of its spellings. */
  readonly find: (code: string) => string | undefined;
}

/**
 * What can be the source locale, which the interface does not name. Proposed is the one that a
 * configuration has said until now, else English, in whichever country, else the project's first
 * language.
 */
export function sourceLocaleChoice({ locales }: ServiceProjectInfo, preferred = 'en'): SourceLocaleChoice {
  const table = tableOf(locales, []);
  const tags = table.locales.map(({ tag }) => tag);
  const find = (code: string): string | undefined => table.find(code)?.tag;
  const english = tags.find((tag) => /^en[-_]/i.test(tag));
  return { tags, find, proposed: find(preferred) ?? find('en') ?? english ?? tags[0] ?? 'en' };
}
