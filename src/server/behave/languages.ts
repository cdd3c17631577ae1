import { foldCode } from '../../core/locales/locale.js';

export function spellCode(code: string, way: string): string {
  if (way === 'lower') return code.toLowerCase();
  return way === 'upper' ? code.toUpperCase() : code.replaceAll('-', '_');
}

export function withoutCountry(code: string, country: string): string {
  const end = code.length - country.length - 1;
  return country !== '' && end > 0 && foldCode(code.slice(end)) === foldCode(`-${country}`)
    ? code.slice(0, end)
    : code;
}
