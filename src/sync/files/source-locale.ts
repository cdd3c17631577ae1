import type { BoundSet } from '../../core/files/bound-set.js';
import { sectionOf } from '../../core/files/file-set.js';
import type { Locale } from '../../core/locales/locale.js';
import type { SourceFile } from '../../ports/service.js';

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
