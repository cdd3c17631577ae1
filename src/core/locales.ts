import { LocsyncError } from './errors/index.js';
import { foldCode, type Locale, type ServiceLocale } from './locale.js';
import { unsafeTag } from './paths.js';

/** The project's locales as one file pattern sees them. */
export interface LocaleTable {
  /** Every locale of the project, its tag being what a new file would be called by. */
  readonly locales: readonly Locale[];
  /** All spellings by which a file name may mean a locale of the project. */
  readonly spellings: readonly string[];
  /** The locale that this code in a file name stands for, in any case and with `_` or `-`; undefined for a stranger. */
  readonly find: (code: string) => Locale | undefined;
  /** The spellings of one locale, the tag first. */
  spellingsOf(locale: ServiceLocale): readonly string[];
}

const REGION = /^(?:[A-Za-z]{2}|\d{3})$/;

/** `code` and `country` as one code, where the country is a region's code that the code does not hold already. */
function withCountry(locale: ServiceLocale): string | undefined {
  if (!REGION.test(locale.country)) return undefined;
  const held = foldCode(locale.code).split('-').slice(1);
  return held.includes(locale.country.toLowerCase()) ? undefined : `${locale.code}-${locale.country}`;
}

/**
 * What `localeMap` says of a locale, by code and country or by code alone. A code is compared folded, unless a locale of the project is
 * spelt exactly so: `en_US` and `en-US` are told apart where the project has both.
 */
function lookUp(
  all: readonly ServiceLocale[],
  map: ReadonlyMap<string, string>,
): (locale: ServiceLocale) => string | undefined {
  const codesOf = (locale: ServiceLocale): string[] => [withCountry(locale) ?? locale.code, locale.code];
  const exact = new Set(all.flatMap(codesOf));
  const folded = new Map([...map].filter(([code]) => !exact.has(code)).map(([c, tag]) => [foldCode(c), tag]));
  return (locale) =>
    codesOf(locale)
      .map((code) => map.get(code) ?? folded.get(foldCode(code)))
      .find((tag) => tag !== undefined);
}

/**
 * The table for one `localeMap` (contract.md, section 3; service-interface.md leaves open how code and country go together).
 * Throws LOCALE_UNSAFE for a code that no file name may hold, LOCALE_COLLISION where two locales mean one file.
 */
export function localeTable(all: readonly ServiceLocale[], map: ReadonlyMap<string, string>): LocaleTable {
  const mappedTo = lookUp(all, map);
  const shared = new Set(
    all.map((l) => foldCode(l.code)).filter((code, i, codes) => codes.indexOf(code) !== i),
  );
  const byCode = new Map<string, Locale>();
  const bySpelling = new Map<string, readonly string[]>();
  const locales = all.map((locale): Locale => {
    const full = withCountry(locale);
    const exchanged = mappedTo(locale);
    const tag = exchanged ?? (full !== undefined && shared.has(foldCode(locale.code)) ? full : locale.code);
    const reason = unsafeTag(tag);
    if (reason !== undefined) throw LocsyncError.of('LOCALE_UNSAFE', { code: tag, reason });
    return { ...locale, tag };
  });
  for (const locale of locales) {
    const other = byCode.get(foldCode(locale.tag));
    if (other) throw collision(other, locale);
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
  return {
    locales,
    spellings: [...bySpelling.values()].flat(),
    find: (code) => byCode.get(foldCode(code)),
    spellingsOf: (locale) => bySpelling.get(locale.id) ?? [locale.code],
  };
}

function collision(one: Locale, other: Locale): LocsyncError {
  return one.tag !== other.tag && one.tag.toLowerCase() === other.tag.toLowerCase()
    ? LocsyncError.of('LOCALE_CASE_COLLISION', { one: one.code, other: other.code })
    : LocsyncError.of('LOCALE_COLLISION', { one: one.code, other: other.code, tag: other.tag });
}

/**
 * The locales that `--locale` asks for, each once, in the project's order; all where nothing is asked for.
 * Throws LOCALE_UNKNOWN with the codes that exist.
 */
export function selectLocales(table: LocaleTable, asked: readonly string[]): readonly Locale[] {
  if (asked.length === 0) return table.locales;
  const wanted = new Set<string>();
  for (const code of asked) {
    const one = table.find(code);
    // A code that several countries share means all of them.
    const meant = one ? [one] : table.locales.filter((locale) => foldCode(locale.code) === foldCode(code));
    if (meant.length === 0)
      throw LocsyncError.of('LOCALE_UNKNOWN', { code, known: table.locales.map(({ tag }) => tag) });
    for (const { id } of meant) wanted.add(id);
  }
  return table.locales.filter((locale) => wanted.has(locale.id));
}
