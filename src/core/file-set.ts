import type { FilePattern } from './config/types.js';
import { LocsyncError } from './errors/index.js';
import type { Locale } from './locale.js';
import type { LocaleTable } from './locales.js';
import { compilePattern, expand, type Pattern, type Template } from './pattern.js';
import { foldPath } from './paths.js';

/** One entry of `files` ready for use: its pattern compiled, its locales spelt its way. */
export interface Selection {
  readonly settings: FilePattern;
  readonly pattern: Pattern;
  readonly table: LocaleTable;
}

/** A file that a pattern matches, of a locale that the project lacks. */
export interface Stranger {
  readonly path: string;
  readonly code: string;
}

/** The locale files that differ only in their locale: the local side of one source file. */
export interface FileSet {
  readonly selection: Selection;
  /** The path with `{locale}` where the code stands; without one, a file that holds several languages. */
  readonly template: Template;
  /** Existing files by the locale's id. */
  readonly files: ReadonlyMap<string, string>;
  readonly strangers: readonly Stranger[];
}

/** Types one entry of `files`. Throws what the pattern and the locale table throw. */
export function select(settings: FilePattern, table: LocaleTable): Selection {
  return { settings, pattern: compilePattern(settings.path), table };
}

/** Whether the files of this set hold several languages under top-level keys. */
export const isMultilingual = (set: FileSet): boolean => !set.selection.pattern.hasLocale;

/** The path of this locale's file: as it is on disk, else as pull would write it. */
export function pathOf(set: FileSet, locale: Locale): string {
  return set.files.get(locale.id) ?? expand(set.template, locale.tag);
}

/**
 * The file sets of the paths that were found, a path belonging to the first entry that matches it. Throws TWO_FILES_ONE_LOCALE where
 * two files would be the same locale of the same set, also where they differ only in `.yml` and `.yaml`, or only in case.
 */
export function fileSets(
  found: readonly { readonly selection: Selection; readonly paths: readonly string[] }[],
): FileSet[] {
  const sets = new Map<Template, FileSet & { files: Map<string, string>; strangers: Stranger[] }>();
  const taken = new Set<string>();
  for (const { selection, paths } of found) {
    for (const path of paths) {
      if (taken.has(path)) continue;
      const match = selection.pattern.match(path, selection.table.spellings);
      if (!match) continue;
      taken.add(path);
      let set = sets.get(match.template);
      if (!set)
        sets.set(
          match.template,
          (set = { selection, template: match.template, files: new Map(), strangers: [] }),
        );
      if (match.locale === undefined) {
        for (const locale of selection.table.locales) set.files.set(locale.id, path);
        continue;
      }
      const locale = selection.table.find(match.locale);
      if (!locale) set.strangers.push({ path, code: match.locale });
      else {
        const other = set.files.get(locale.id);
        if (other !== undefined)
          throw LocsyncError.of('TWO_FILES_ONE_LOCALE', { one: other, other: path, locale: locale.tag });
        set.files.set(locale.id, path);
      }
    }
  }
  const all = [...sets.values()];
  refuseTwins(all);
  return all;
}

/** Two sets that differ only in `.yml` and `.yaml`, or in case, must not both have a file for one locale (YM-18, FS-20). */
function refuseTwins(sets: readonly FileSet[]): void {
  const owners = new Map<string, string>();
  for (const set of sets) {
    for (const [id, path] of set.files) {
      const key = `${id} ${foldPath(set.template).replace(/\.yaml$/, '.yml')}`;
      const other = owners.get(key);
      if (other !== undefined) {
        const locale = set.selection.table.locales.find((one) => one.id === id)?.tag ?? id;
        throw LocsyncError.of('TWO_FILES_ONE_LOCALE', { one: other, other: path, locale });
      }
      owners.set(key, path);
    }
  }
}
