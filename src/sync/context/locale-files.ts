import { hasEntries } from '../../core/lock/lock.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { isMultilingual, pathOf, sectionOf } from '../../core/files/file-set.js';
import type { SourceFile } from '../../ports/service.js';
import type { Project } from './project.js';
import { type LocaleFile, isSource } from '../files/locale-file.js';

/**
 * A set's files in this run, the source locale's first, as uploads go in this order. `forUpload`:
 * push compares what it may not upload too, to say what stays here.
 */
export function localeFiles(
  project: Project,
  bound: BoundSet<SourceFile>,
  forUpload = false,
): readonly LocaleFile[] {
  const { set } = bound;
  const allLocales = set.entry.table.locales;
  const isWanted = forUpload ? project.isSelected : project.isWritable;
  if (isMultilingual(set)) {
    const wanted = allLocales.filter((locale) => isWanted(locale, set.entry));
    const locales = forUpload && wanted.length > 0 ? allLocales : wanted;
    const path = set.template;
    return locales.length === 0 || set.entry.ignores(path)
      ? []
      : [{ bound, path, exists: set.files.size > 0, locales, isSource: true }];
  }
  const files = allLocales
    .filter((locale) => isWanted(locale, set.entry))
    .map((locale) => ({
      bound,
      path: pathOf(set, locale),
      exists: set.files.has(locale.id),
      locales: [locale],
      isSource: isSource(bound, locale),
    }))
    .filter((file) => file.exists || !set.entry.ignores(file.path));
  return [...files.filter((file) => file.isSource), ...files.filter((file) => !file.isSource)];
}

/** Whether some language of the source file has a base: a new file of it has none of its own. */
export function isSynced({ stored: { lock } }: Project, { bound: { set } }: LocaleFile): boolean {
  // Asked for every file: a first run has no base at all.
  if (lock.sections.size === 0) return false;
  return set.entry.table.locales.some((locale) => hasEntries(lock, sectionOf(set, locale)));
}
