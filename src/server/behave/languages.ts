import { foldCode } from '../../core/locales/locale.js';
import type { Behaviour } from './behaviour.js';

/** Codes are written differently than they were added. */
export const spellCodes = (way: string): Behaviour => ({ code: (code) => spellCode(code, way) });

/** The list has language and country apart; a response has the language as key. */
export const splitCodes: Behaviour = {
  listed: (locale) => ({ ...locale, code: withoutCountry(locale.code, locale.country) }),
  contentKey: (key, { country }) => withoutCountry(key, country),
};

/** A response has code and country (`de-DE`) as key if the locale has a country. */
export const contentCountry: Behaviour = {
  contentKey: (key, { country }) => (country === '' ? key : `${withoutCountry(key, country)}-${country}`),
};

export const contentCode = (way: string): Behaviour => ({ contentKey: (key) => spellCode(key, way) });

function spellCode(code: string, way: string): string {
  if (way === 'lower') return code.toLowerCase();
  return way === 'upper' ? code.toUpperCase() : code.replaceAll('-', '_');
}

function withoutCountry(code: string, country: string): string {
  const end = code.length - country.length - 1;
  return country !== '' && end > 0 && foldCode(code.slice(end)) === foldCode(`-${country}`)
    ? code.slice(0, end)
    : code;
}
