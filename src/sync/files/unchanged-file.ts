import type { ContentHash } from '../../ports/files.js';
import type { ComparedLocale } from './compared-file.js';
import type { LocaleFile } from './locale-file.js';

/** The keys of one language, and how many of them have a text. */
export interface KeyTotals {
  readonly total: number;
  readonly translated: number;
  readonly stale: number;
}

/** A file that has not changed since an earlier run found it in sync. */
export interface UnchangedFile {
  readonly file: LocaleFile;
  /** Undefined if there is no such file, and the service has no text for it. */
  readonly contentHash: ContentHash | undefined;
  readonly locales: readonly UnchangedLocale[];
}

export interface UnchangedLocale extends Pick<ComparedLocale, 'locale' | 'access' | 'section'> {
  /** Undefined if neither side has any key of it. */
  readonly counts: KeyTotals | undefined;
  readonly pluralExtras: boolean;
}
