import { LocsyncError, LocsyncErrors } from '../../core/errors/index.js';
import { EXTENSIONS } from '../../core/formats.js';
import type { LocaleTable } from '../../core/files/locale-table.js';
import type { ProposedPattern } from '../../core/propose/propose.js';
import { probableMap, type UnknownCodes } from '../../core/propose/unknown-codes.js';
import type { Files } from '../../ports/files.js';
import { IGNORED_FOLDERS } from './ignored-folders.js';
import { isFileOf, type LeftOut } from './readable-files.js';

/** Throws INIT_NONE_READABLE for each pattern that was left out, if there is one. */
export function refuseUnread(leftOut: readonly LeftOut[]): void {
  const [first, ...others] = leftOut.map(({ pattern, fault }) =>
    LocsyncError.of('INIT_NONE_READABLE', { pattern, reason: fault.message }, { place: fault.place }),
  );
  if (first) throw new LocsyncErrors([first, ...others]);
}

/** The warning about a pattern that was left out. */
export const leftOutWarning = ({ pattern, fault }: LeftOut): LocsyncError =>
  LocsyncError.of('INIT_LEFT_OUT', { pattern, reason: fault.message }, { place: fault.place });

/** The error about many similar files that differ in codes like `chs`. */
export function codesUnknown(unknown: UnknownCodes, table: LocaleTable): LocsyncError {
  const codes = table.locales.map(({ code }) => code);
  return LocsyncError.of('INIT_CODES_UNKNOWN', {
    ...unknown,
    known: codes,
    map: [...probableMap(unknown.codes, table)],
  });
}

/** Many files are TOML: these are rather translations. */
const TOML = ['**/active.*.toml', '**/{i18n,locales,lang}/**/*.toml'];
/** Files of translations that locsync does not read. */
const OTHER_FORMATS = ['.arb', '.po', '.pot', '.xlf', '.xliff', '.strings', '.resx', '.ftl', '.toml']
  .filter((ending) => !EXTENSIONS.includes(ending))
  .flatMap((ending) => (ending === '.toml' ? TOML : `**/*${ending}`));

/** The error for a folder in which nothing is: INIT_OTHER_FORMATS or INIT_NOTHING_FOUND. */
export async function nothingFound(
  files: Files,
  pattern: string,
  sourceLocale: string,
): Promise<LocsyncError> {
  const [path, ...more] = await files.glob(OTHER_FORMATS, { ignore: IGNORED_FOLDERS });
  if (path !== undefined) return LocsyncError.of('INIT_OTHER_FORMATS', { path, more: more.length });
  const example = pattern.replaceAll('{locale}', sourceLocale).replace('*', 'translation');
  return LocsyncError.of('INIT_NOTHING_FOUND', { example });
}

/**
 * The file of the source locale that has no code in its name, beside files that have one:
 * `package.nls.json` beside `package.nls.de.json`.
 */
export function withoutCode(
  patterns: readonly ProposedPattern[],
  paths: readonly string[],
  table: LocaleTable,
  sourceLocale: string,
): readonly LocsyncError[] {
  return patterns.flatMap(({ path: pattern, files }) => {
    const bare = pattern.replace(/[._-]\{locale\}/, '');
    if (bare === pattern || !paths.includes(bare) || files.some(isFileOf(pattern, table, sourceLocale)))
      return [];
    const wanted = pattern.replace('{locale}', sourceLocale);
    return [LocsyncError.of('INIT_SOURCE_WITHOUT_CODE', { path: bare, pattern, wanted })];
  });
}
