import { groupedBy } from '../util/collections.js';
import { LocsyncError } from '../errors/index.js';
import { foldCode, type Locale, type ServiceLocale, isSameCode } from '../locales/locale.js';
import { unsafeTag } from '../patterns/paths.js';

/** The project's locales as one file pattern sees them. */
export interface LocaleTable {
  /** Every locale of the project, its tag being what a new file would be called by. */
  readonly locales: readonly Locale[];
  /** All spellings by which a file name may mean a locale of the project. */
  readonly spellings: readonly string[];
  /**
   * The locale that this code in a file name stands for, in any case and with `_` or `-`; undefined
   * if it is not in the project.
   */
  readonly find: (code: string) => Locale | undefined;
  /** The spellings of one locale, the tag first. */
  spellingsOf(locale: ServiceLocale): readonly string[];
  /**
   * The locales that a top-level key of a file may stand for: by the code in file names, else by
   * the service's, else by that with its country.
   */
  calledBy(root: string): readonly Locale[];
}

const REGION = /^(?:[A-Za-z]{2}|\d{3})$/;

/** Code and country as one code, if the country is a region that the code lacks. */
function withCountry(locale: ServiceLocale): string | undefined {
  if (!REGION.test(locale.country)) return undefined;
  const held = foldCode(locale.code).split('-').slice(1);
  return held.includes(locale.country.toLowerCase()) ? undefined : `${locale.code}-${locale.country}`;
}

/** The code by which `localeMap` may name a locale, with its country if it has one. */
export const fullCode = (locale: ServiceLocale): string => withCountry(locale) ?? locale.code;

/**
 * The codes by which files and the service call a locale, those of file names first; none by which
 * the table calls another one.
 */
export function codesOf(table: LocaleTable, locale: ServiceLocale): readonly string[] {
  const full = fullCode(locale);
  const owner = table.find(full);
  const own = owner === undefined || owner.id === locale.id ? [full] : [];
  return [...new Set([...table.spellingsOf(locale), locale.code, ...own])];
}

/**
 * What `localeMap` says of a locale, by code and country or by code alone. A code is compared
 * folded, unless a locale of the project is spelt exactly so: `en_US` and `en-US` are different if
 * the project has both.
 */
function lookUp(
  locales: readonly ServiceLocale[],
  map: ReadonlyMap<string, string>,
): (locale: ServiceLocale) => string | undefined {
  const namesOf = (locale: ServiceLocale): string[] => [fullCode(locale), locale.code];
  const exact = new Set(locales.flatMap(namesOf));
  const folded = new Map([...map].filter(([code]) => !exact.has(code)).map(([c, tag]) => [foldCode(c), tag]));
  return (locale) =>
    namesOf(locale)
      .map((code) => map.get(code) ?? folded.get(foldCode(code)))
      .find((tag) => tag !== undefined);
}

/**
 * The table for one `localeMap` (docs/configuration.md, "Codes of locales"; the interface leaves
 * open how code and country go together). Throws LOCALE_UNSAFE for a code that no file name may
 * hold, LOCALE_COLLISION if two locales mean one file.
 */
export function localeTable(
  serviceLocales: readonly ServiceLocale[],
  map: ReadonlyMap<string, string>,
): LocaleTable {
  const mappedTo = lookUp(serviceLocales, map);
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const code of serviceLocales.map((locale) => foldCode(locale.code)))
    (seen.has(code) ? shared : seen).add(code);
  const byCode = new Map<string, Locale>();
  const bySpelling = new Map<string, readonly string[]>();
  const locales = serviceLocales.map((locale): Locale => {
    const full = withCountry(locale);
    const exchanged = mappedTo(locale);
    const tag = exchanged ?? (full !== undefined && shared.has(foldCode(locale.code)) ? full : locale.code);
    const reason = unsafeTag(tag);
    if (reason !== undefined) throw LocsyncError.of('LOCALE_UNSAFE', { code: tag, reason });
    return { ...locale, tag };
  });
  for (const locale of locales) {
    const clashing = byCode.get(foldCode(locale.tag));
    if (clashing) throw collision(clashing, locale);
    byCode.set(foldCode(locale.tag), locale);
  }
  for (const locale of locales) {
    const spellings = [locale.tag];
    const full = withCountry(locale);
    if (full !== undefined && mappedTo(locale) === undefined && !byCode.has(foldCode(full))) {
      byCode.set(foldCode(full), locale);
      spellings.push(full);
    }
    bySpelling.set(locale.id, spellings);
  }
  // Asked for every top-level key of every file.
  const byServiceCode = groupedBy(locales, ({ code }) => foldCode(code));
  const byFullCode = groupedBy(locales, (locale) => foldCode(fullCode(locale)));
  return {
    locales,
    spellings: [...bySpelling.values()].flat(),
    find: (code) => byCode.get(foldCode(code)),
    calledBy: (root) => {
      const folded = foldCode(root);
      const called = byCode.get(folded);
      return called ? [called] : (byServiceCode.get(folded) ?? byFullCode.get(folded) ?? NO_LOCALES);
    },
    spellingsOf: (locale) => bySpelling.get(locale.id) ?? [locale.code],
  };
}

const NO_LOCALES: readonly Locale[] = [];

function collision(locale: Locale, other: Locale): LocsyncError {
  return locale.tag !== other.tag && locale.tag.toLowerCase() === other.tag.toLowerCase()
    ? LocsyncError.of('LOCALE_CASE_COLLISION', { one: locale.code, other: other.code })
    : LocsyncError.of('LOCALE_COLLISION', { one: locale.code, other: other.code, tag: other.tag });
}

/**
 * The ids of the locales that `--locale` asks for, all if nothing is asked for. The tables are
 * those of one project: a code is valid if one of them has it. Throws LOCALE_UNKNOWN with the codes
 * that exist.
 */
export function selectLocales(tables: readonly LocaleTable[], asked: readonly string[]): ReadonlySet<string> {
  if (asked.length === 0) return new Set(tables.flatMap(({ locales }) => locales.map(({ id }) => id)));
  const wanted = new Set<string>();
  for (const code of asked) {
    const meant = tables.flatMap((table) => meantBy(table, code));
    if (meant.length === 0) throw LocsyncError.of('LOCALE_UNKNOWN', { code, known: knownCodes(tables) });
    for (const { id } of meant) wanted.add(id);
  }
  return wanted;
}

/** The locales that a code of a setting or an option means: several if countries share it. */
export function meantBy(table: LocaleTable, code: string): readonly Locale[] {
  const match = table.find(code);
  // A code that several countries share means all of them.
  return match ? [match] : table.locales.filter((locale) => isSameCode(locale.code, code));
}

/**
 * The codes that `--locale` takes in these tables of one project: the service's, then those of file
 * names that differ, each once.
 */
export function knownCodes(tables: readonly LocaleTable[]): readonly string[] {
  const byFolded = new Map<string, string>();
  for (const [i, { code }] of (tables[0]?.locales ?? []).entries())
    for (const spelling of [code, ...tables.map(({ locales }) => locales[i]?.tag ?? code)])
      if (!byFolded.has(foldCode(spelling))) byFolded.set(foldCode(spelling), spelling);
  return [...byFolded.values()];
}

/** Without the service: the code in file names that is meant by this one, or by the service's. */
export function tagMeant(map: ReadonlyMap<string, string>, code: string): string {
  const pairs = [...map];
  const isAsked = (candidate: string): boolean => isSameCode(candidate, code);
  return (pairs.find(([, tag]) => isAsked(tag)) ?? pairs.find(([own]) => isAsked(own)))?.[1] ?? code;
}

/** Without the service: its code for one in file names, as far as `localeMap` has it. */
export function serviceCode(map: ReadonlyMap<string, string>, tag: string): string {
  return [...map].find(([, mapped]) => isSameCode(mapped, tag))?.[0] ?? tag;
}

/** The source locale's code in file names. */
export const sourceCode = ({
  sourceLocale,
  localeMap,
}: {
  readonly sourceLocale: string;
  readonly localeMap: ReadonlyMap<string, string>;
}): string => localeMap.get(sourceLocale) ?? sourceLocale;
