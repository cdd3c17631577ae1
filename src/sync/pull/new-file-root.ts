import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { languageGroupIn, localeRoot } from '../../plan/locale-root.js';
import type { ComparedFile } from '../files/compared-file.js';

/**
 * Why a new file of this text must not be written: the next run would take a group of its keys for
 * a language (service keys such as `de.name`), and compare the file otherwise, or refuse it.
 */
export function newFileRootError(compared: ComparedFile, text: string): LocsyncError | undefined {
  const { file, format, locales } = compared;
  const { set } = file.bound;
  const [language] = locales;
  if (!language || isMultilingual(set) || language.root !== undefined) return undefined;
  const { table } = set.entry;
  const keys = language.comparison.states.map(({ key }) => key);
  const group = languageGroupIn(keys, table);
  if (group === undefined) return undefined;
  try {
    if (localeRoot(format.parse(text), language.locale, table, file.path) === undefined) return undefined;
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
  }
  return LocsyncError.of('KEYS_LIKE_LANGUAGES', { group }, { place: { path: file.path } });
}
