/**
 * A language of the project as the service lists it (docs/service-interface.md, "Resources").
 * Strings as the service sent them.
 */
export interface ServiceLocale {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly country: string;
}

/** A service locale together with the code that stands for it in file names here. */
export interface Locale extends ServiceLocale {
  readonly tag: string;
}

/**
 * A code folded for comparison: lower case, `_` as `-`. Never written anywhere: codes are compared
 * folded and kept as they are.
 */
export function foldCode(code: string): string {
  return code.replaceAll('_', '-').toLowerCase();
}

/** Whether two codes differ in nothing but case, and `_` or `-`. */
export const isSameCode = (code: string, other: string): boolean => foldCode(code) === foldCode(other);

/** The language that a code begins with, folded: `pt` of `pt_BR`. */
export const languageIn = (code: string): string => foldCode(code).split('-')[0] ?? '';

/**
 * A code that no language of people has: the pseudo-locales of CLDR (`en-XA`, `ar-XB`), and the
 * private `qps` of Windows.
 */
const PSEUDO = /^(?:[a-z]{2,3}[-_]X[ABC]|qps(?:[-_][a-z]{2,8})*)$/i;

/**
 * Whether a code is that of a pseudo-locale. Its files are made from the source texts: they neither
 * go up nor come down, and count nowhere.
 */
export const isPseudoLocale = (code: string): boolean => PSEUDO.test(code);

/**
 * A language of two or three letters with what may follow it, as file names write it: `pt_BR`,
 * `sr@latin`, `en.utf8`.
 */
const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,8}(?:\.utf-?8)?(?:@[a-z]{1,16})?$/i;

/**
 * Whether a code may name a new file without a person's consent (`localeMap`): the service chooses
 * codes, and tools execute files by their names.
 */
export const looksLikeCode = (code: string): boolean => CODE.test(code);
