import type { FilePattern } from '../config/types.js';
import { LocsyncError } from '../errors/index.js';
import { endingOf } from '../formats.js';
import { isLanguageTag } from '../locales/language-tag.js';
import type { Locale } from '../locales/locale.js';
import { meantBy, type LocaleTable } from './locale-table.js';
import { commonSpellings } from './common-spellings.js';
import { reachOf, type Reach } from './reach.js';
import { compilePattern } from '../patterns/compile.js';
import { compileIgnore } from '../patterns/ignore.js';
import type { Pattern } from '../patterns/pattern.js';
import { soleTemplate } from '../patterns/upload-name.js';
import { expand, type Template } from '../patterns/template.js';
import { foldPath } from '../patterns/paths.js';
import { getOrMake } from '../util/collections.js';
import { sectionName } from '../lock/base.js';

/** One entry of `files` ready for use: its pattern compiled, its locales spelt its way. */
export interface FilesEntry {
  readonly settings: FilePattern;
  readonly pattern: Pattern;
  readonly table: LocaleTable;
  /** What `sourceLocale` means: several if countries share its code; maybe none. */
  readonly sourceLocales: readonly Locale[];
  readonly reach: Reach;
  /** Whether `ignore` leaves out this path, file or no file. */
  readonly ignores: (path: string) => boolean;
}

/** A file that a pattern matches, of a locale that the project lacks. */
export interface UnknownLocaleFile {
  readonly path: string;
  readonly code: string;
}

/** The locale files that differ only in their locale: the local side of one source file. */
export interface FileSet {
  readonly entry: FilesEntry;
  /** The path with `{locale}` for the code; without it, a file of several languages. */
  readonly template: Template;
  /** Existing files by the locale's id. */
  readonly files: ReadonlyMap<string, string>;
  readonly unknownLocaleFiles: readonly UnknownLocaleFile[];
  /** By the locale's id the code that the files of this entry have in their paths, if all agree. */
  readonly spellings?: ReadonlyMap<string, string>;
}

/** Compiles one entry of `files`. Throws what the pattern and the locale table throw. */
export function compileEntry(settings: FilePattern, table: LocaleTable): FilesEntry {
  const ignores = compileIgnore(settings.ignore).has;
  const reach = reachOf(settings, table);
  const sourceLocales = meantBy(table, settings.sourceLocale);
  return { settings, pattern: compilePattern(settings.path), table, sourceLocales, reach, ignores };
}

/** Whether the files of this set hold several languages under top-level keys. */
export const isMultilingual = (set: FileSet): boolean => !set.entry.pattern.hasLocale;

/** The path of this locale's file: as it is on disk, else as pull would write it. */
export function pathOf(set: FileSet, locale: Locale): string {
  return set.files.get(locale.id) ?? expand(set.template, codeOfNew(set, locale));
}

/** The code of a locale in a new file: as other files of the entry spell it, else its tag. */
export const codeOfNew = ({ spellings }: Pick<FileSet, 'spellings'>, locale: Locale): string =>
  spellings?.get(locale.id) ?? locale.tag;

/** The spellings that the sets of this entry have, for one that has no file yet. */
export const spellingsLike = (
  entry: FilesEntry,
  existing: readonly FileSet[],
): Pick<FileSet, 'spellings'> => {
  const spellings = existing.find((set) => set.entry === entry)?.spellings;
  return spellings ? { spellings } : {};
};

/** The name of the section of the lock that one language of a set has. */
export const sectionOf = (set: FileSet, locale: Locale): string =>
  sectionName(pathOf(set, locale), isMultilingual(set) ? locale.tag : undefined);

/** A file set while its files are found. */
interface FoundSet extends FileSet {
  readonly files: Map<string, string>;
  readonly unknownLocaleFiles: UnknownLocaleFile[];
}

/**
 * The file sets of the paths that were found. A path belongs to the first entry that matches it; if
 * that one finds no language of the project there, to the first that does: to
 * `locales/{locale}/*.yml` the folder of `locales/shared/de.yml` is a language. A pattern without
 * `{locale}` wins over a name that is not the tag of a language, such as `all`. Throws
 * TWO_FILES_ONE_LOCALE if two files would be the same locale of the same set, even if they differ
 * only in `.yml` and `.yaml`, or only in case. `knownPaths`: of files that were synced before; a
 * missing one gets the spelling of its locale back.
 */
export function fileSets(
  found: readonly { readonly entry: FilesEntry; readonly paths: readonly string[] }[],
  knownPaths: readonly string[] = [],
): FileSet[] {
  const sets = new Map<Template, FoundSet>();
  const codes = new Map<FilesEntry, Map<string, Set<string>>>();
  const noteCode = (entry: FilesEntry, { id }: Locale, code: string): void => {
    const byLocale = getOrMake(codes, entry, () => new Map<string, Set<string>>());
    getOrMake(byLocale, id, () => new Set()).add(code);
  };
  const setOf = (entry: FilesEntry, template: Template): FoundSet =>
    getOrMake(sets, template, () => ({ entry, template, files: new Map(), unknownLocaleFiles: [] }));
  const taken = new Set<string>();
  const unknown = new Map<string, UnknownLocaleFile & Pick<FoundSet, 'entry' | 'template'>>();
  for (const { entry, paths } of found) {
    for (const path of paths) {
      if (taken.has(path)) continue;
      const match = entry.pattern.match(path, entry.table.spellings);
      if (!match) continue;
      const { locale: code } = match;
      const locale = code === undefined ? undefined : entry.table.find(code);
      if (code !== undefined && !locale) {
        if (!unknown.has(path)) unknown.set(path, { path, code, entry, template: match.template });
        continue;
      }
      if (!locale && isLanguageTag(unknown.get(path)?.code ?? '')) continue;
      taken.add(path);
      const set = setOf(entry, match.template);
      if (code === undefined || !locale) {
        for (const each of entry.table.locales) set.files.set(each.id, path);
        continue;
      }
      const earlier = set.files.get(locale.id);
      // If the locale is not synced, the first file is as good as any.
      if (earlier !== undefined && !entry.reach.syncs(locale)) continue;
      if (earlier !== undefined)
        throw LocsyncError.of('TWO_FILES_ONE_LOCALE', { one: earlier, other: path, locale: locale.tag });
      set.files.set(locale.id, path);
      noteCode(entry, locale, code);
    }
  }
  for (const { path, code, entry, template } of unknown.values())
    if (!taken.has(path)) setOf(entry, template).unknownLocaleFiles.push({ path, code });
  for (const { entry } of found) {
    const here = codes.get(entry);
    const missing = new Set(entry.table.locales.filter(({ id }) => here?.has(id) !== true));
    for (const path of missing.size === 0 || !entry.pattern.hasLocale ? [] : knownPaths) {
      const code = entry.pattern.match(path, entry.table.spellings)?.locale;
      const locale = code === undefined ? undefined : entry.table.find(code);
      if (code === undefined || !locale || !missing.has(locale)) continue;
      noteCode(entry, locale, code);
    }
  }
  const spellings = new Map(
    Array.from(codes, ([entry, byLocale]) => [
      entry,
      commonSpellings(entry.table, new Set(entry.settings.localeMap.values()), byLocale),
    ]),
  );
  const list = [...sets.values()].map((set): FileSet => {
    const own = spellings.get(set.entry);
    return own && own.size > 0 ? { ...set, spellings: own } : set;
  });
  refuseTwoFilesOfOneLocale(list);
  return list;
}

/**
 * The file sets that these entries name although no file of theirs is on disk: those whose patterns
 * leave nothing open but the locale. A path belongs to the first entry that matches it here too.
 */
export function namedSets(entries: readonly FilesEntry[], existing: readonly FileSet[]): FileSet[] {
  const taken = new Set(existing.map((set) => foldPath(set.template)));
  return entries.flatMap((entry): FileSet[] => {
    const template = soleTemplate(entry.pattern);
    const [locale] = entry.table.locales;
    if (template === undefined || locale === undefined || taken.has(foldPath(template))) return [];
    const like = spellingsLike(entry, existing);
    const path = expand(template, codeOfNew(like, locale));
    if (ownerOf(entries, path) !== entry) return [];
    taken.add(foldPath(template));
    return [{ entry, template, files: new Map(), unknownLocaleFiles: [], ...like }];
  });
}

/** The entry that a path belongs to, see {@link fileSets}. */
function ownerOf(entries: readonly FilesEntry[], path: string): FilesEntry | undefined {
  let unknown: { readonly entry: FilesEntry; readonly code: string } | undefined;
  for (const entry of entries) {
    const match = entry.pattern.match(path, entry.table.spellings);
    if (!match) continue;
    const { locale: code } = match;
    const isOwn =
      code === undefined ? !isLanguageTag(unknown?.code ?? '') : entry.table.find(code) !== undefined;
    if (isOwn) return entry;
    if (code !== undefined) unknown ??= { entry, code };
  }
  return unknown?.entry;
}

/** What two templates share if they differ only in case, or in `.yml` and `.yaml`. */
export function twinOf(template: string): string {
  const folded = foldPath(template);
  const found = endingOf(folded);
  return found ? folded.slice(0, -found.ending.length) + found.format.extensions[0] : folded;
}

/** Two sets that are twins must not both have a file for one locale (YM-18, FS-20). */
function refuseTwoFilesOfOneLocale(sets: readonly FileSet[]): void {
  const owners = new Map<string, string>();
  for (const set of sets) {
    for (const [id, path] of set.files) {
      const locale = set.entry.table.locales.find((candidate) => candidate.id === id);
      if (locale && !set.entry.reach.syncs(locale)) continue;
      const key = `${id} ${twinOf(set.template)}`;
      const owner = owners.get(key);
      if (owner !== undefined) {
        const args = { one: owner, other: path, locale: locale?.tag ?? id };
        throw LocsyncError.of('TWO_FILES_ONE_LOCALE', args);
      }
      owners.set(key, path);
    }
  }
}
