import type { ContentHash } from '../ports/files.js';
import type { ComparedLocale } from './compared-file.js';
import type { LocaleFile } from './locale-file.js';
import type { IndexedLocale } from './sync-index.js';

/** A file of which nothing has changed since an earlier run found it in sync. */
export interface UnchangedFile {
  readonly file: LocaleFile;
  /** Undefined if there is no such file, and the service has no text for it. */
  readonly contentHash: ContentHash | undefined;
  readonly locales: readonly UnchangedLocale[];
}

export interface UnchangedLocale extends Pick<ComparedLocale, 'locale' | 'leftOut' | 'isOneWay' | 'section'> {
  readonly counts: IndexedLocale['counts'];
  readonly pluralExtras: boolean;
}
