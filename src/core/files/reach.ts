import type { FilePattern } from '../config/types.js';
import { LocsyncError, type Place } from '../errors/index.js';
import { keyMatcher } from '../keys/key-glob.js';
import type { KeyId } from '../keys/key.js';
import { foldCode, type Locale, type ServiceLocale, isPseudoLocale, isSameCode } from '../locales/locale.js';
import { nearest } from '../text/nearest.js';
import { fullCode, knownCodes, meantBy, type LocaleTable } from './locale-table.js';

/** The settings that are lists of locales. */
const LOCALE_LISTS = ['locales', 'excludeLocales', 'pullOnly', 'pushOnly'] as const;

/**
 * Whether a command may change a locale: `write`; not, since it was not asked for (`unselected`);
 * or not, since the configuration keeps it from going this way (`blocked`).
 */
export type LocaleAccess = 'write' | 'blocked' | 'unselected';

/** Which locales of one entry of `files` are synced, and which way. */
export interface Reach {
  /** Whether a run has anything to do with this locale. */
  readonly syncs: (locale: ServiceLocale) => boolean;
  /** Whether push may upload this locale. */
  readonly goesUp: (locale: ServiceLocale) => boolean;
  /** Whether pull may write this locale. */
  readonly comesDown: (locale: ServiceLocale) => boolean;
  /** Whether `ignoreKeys` names a key; undefined if it names none. */
  readonly ignores: ((key: KeyId) => boolean) | undefined;
  /** Whether `excludeLocales` names the locale of this id. */
  readonly excludes: (id: string) => boolean;
  /** Whether its files are of interest although the project lacks the locale of this code. */
  readonly syncsCode: (code: string) => boolean;
}

/** The reach of an entry. Codes that mean no locale count for {@link Reach.syncsCode} alone. */
export function reachOf(settings: FilePattern, table: LocaleTable): Reach {
  const { locales, excludeLocales, pullOnly, pushOnly, ignoreKeys } = settings;
  const only = locales && idsOf(table, locales);
  const excluded = idsOf(table, excludeLocales);
  const down = idsOf(table, pullOnly);
  const up = idsOf(table, pushOnly);
  const foldAll = (codes: readonly string[]): ReadonlySet<string> => new Set(codes.map(foldCode));
  const onlyCodes = locales && foldAll(locales);
  const excludedCodes = foldAll(excludeLocales);
  return {
    syncs: (locale) => (only?.has(locale.id) ?? true) && !excluded.has(locale.id) && !isPseudo(locale),
    goesUp: ({ id }) => !down.has(id),
    comesDown: ({ id }) => !up.has(id),
    ignores: keyMatcher(ignoreKeys),
    excludes: (id) => excluded.has(id),
    syncsCode: (code) =>
      (onlyCodes?.has(foldCode(code)) ?? true) && !excludedCodes.has(foldCode(code)) && !isPseudoLocale(code),
  };
}

/** Whether a locale of the project has the code of a pseudo-locale: it is never synced. */
export const isPseudo = (locale: ServiceLocale): boolean =>
  isPseudoLocale(locale.code) || isPseudoLocale(fullCode(locale));

const idsOf = (table: LocaleTable, codes: readonly string[]): ReadonlySet<string> =>
  new Set(codes.flatMap((code) => meantBy(table, code).map(({ id }) => id)));

/** One entry with the codes of files here that the project lacks. */
export interface EntryWithUnknownLocales {
  readonly settings: FilePattern;
  readonly table: LocaleTable;
  readonly unknownLocales: readonly string[];
}

/**
 * Throws LOCALE_SETTING_UNKNOWN for a code in these lists that means no locale of the project, and
 * LOCALE_NO_WAY for one that may neither go up nor come down.
 * `excludeLocales` may also name a locale that only files here have, such as a pseudo-locale.
 */
export function refuseUnknownCodes(
  entries: readonly EntryWithUnknownLocales[],
  place: { readonly place?: Place },
): void {
  for (const { settings, table, unknownLocales } of entries) {
    const codes = knownCodes([table]);
    for (const setting of LOCALE_LISTS)
      for (const code of settings[setting] ?? []) {
        if (meantBy(table, code).length > 0) continue;
        if (setting === 'excludeLocales' && unknownLocales.some((unknown) => isSameCode(unknown, code)))
          continue;
        const args = { code, setting, known: codes, nearest: nearest(code, codes) };
        throw LocsyncError.of('LOCALE_SETTING_UNKNOWN', args, place);
      }
    const up = idsOf(table, settings.pushOnly);
    const both = settings.pullOnly.find((code) => meantBy(table, code).some(({ id }) => up.has(id)));
    if (both !== undefined) throw LocsyncError.of('LOCALE_NO_WAY', { code: both }, place);
  }
}

/** Throws LOCALE_NOT_SYNCED if `--locale` asks for a locale that no entry syncs. */
export function refuseLeftOut(
  entries: readonly { readonly reach: Reach; readonly table: LocaleTable }[],
  asked: readonly string[],
): void {
  for (const code of asked) {
    const isSynced = entries.some(({ reach, table }) =>
      meantBy(table, code).some((locale: Locale) => reach.syncs(locale)),
    );
    if (!isSynced) throw LocsyncError.of('LOCALE_NOT_SYNCED', { code });
  }
}
