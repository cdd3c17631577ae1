import { awaitedLater } from '../core/util/awaited-later.js';
import { append } from '../core/util/collections.js';
import type { LocsyncError } from '../core/errors/index.js';
import { type Suggest, suggestIn } from '../core/errors/suggest.js';
import { keyName } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import type { LocaleContext } from '../core/merge/policy.js';
import { failsCheck, summarize, untranslatedKeys } from '../core/report/summary.js';
import { type FileReport } from '../core/report/file-report.js';
import { reportOf, type Report, type StatusCheck } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { ComparedFile } from '../sync/files/compared-file.js';
import { recentFiles } from '../sync/files/recent-files.js';
import { localLosses, suspiciousAnswers } from '../sync/file-errors/distrusted.js';
import type { Switches } from '../options/types.js';
import type { Project } from '../sync/context/project.js';
import type { ProjectOptions } from '../sync/context/project-options.js';
import { ambiguousAlone, untranslated } from '../plan/compared-keys.js';
import { openFolder, withConnection } from '../sync/load/connect.js';
import { loadProject } from '../sync/load/load-project.js';
import {
  heldCounts,
  type HeldCounts,
  minimumOf,
  unchangedCounts,
  withoutBelow,
} from '../sync/restrictions/min-translated.js';
import { clashErrors, documentWarnings, goneErrors, keyWarnings } from '../sync/file-errors/diagnostics.js';
import {
  PLAIN_PULL,
  sourceKeysGone,
  sourceTextsMissing,
  statusConflicts,
} from '../sync/file-errors/conflicts.js';
import { leftOutOf } from '../sync/report/left-out.js';
import { progressHere } from '../sync/report/completeness.js';
import { changesOf, goneRow, statusRow, unchangedRows } from '../sync/report/rows.js';
import { RunReport, type FileFindings } from '../sync/report/run-report.js';
import { staleReports } from '../sync/compare/stale-texts.js';
import { EarlierTexts } from '../sync/git-history/earlier-texts.js';
import { FileHistory } from '../sync/git-history/file-history.js';
import { readOnly } from '../sync/load/read-only.js';
import { emptyListError } from '../sync/load/with-project.js';
import { leftOutLosses } from '../sync/compare/earlier-losses/left-out-losses.js';
import { compareProject } from '../sync/compare/compare-project.js';
import type { UnchangedFile } from '../sync/files/unchanged-file.js';

/** What status says of one file. */
interface ComparedStatus extends FileFindings {
  readonly pluralExtras: boolean;
  /** Something is wrong with the file although its keys may agree with the base. */
  readonly isDistrusted: boolean;
  readonly notCompared: number;
  readonly deletedHere: number;
  readonly emptiedThere: number;
  /** Source texts that the service has lost: a person must say which side is right. */
  readonly lostSourceTexts: number;
  readonly counts: HeldCounts;
}

/** Compares disk and service per file set and locale, and writes nothing. */
export async function status(
  host: Host,
  options: ProjectOptions & Switches<'status'> & { readonly check: readonly StatusCheck[] },
  command: 'status' | 'diff' = 'status',
): Promise<Report> {
  const namesChanges = command === 'diff';
  const failsOnConflicts = options.check.includes('conflict');
  const runHost = readOnly(host);
  const opened = await openFolder(runHost, options);
  return withConnection(runHost, opened.found, options, async (connected) => {
    const described = awaitedLater(connected.service.project());
    const project = await loadProject(opened, connected, runHost, options, command);
    recentFiles(project.files).keepNone();
    const earlier = new EarlierTexts(new FileHistory(host, project.found.root));
    const results = await compareProject(project, {
      toResult: (compared) =>
        statusOf(
          compared,
          rowsOf(compared, options, namesChanges, earlier),
          project.uploads,
          failsOnConflicts,
        ),
      unchanged: options.missing || options.stale ? undefined : (file) => unchangedStatus(file, namesChanges),
      equalIsUnchanged: true,
    });
    const minimum = minimumOf(project, results);
    const report = new RunReport(project, 'warnings');
    const emptyList = emptyListError(project);
    if (emptyList) report.errors.push(emptyList);
    const leftOutErrors = (await leftOutLosses(project)).flatMap(({ errors }) => errors);
    append(report.warnings, leftOutErrors);
    const compared = report.add(results.map((result) => withoutBelow(result, minimum)));
    const rows = [...project.goneLocales.map(goneRow), ...[...report.rows.values()].flat()];
    const files = namesChanges ? await earlier.fill(rows) : rows;
    const distrusted = compared.filter(({ isDistrusted }) => isDistrusted).length;
    const notCompared = compared.reduce((sum, result) => sum + result.notCompared, 0);
    const emptiedThere = compared.reduce((sum, result) => sum + result.emptiedThere, 0);
    const progress = progressHere(project, results);
    const totals = new Set(progress.map(({ total }) => total));
    const fails =
      options.check.length > 0 &&
      (notCompared + distrusted + leftOutErrors.length > 0 ||
        (failsOnConflicts && compared.some(({ lostSourceTexts }) => lostSourceTexts > 0)) ||
        files.some((file) => failsCheck(file, options.check)) ||
        (options.check.includes('missing') && untranslatedKeys({ progress }) > 0));
    const { id, name, technology, framework, format } = await described;
    const suggest = suggestIn(project.hints);
    return reportOf({
      command,
      ...(options.check.length > 0 ? { checks: options.check } : {}),
      project: { id, name, technology, framework, format, baseUrl: connected.connection.baseUrl.origin },
      summary: {
        ...summarize(files),
        deletedHere: compared.reduce((sum, result) => sum + result.deletedHere, 0),
        ...(emptiedThere > 0 ? { emptiedThere } : {}),
        ...(notCompared > 0 ? { notCompared } : {}),
        ...(distrusted > 0 ? { distrusted } : {}),
      },
      files,
      progress,
      pluralExtras: totals.size > 1 && compared.some(({ pluralExtras }) => pluralExtras),
      unmatched: project.unmatched.map((source) => ({ id: source.id, name: source.name, keys: source.keys })),
      ...leftOutOf(project, minimum.reports(results.map(({ file }) => file))),
      errors: report.errors,
      warnings: report.warnings,
      hints: project.hints,
      next: nextCommands(suggest),
      differs: fails,
    });
  });
}

/** One row for each language of a file, with what the options ask for. */
function rowsOf(
  compared: ComparedFile,
  options: Switches<'status'>,
  namesChanges: boolean,
  earlier: EarlierTexts,
): readonly FileReport[] {
  return compared.locales.flatMap((language): FileReport[] => {
    const row = statusRow(compared, language);
    if (!row) return [];
    const changes = namesChanges ? { changes: changesOf(language.comparison) } : {};
    const missing = options.missing ? { missing: untranslated(language.comparison).map(keyName) } : {};
    const stale =
      options.stale || (namesChanges && language.stale.length > 0)
        ? staleReports(compared, language)
        : undefined;
    if (namesChanges) earlier.want(compared.file, language);
    return [{ ...row, ...changes, ...missing, ...(stale ? { stale } : {}) }];
  });
}

/** What status says of a file that was compared; its `rows` are {@link rowsOf} it. */
function statusOf(
  compared: ComparedFile,
  rows: readonly FileReport[],
  uploads: Project['uploads'],
  failsOnConflicts: boolean,
): ComparedStatus {
  const found = findings(compared);
  // Texts of the service that uploads of earlier runs from here have taken.
  const { errors = [], warnings = [] } = uploads.earlier(compared) ?? {};
  const taken = [...errors, ...warnings];
  return {
    rows,
    errors: failsOnConflicts ? statusConflicts(compared) : [],
    warnings: [
      ...found,
      ...sourceKeysGone(compared, PLAIN_PULL),
      ...sourceTextsMissing(compared),
      ...goneErrors(compared),
      ...documentWarnings(compared),
      ...keyWarnings(compared),
      ...(failsOnConflicts ? [] : clashErrors(compared)),
      ...taken,
    ],
    pluralExtras: compared.locales.some(({ comparison }) => comparison.pluralExtras),
    isDistrusted: found.length + errors.length > 0,
    notCompared: compared.locales.reduce(
      (sum, { comparison }) => sum + ambiguousAlone(comparison).length + comparison.doubtful.length,
      0,
    ),
    deletedHere: countOf(compared, ({ verdict }) => verdict === 'gone-here'),
    emptiedThere: countOf(
      compared,
      ({ verdict }, { isSource }) => verdict === 'emptied-there' || (isSource && verdict === 'gone-there'),
    ),
    lostSourceTexts: countOf(
      compared,
      ({ verdict }, { isSource }) => isSource && (verdict === 'emptied-there' || verdict === 'gone-there'),
    ),
    counts: heldCounts(compared),
  };
}

const nextCommands = (suggest: Suggest): NonNullable<Report['next']> => ({
  push: suggest('push'),
  pull: suggest('pull'),
  diff: suggest('diff'),
  missing: suggest('status', ['--missing']),
  stale: suggest('status', ['--stale']),
});

/** What status says of an unchanged file; undefined if diff has stale translations to show. */
function unchangedStatus(file: UnchangedFile, namesChanges: boolean): ComparedStatus | undefined {
  if (namesChanges && file.locales.some(({ counts }) => (counts?.stale ?? 0) > 0)) return undefined;
  return {
    rows: unchangedRows(file).map((row) => (namesChanges ? { ...row, changes: [] } : row)),
    errors: [],
    warnings: [],
    pluralExtras: file.locales.some(({ pluralExtras }) => pluralExtras),
    isDistrusted: false,
    notCompared: 0,
    deletedHere: 0,
    emptiedThere: 0,
    lostSourceTexts: 0,
    counts: unchangedCounts(file),
  };
}

/** What makes pull and push leave a file alone, although its keys may agree with the base. */
const findings = (compared: ComparedFile): LocsyncError[] => [
  ...localLosses(compared),
  ...suspiciousAnswers(compared),
];

/**
 * Keys that were deleted here and not on the service, or whose text is gone there alone. No push or
 * pull carries them over, so `--check` counts only those of the source locale.
 */
const countOf = (
  { locales }: ComparedFile,
  isWanted: (state: KeyState, where: LocaleContext) => boolean,
): number =>
  locales.reduce(
    (sum, { comparison: { states, where }, isSourceFileGone }) =>
      sum + (isSourceFileGone ? 0 : states.filter((state) => isWanted(state, where)).length),
    0,
  );
