import { LocsyncError } from '../../core/errors/index.js';
import { EXTENSIONS } from '../../core/formats.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import { localeTable, type LocaleTable } from '../../core/files/locale-table.js';
import { guess, propose, type ProposedPattern } from '../../core/propose/propose.js';
import type { Files } from '../../ports/files.js';
import type { ServiceProject, Service } from '../../ports/service.js';

/** What init learns from the service. */
export interface ServiceProjectInfo {
  readonly project: ServiceProject;
  readonly locales: readonly ServiceLocale[];
  readonly names: readonly string[];
}

/**
 * Reads the project, its languages and the names of its source files. The project first: it shows
 * whether the token is good.
 */
export async function readServiceProject(service: Service): Promise<ServiceProjectInfo> {
  const project = await service.project();
  const [locales, sources] = await Promise.all([service.locales(), service.sourceFiles()]);
  return { project, locales, names: sources.map((source) => source.name) };
}

/** What the file will say about locale files, and what there is to warn of. */
export interface DetectedFiles {
  readonly patterns: readonly ProposedPattern[];
  readonly warnings: readonly LocsyncError[];
}

// Other people's code, and what is made from our own. Folders that begin with a dot are left out
// anyway.
const FOREIGN = [
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'Pods',
  'venv',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'tmp',
  'log',
].map((folder) => `**/${folder}/**`);

/**
 * Looks through the folder's files for locale files of these languages. Nothing is read but names.
 */
export async function detectFiles(
  files: Files,
  remote: ServiceProjectInfo,
  sourceLocale: string,
): Promise<DetectedFiles> {
  const warnings: LocsyncError[] = [];
  const table = tableOf(remote.locales, warnings);
  const paths = await localeFileNames(files, warnings);
  const found = propose(paths, table, remote.project, sourceLocale);
  if (found.length > 0) return { patterns: found, warnings };
  const patterns = guess(remote.names, table, remote.project);
  warnings.push(LocsyncError.of('INIT_NO_FILES', { pattern: patterns[0].path }));
  return { patterns, warnings };
}

/** More folders than these that cannot be searched, and it is not a folder to run init in. */
const MOST_UNREADABLE = 20;

/**
 * All names that a locale file could have. A folder that may not be searched (a database's, a
 * container's) holds none of them, and is warned of.
 */
export async function localeFileNames(files: Files, warnings: LocsyncError[]): Promise<readonly string[]> {
  const ignore = [...FOREIGN];
  for (;;) {
    try {
      return await files.glob(
        EXTENSIONS.map((extension) => `**/*${extension}`),
        { ignore },
      );
    } catch (error) {
      const unreadable = error instanceof LocsyncError && error.code === 'FOLDER_UNREADABLE';
      const folder = unreadable ? error.place?.path : undefined;
      if (!unreadable || folder === undefined || ignore.length >= FOREIGN.length + MOST_UNREADABLE)
        throw error;
      warnings.push(error);
      ignore.push(`${folder.replaceAll(/[^A-Za-z0-9._/ -]/g, '?')}/**`);
    }
  }
}

/**
 * The project's languages; if several mean one file name, the first; `localeMap` can tell them
 * apart.
 */
function tableOf(locales: readonly ServiceLocale[], warnings: LocsyncError[]): LocaleTable {
  try {
    return localeTable(locales, new Map());
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    warnings.push(error);
  }
  return localeTable(usableOf([], locales), new Map());
}

/**
 * `first` and those of `more` that go with it, each before those below it: whole halves at once,
 * since few ever clash.
 */
function usableOf(first: readonly ServiceLocale[], more: readonly ServiceLocale[]): readonly ServiceLocale[] {
  if (more.length === 0) return first;
  const all = [...first, ...more];
  if (isTable(all)) return all;
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
export interface Sources {
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
export function sourcesOf({ locales }: ServiceProjectInfo, said = 'en'): Sources {
  const table = tableOf(locales, []);
  const tags = table.locales.map(({ tag }) => tag);
  const find = (code: string): string | undefined => table.find(code)?.tag;
  const english = tags.find((tag) => /^en[-_]/i.test(tag));
  return { tags, find, proposed: find(said) ?? find('en') ?? english ?? tags[0] ?? 'en' };
}
