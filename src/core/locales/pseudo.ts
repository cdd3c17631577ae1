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
