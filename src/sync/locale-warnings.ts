import { DEFAULTS } from '../core/config/definition.js';
import { LocsyncError, type Place } from '../core/errors/index.js';
import { type FileSet, type FilesEntry } from '../core/files/file-set.js';
import { foldCode } from '../core/locales/locale.js';
import { isCalled, knownCodes } from '../core/files/locale-table.js';

export function strangerWarnings(sets: readonly FileSet[]): LocsyncError[] {
  return sets.flatMap((set) =>
    set.unknownLocaleFiles
      .filter(({ code }) => set.entry.reach.syncsCode(code))
      .map(({ path, code }) => {
        const source = isOfSource(set, code);
        return LocsyncError.of('LOCALE_STRANGER', { code, source }, { place: { path } });
      }),
  );
}

const isOfSource = ({ entry: { settings } }: FileSet, code: string): boolean =>
  foldCode(code) === foldCode(settings.sourceLocale);

/**
 * Each source locale that the project lacks, once: without one the service's texts win over every
 * file. The warning about a file of an unknown locale says so too.
 */
export function sourceWarnings(
  entries: readonly FilesEntry[],
  sets: readonly FileSet[],
  place: { readonly place?: Place },
): LocsyncError[] {
  const said = new Set(
    sets.flatMap((set) =>
      set.unknownLocaleFiles.filter(({ code }) => isOfSource(set, code)).map(({ code }) => foldCode(code)),
    ),
  );
  const known = knownCodes(entries.map(({ table }) => table));
  return entries.flatMap(({ table, settings: { sourceLocale: code } }): LocsyncError[] => {
    if (said.has(foldCode(code)) || table.locales.some((locale) => isCalled(table, locale, code))) return [];
    said.add(foldCode(code));
    const isDefault = code === DEFAULTS.sourceLocale;
    return [LocsyncError.of('SOURCE_LOCALE_MISSING', { code, known, isDefault }, place)];
  });
}
