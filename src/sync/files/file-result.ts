import { LocsyncError } from '../../core/errors/index.js';
import type { LocaleFile } from './locale-file.js';

/** What became of looking at one locale file. */
export type FileResult<T> =
  | { readonly file: LocaleFile; readonly value: T }
  | { readonly file: LocaleFile; readonly error: LocsyncError };
