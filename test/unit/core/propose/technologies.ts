import { localeTable, type LocaleTable } from '../../../../src/core/files/locale-table.js';
import type { ServiceLocale } from '../../../../src/core/locales/locale.js';
import type { Technology } from '../../../../src/core/propose/propose.js';

export const NONE: Technology = { technology: '', framework: '', format: '' };
export const RAILS: Technology = { technology: 'ruby', framework: 'rails', format: 'yaml' };
export const REACT: Technology = { technology: 'javascript', framework: 'i18next', format: 'json' };

/** A project's languages by their codes. */
export const table = (codes: readonly string[]): LocaleTable =>
  localeTable(
    codes.map((code, id): ServiceLocale => ({ id: `loc_${id}`, name: code, code, country: '' })),
    new Map(),
  );
