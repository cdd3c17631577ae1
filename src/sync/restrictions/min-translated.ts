import { countIf, getOrMake } from '../../core/util/collections.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { FilesEntry } from '../../core/files/file-set.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { LeftOutReport } from '../../core/report/report-json.js';
import type { SourceFile } from '../../ports/service.js';
import type { FileResult, ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { type LocaleFile, sourceLocaleOf } from '../files/locale-file.js';
import type { Project } from '../context/project.js';
import {
  progressOf,
  wantedLocales,
  type LanguageCount,
  type LocaleProgress,
} from '../report/completeness.js';
import { inDirections } from '../report/rows.js';
import type { UnchangedFile } from '../files/unchanged-file.js';

/** How far each language of a locale file is on the service, by the id of its locale. */
export type HeldCounts = ReadonlyMap<string, LanguageCount | undefined>;

/** Files with one minimum, whose keys count together. */
interface EqualMinimum {
  readonly percent: number;
  readonly entries: Set<FilesEntry>;
  readonly counts: Map<BoundSet<SourceFile>, Map<string, LanguageCount | undefined>>;
}

/**
 * Which locales are too little translated on the service to be pulled (docs/configuration.md,
 * "What is left out"). All files with the same minimum count together, so that a locale is
 * pulled whole or not at all.
 */
export class MinimumTranslated {
  readonly #groups = new Map<number, EqualMinimum>();
  #below: ReadonlyMap<EqualMinimum, ReadonlyMap<string, LocaleProgress>> | undefined;

  /** `given` overrides what the configuration says. */
  constructor(
    private readonly project: Project,
    private readonly given: number | undefined,
  ) {}

  /** Whether a minimum holds for this file at all. */
  appliesTo({ bound }: LocaleFile): boolean {
    return this.#percent(bound) > 0;
  }

  add(file: LocaleFile, counts: HeldCounts): void {
    if (!this.appliesTo(file)) return;
    const { bound } = file;
    const percent = this.#percent(bound);
    const group = getOrMake(this.#groups, percent, (): EqualMinimum => ({
      percent,
      entries: new Set(),
      counts: new Map(),
    }));
    group.entries.add(bound.set.entry);
    const ofSet = getOrMake(group.counts, bound, () => new Map<string, LanguageCount | undefined>());
    for (const [id, count] of counts) ofSet.set(id, count);
  }

  /** Whether pull leaves this language of the file alone. All files have been added. */
  isBelow({ bound }: LocaleFile, locale: ServiceLocale): boolean {
    const group = this.#groups.get(this.#percent(bound));
    if (!group || isSourceOf(bound, locale)) return false;
    return this.#belowMinimum().get(group)?.has(locale.id) === true;
  }

  /** The locales below their minimum, one after another: only those of these files. */
  reports(leftOut: readonly LocaleFile[]): readonly LeftOutReport[] {
    const allEntries = new Set(this.project.allSets.map(({ set }) => set.entry));
    return [...this.#belowMinimum()].flatMap(([{ percent, entries }, below]) => {
      const own = leftOut.filter(({ bound }) => this.#percent(bound) === percent);
      const isLeftOut = (id: string): boolean =>
        own.some((file) => file.locales.some((locale) => locale.id === id && this.isBelow(file, locale)));
      const files = Array.from(entries, ({ settings }) => settings.path);
      return [...below].flatMap(([id, { locale, translated, total }]): LeftOutReport[] =>
        isLeftOut(id)
          ? [
              {
                setting: 'minTranslated',
                locales: [locale.code],
                ...(entries.size < allEntries.size ? { files } : {}),
                translated,
                total,
                percent,
              },
            ]
          : [],
      );
    });
  }

  #percent({ set }: BoundSet<SourceFile>): number {
    return this.given ?? set.entry.settings.minTranslated;
  }

  #belowMinimum(): ReadonlyMap<EqualMinimum, ReadonlyMap<string, LocaleProgress>> {
    return (this.#below ??= new Map(
      Array.from(this.#groups.values(), (group) => [group, this.#belowIn(group)]),
    ));
  }

  #belowIn({ percent, counts }: EqualMinimum): ReadonlyMap<string, LocaleProgress> {
    const wanted = wantedLocales(this.project);
    const languages = new Set([...counts.values()].flatMap((byLanguage) => [...byLanguage.keys()]));
    const locales = wanted.filter(({ id }) => languages.has(id));
    const below = progressOf(counts, locales).filter(
      ({ translated, total }) => translated * 100 < percent * total,
    );
    return new Map(below.map((progress) => [progress.locale.id, progress]));
  }
}

/** What of the languages of a file the service holds. */
export const heldCounts = ({ file, locales }: ComparedFile): HeldCounts =>
  new Map(locales.map((language) => [language.locale.id, heldCount(file, language)]));

function heldCount({ bound }: LocaleFile, { locale, comparison }: ComparedLocale): LanguageCount {
  const { states, sourceKeys, uncounted } = comparison;
  const isKnown = sourceKeys.keys()[Symbol.iterator]().next().done !== true;
  // Without the source locale's file nothing here says which keys are not translated.
  const total = isKnown ? comparison.total : Math.max(comparison.total, bound.sourceFile?.keys ?? 0);
  if (isSourceOf(bound, locale)) return { translated: total, total };
  return {
    translated: countIf(states, ({ key, there = '' }) => there !== '' && !uncounted.has(key)),
    total,
  };
}

/** What the service holds of an unchanged file: the texts of the disk. */
export const unchangedCounts = ({ file, locales }: UnchangedFile): HeldCounts =>
  new Map(
    locales.flatMap(({ locale, counts }) => {
      if (!counts) return [];
      const { total } = counts;
      const isComplete = isSourceOf(file.bound, locale);
      return [[locale.id, isComplete ? { translated: total, total } : counts] as const];
    }),
  );

/** Those of a file that could not be compared: they do not count. */
export const failedCounts = ({ locales }: LocaleFile): HeldCounts =>
  new Map(locales.map(({ id }) => [id, undefined]));

const isSourceOf = (bound: BoundSet<SourceFile>, { id }: ServiceLocale): boolean =>
  sourceLocaleOf(bound)?.id === id;

/** The locales that a pull would leave alone since too little of them is translated. */
export function minimumOf(
  project: Project,
  results: readonly FileResult<{ readonly counts: HeldCounts }>[],
): MinimumTranslated {
  const minimum = new MinimumTranslated(project, undefined);
  for (const result of results)
    minimum.add(result.file, 'error' in result ? failedCounts(result.file) : result.value.counts);
  return minimum;
}

/** The result without texts that pull would skip because of `minTranslated`. */
export function withoutBelow<T extends { readonly rows: readonly FileReport[] }>(
  result: FileResult<T>,
  minimum: MinimumTranslated,
): FileResult<T> {
  if ('error' in result) return result;
  const { file, value } = result;
  const below = new Set(
    file.locales.filter((locale) => minimum.isBelow(file, locale)).map(({ code }) => code),
  );
  if (below.size === 0) return result;
  const rows = value.rows.map((row) =>
    below.has(row.locale) ? inDirections(row, { up: true, down: false, reason: 'min-translated' }) : row,
  );
  return { file, value: { ...value, rows } };
}
