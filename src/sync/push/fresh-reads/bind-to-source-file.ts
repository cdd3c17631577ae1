import type { FileSet } from '../../../core/files/file-set.js';
import { getOrMake } from '../../../core/util/collections.js';
import { nfc } from '../../../core/text/normal-form.js';
import type { SourceFile } from '../../../ports/service.js';
import { withSourceFile, type LocaleFile } from '../../files/locale-file.js';

// Each language of a set asks for the names of all.
const namesOf = new WeakMap<FileSet, ReadonlySet<string>>();

/** The names under which files of this set may have made its source file. */
export const uploadNames = ({ bound }: Pick<LocaleFile, 'bound'>): ReadonlySet<string> =>
  getOrMake(
    namesOf,
    bound.set,
    () => new Set(bound.set.entry.table.locales.map((locale) => bound.uploadName(locale))),
  );

/** The file, bound to the source file of this list with its name, if there is one. */
export function boundTo(file: LocaleFile, sources: readonly SourceFile[]): LocaleFile {
  const names = uploadNames(file);
  const found = sources.filter((source) => names.has(nfc(source.name)));
  const [source] = found;
  return source && found.length === 1 ? withSourceFile(file, source) : file;
}
