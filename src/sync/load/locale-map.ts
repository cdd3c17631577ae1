import { LocsyncError, type Place } from '../../core/errors/index.js';
import type { FileSet } from '../../core/files/file-set.js';
import { type Locale, isSameCode, languageIn } from '../../core/locales/locale.js';
import { fullCode } from '../../core/files/locale-table.js';

/**
 * Throws LOCALE_MAP_UNKNOWN if `localeMap` has a key that no locale of the project is called by,
 * although a file of that language is here: the locale that is meant would get a second file beside
 * it.
 */
export function refuseLostMapKeys(sets: readonly FileSet[], place: { readonly place?: Place }): void {
  for (const { entry, unknownLocaleFiles: unknownFiles, files } of sets) {
    const { table, settings } = entry;
    const tags = [...settings.localeMap].map(([code, tag]) => ({ code, tag }));
    for (const { path, code: found } of unknownFiles) {
      const key = tags.find(({ tag }) => isSameCode(tag, found));
      if (!key) continue;
      const meant = table.locales.find(
        (locale) =>
          !files.has(locale.id) &&
          isUnmapped(locale, key.tag) &&
          languageIn(locale.code) === languageIn(key.code),
      );
      if (!meant) continue;
      const args = { key: key.code, path, nearest: fullCode(meant), country: meant.country };
      throw LocsyncError.of('LOCALE_MAP_UNKNOWN', args, place);
    }
  }
}

/** Whether the map says nothing of this locale: its files are called by its own code. */
const isUnmapped = ({ code, tag }: Locale, taken: string): boolean =>
  isSameCode(code, tag) && !isSameCode(tag, taken);
