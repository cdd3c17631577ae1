import { baseErrors } from './base.js';
import { localeErrors } from './locales.js';
import { lossErrors } from './losses.js';
import { setErrors } from './sets.js';
import { textErrors } from './texts.js';
import { uploadErrors } from './uploads.js';

/** Errors of matching and comparing: locales, file sets, source files, keys. */
export const syncErrors = {
  ...localeErrors,
  ...setErrors,
  ...textErrors,
  ...lossErrors,
  ...uploadErrors,
  ...baseErrors,
} as const;
