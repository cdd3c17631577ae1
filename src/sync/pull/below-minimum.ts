import { joinedFindings } from '../../core/errors/findings.js';
import { untouched } from '../base-update/lock-update.js';
import { isMultilingual } from '../../core/files/file-set.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { FileResult, ComparedFile } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import {
  failedCounts,
  heldCounts,
  type HeldCounts,
  type MinimumTranslated,
} from '../restrictions/min-translated.js';
import type { EarlierUploads, Uploads } from '../local-state/uploads.js';
import { leaveAlone, withEarlier, type PlannedPull } from './plan.js';

/** What pull does with a file, for which a minimum may hold. */
export interface MeasuredPull extends PlannedPull {
  /** How far its languages are on the service; undefined if no minimum holds. */
  readonly counts?: HeldCounts | undefined;
  /** What pull does with the file if it leaves these languages alone, by their ids. */
  readonly without?: (left: ReadonlySet<string>) => PlannedPull;
}

/** The plan of a file with what it takes to leave some of its languages alone after all. */
export function withMinimum(
  compared: ComparedFile,
  plan: (of: ComparedFile) => PlannedPull,
  minimum: MinimumTranslated,
  uploads: Uploads,
): MeasuredPull {
  const planned = withEarlier(compared, plan(compared), uploads);
  if (!minimum.appliesTo(compared.file)) return planned;
  const counts = heldCounts(compared);
  if (!isMultilingual(compared.file.bound.set)) return { ...planned, counts };
  // Which languages are too little translated is known only once all files have been compared.
  const withoutLocales = (left: ReadonlySet<string>): PlannedPull => {
    const locales = compared.locales.filter(({ locale }) => !left.has(locale.id));
    const rest = plan({ ...compared, locales });
    const leftOut = compared.locales.filter(({ locale }) => left.has(locale.id));
    const before = [...rest.before, ...leftOut.map(untouched)];
    const { earlier } = planned;
    return { ...rest, ...joinedFindings(rest, earlier), before, earlier: kept(earlier) };
  };
  return { ...planned, counts, without: withoutLocales };
}

/** The plans without the languages below their minimum, and the files held back so. */
export function leaveBelow(
  results: readonly FileResult<MeasuredPull>[],
  minimum: MinimumTranslated,
): { readonly results: readonly FileResult<PlannedPull>[]; readonly leftOut: readonly LocaleFile[] } {
  for (const result of results) {
    const counts = 'error' in result ? failedCounts(result.file) : result.value.counts;
    if (counts) minimum.add(result.file, counts);
  }
  const leftOut: LocaleFile[] = [];
  const left = results.map((result) => {
    if ('error' in result) return result;
    const { file, value } = result;
    const below = file.locales.filter((locale) => minimum.isBelow(file, locale));
    const codes = new Set(below.map(({ code }) => code));
    if (below.length === 0) return result;
    const rest = value.without?.(new Set(below.map(({ id }) => id))) ?? leaveUntouched(value);
    const again = new Map(rest.rows.map((row) => [row.locale, row]));
    const rows = value.rows.map((row) =>
      codes.has(row.locale) ? leftRow(row) : (again.get(row.locale) ?? row),
    );
    const kept = rows.filter(({ reason }) => reason !== undefined).map(({ locale }) => locale);
    if (kept.length > 0)
      leftOut.push({ ...file, locales: file.locales.filter(({ code }) => kept.includes(code)) });
    return { file, value: { ...rest, rows } };
  });
  return { results: left, leftOut };
}

/** The file stays as it is, and so does its base. */
const leaveUntouched = (planned: MeasuredPull): PlannedPull => {
  const { rows, warnings, before, earlier } = planned;
  const base = before.map(({ name }) => ({ name, lines: undefined }));
  const alone = leaveAlone(planned, rows, base);
  return { ...alone, errors: earlier?.errors ?? [], warnings, earlier: kept(earlier) };
};

/** What earlier uploads have taken is named again: the base does not say so. */
const kept = (earlier: EarlierUploads | undefined): EarlierUploads | undefined =>
  earlier && { ...earlier, forget: () => earlier.forget(false) };

/** The row of a language that pull would write if enough of it were translated. */
const leftRow = (row: FileReport): FileReport => {
  const waits = row.keys.toPull > 0 || row.state === 'conflict' || row.state === 'only-there';
  if (!waits || row.state === 'failed') return row;
  // Nothing of what was planned for it is done.
  const left = { ...row, state: 'skipped', reason: 'min-translated' } as const;
  return 'planned' in left ? { ...left, planned: [] } : left;
};
