import type { SourceFile } from '../../ports/service.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { Locale } from '../../core/locales/locale.js';

/**
 * One file on disk, or one that pull may write: usually of one locale, of several if the pattern
 * has no `{locale}`.
 */
export interface LocaleFile {
  readonly bound: BoundSet<SourceFile>;
  readonly path: string;
  readonly exists: boolean;
  /** Its locales, including those that `--locale` leaves out if the file holds several. */
  readonly locales: readonly Locale[];
  /** The source locale's file, which the repository owns, or one of several languages. */
  readonly isSource: boolean;
}

/** The file, its set bound to this source file. */
export const withSourceFile = (file: LocaleFile, sourceFile: SourceFile): LocaleFile => ({
  ...file,
  bound: { ...file.bound, sourceFile },
});
