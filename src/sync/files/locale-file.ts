import type { SourceFile } from '../../ports/service.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { Locale } from '../../core/locales/locale.js';
import { sectionOf } from '../../core/files/file-set.js';

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

/** Whether this locale is the one that developers write. */
export const isSource = ({ set }: BoundSet<SourceFile>, locale: Locale): boolean =>
  set.entry.sourceLocales.some(({ id }) => id === locale.id);

/** The locale of a set that developers write; undefined if the project lacks it. */
export const sourceLocaleOf = ({ set }: BoundSet<SourceFile>): Locale | undefined =>
  set.entry.sourceLocales[0];

/** The source locale's file, even without its locale in `--locale`: it shapes the others. */
export function sourcePath(
  bound: BoundSet<SourceFile>,
): { readonly path: string; readonly locale: Locale } | undefined {
  const locale = sourceLocaleOf(bound);
  const path = locale && bound.set.files.get(locale.id);
  return locale === undefined || path === undefined ? undefined : { path, locale };
}

/** The section of the lock that a set's source locale has; undefined if the project lacks it. */
export function sourceSection(bound: BoundSet<SourceFile>): string | undefined {
  const locale = sourceLocaleOf(bound);
  return locale && sectionOf(bound.set, locale);
}
