import type { StoredLocale } from './store/stored-types.js';

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

/** A locale with its English name and its region, if known: "Portuguese (Brazil)" and `BR`. */
export function describeLocale(code: string): Omit<StoredLocale, 'id'> {
  const tag = code.replaceAll(/[_@]/g, '-');
  try {
    return { code, name: LANGUAGE_NAMES.of(tag) ?? code, country: new Intl.Locale(tag).region ?? '' };
  } catch {
    return { code, name: code, country: '' };
  }
}
