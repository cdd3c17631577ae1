import { getOrMake, largest } from '../../core/util/collections.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import type { SourceFile } from '../../ports/service.js';
import type { FileResult } from '../files/compared-file.js';
import type { Project } from '../context/project.js';

/** How many keys of one language of a locale file there are, and how many have a text. */
export interface LanguageCount {
  readonly translated: number;
  readonly total: number;
}

/** By set and language's id what its file counts; undefined if it was not compared. */
export type CountsOfSets = ReadonlyMap<BoundSet<SourceFile>, ReadonlyMap<string, LanguageCount | undefined>>;

/** How far a locale is. */
export interface LocaleProgress extends LanguageCount {
  readonly locale: ServiceLocale;
  /** Its files that could not be read. */
  readonly unread: number;
}

/**
 * How far each of these locales is. A file that a locale does not have yet counts with the keys of
 * the set's fullest file, so that a language is not done by having few files; a file that could not
 * be read does not count, and has an error of its own.
 */
export function progressOf(sets: CountsOfSets, locales: readonly ServiceLocale[]): readonly LocaleProgress[] {
  const fullest = new Map(
    Array.from(sets, ([bound, counts]) => [
      bound,
      largest([...counts.values()].map((count) => count?.total ?? 0)),
    ]),
  );
  const sums = locales.map((locale) => {
    const sum = { locale, translated: 0, total: 0, unread: 0 };
    for (const [bound, counts] of sets) {
      const count = counts.get(locale.id);
      if (count === undefined && counts.has(locale.id)) {
        sum.unread++;
        continue;
      }
      sum.translated += count?.translated ?? 0;
      sum.total += count?.total ?? fullest.get(bound) ?? 0;
    }
    return sum;
  });
  return sums.filter(({ total, unread }) => total + unread > 0);
}

/** The locales that some file set of the project has to do with. */
export const wantedLocales = (project: Project): readonly ServiceLocale[] =>
  project.locales.filter((locale) =>
    project.allSets.some(({ set }) => project.isSelected(locale, set.entry)),
  );

/** How far each locale is here. */
export function progressHere(
  project: Project,
  results: readonly FileResult<{ readonly rows: readonly FileReport[] }>[],
): NonNullable<Report['progress']> {
  const sets = new Map<BoundSet<SourceFile>, Map<string, LanguageCount | undefined>>();
  for (const result of results) {
    const { bound, locales } = result.file;
    const counts = getOrMake(sets, bound, () => new Map<string, LanguageCount | undefined>());
    for (const { id, code } of locales) {
      const row = 'error' in result ? undefined : result.value.rows.find(({ locale }) => locale === code);
      if ('error' in result || row?.state === 'failed') counts.set(id, undefined);
      else if (row) counts.set(id, row.keys);
    }
  }
  return progressOf(sets, wantedLocales(project)).map(({ locale, translated, total, unread }) => ({
    locale: locale.code,
    translated,
    total,
    ...(unread > 0 && { unread }),
  }));
}
