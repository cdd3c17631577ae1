import { FULL_REACH, type FilePattern } from '../../../../src/core/config/types.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import {
  fileSets,
  compileEntry,
  type FileSet,
  type FilesEntry,
} from '../../../../src/core/files/file-set.js';
import { localeTable } from '../../../../src/core/files/locale-table.js';

/** An entry of `files` for a project with these locale codes. */
export function filesEntry(
  path: string,
  settings: Partial<FilePattern> = {},
  codes = ['en', 'de', 'pt-BR'],
): FilesEntry {
  const locales = codes.map((code) => ({ id: `loc_${code}`, name: code, code, country: '' }));
  const entry: FilePattern = {
    path,
    name: 'path',
    ignore: [],
    sourceLocale: 'en',
    localeMap: new Map(),
    ...FULL_REACH,
    ...settings,
  };
  return compileEntry(entry, localeTable(locales, entry.localeMap));
}

/** The file sets of these paths, each offered to every pattern. */
export function setsOf(entries: readonly FilesEntry[], paths: readonly string[]): FileSet[] {
  return fileSets(entries.map((one) => ({ entry: one, paths })));
}

/** Code and message of the error that this throws. */
export function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof LocsyncError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}
