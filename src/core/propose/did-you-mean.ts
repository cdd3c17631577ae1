import type { LocaleTable } from '../files/locale-table.js';
import { families } from './candidates.js';

/**
 * The pattern with `{locale}` that was probably meant for a file of one language: with the code in
 * the file's path exchanged, else with one more word in front of the file's extension.
 */
export function patternMeant(path: string, table: LocaleTable): string {
  const [family] = families([path], table);
  return family?.template ?? path.replace(/(\.[^./]*)?$/, '.{locale}$1');
}
