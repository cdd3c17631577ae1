import { append } from '../core/util/collections.js';
import { loadIcu } from '../core/check/icu.js';
import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { PullCommandOptions } from '../sync/pull/command-options.js';
import { LockUpdate } from '../sync/base-update/lock-update.js';
import { isPlainRun } from '../sync/context/project-options.js';
import { oneWay, type Project } from '../sync/context/project.js';
import type { ComparedFile } from '../sync/files/compared-file.js';
import { restoreEmptyFiles } from '../sync/files/read-file.js';
import { MinimumTranslated, unchangedCounts } from '../sync/restrictions/min-translated.js';
import { RunReport } from '../sync/report/run-report.js';
import { refuseEmptyList, withProject } from '../sync/load/with-project.js';
import { FileHistory } from '../sync/git-history/file-history.js';
import { FormerLists } from '../sync/git-history/former-lists.js';
import { nameLeftOut } from '../sync/compare/earlier-losses/left-out-losses.js';
import { compareProject } from '../sync/compare/compare-project.js';
import { leaveBelow, withMinimum, type MeasuredPull } from '../sync/pull/below-minimum.js';
import {
  isIdlePull,
  planPullOf,
  sourceAfter,
  refuseCollisions,
  unchangedPull,
  type PlannedPull,
} from '../sync/pull/plan.js';
import { WrittenFilesIndex } from '../sync/pull/written-files-index.js';
import { writeAll, type WrittenFile } from '../sync/pull/write.js';
import { keepForUndo } from '../sync/undo/keep.js';

/** Writes the service's texts: all is fetched and checked before the first file is written. */
export async function pull(host: Host, options: PullCommandOptions): Promise<Report> {
  return withProject(host, 'pull', options, (project) => {
    refuseEmptyList(project);
    if (options.restore) restoreEmptyFiles(project.files);
    return pullProject(host, oneWay(project, 'pull'), { ...options, rules: project.found.config.rules });
  });
}

async function pullProject(host: Host, project: Project, options: PullCommandOptions): Promise<Report> {
  if (options.strict) await loadIcu();
  const lockUpdate = new LockUpdate(project);
  const minimum = new MinimumTranslated(project, options.minTranslated);
  // No option makes this pull act on keys that agree.
  const isUsual = isPlainRun('pull', options);
  const isUnlimited = isUsual && !options.dryRun && options.locale.length === 0;
  const writtenFiles = isUnlimited ? new WrittenFilesIndex(project) : undefined;
  const former = new FormerLists(project.files, new FileHistory(host, project.found.root), options.restore);
  const found = await compareProject(project, {
    prune: options.prune,
    complete: (compared, model) => former.complete(compared, model),
    toResult: (compared, model, fault) => {
      options.planRecorder?.noteFile(compared);
      const plan = (of: ComparedFile): MeasuredPull =>
        planPullOf(of, model, fault, options, lockUpdate, project.replaced);
      const planned = withMinimum(compared, plan, minimum, project.uploads);
      if (!minimum.appliesTo(compared.file)) writtenFiles?.planned(compared, planned);
      return planned;
    },
    onAnswers: writtenFiles?.noteAnswers.bind(writtenFiles),
    sourceAfter,
    unchanged: isUsual
      ? (file) => ({
          ...unchangedPull(file),
          counts: minimum.appliesTo(file.file) ? unchangedCounts(file) : undefined,
        })
      : undefined,
    isIdle: isIdlePull,
  });
  const { results, leftOut } = leaveBelow(found, minimum);
  const report = new RunReport(project, 'errors', minimum.reports(leftOut));
  const planned = report.add(results);
  options.planRecorder?.decided(project, report.rows);
  project.replaced.noteTaken(planned.flatMap(({ replaces }) => (replaces ? [replaces] : [])));
  if (options.dryRun)
    append(
      report.warnings,
      planned.flatMap(({ losses }) => losses),
    );
  else {
    refuseCollisions(planned);
    const written = await writePlanned(host, project, planned, lockUpdate, report, options.force);
    const unsaved = await lockUpdate.save();
    if (unsaved) report.errors.push(unsaved);
    for (const { earlier, rows } of planned)
      earlier?.forget(unsaved === undefined && rows.every(({ state }) => state !== 'skipped'));
    await nameLeftOut(project, report);
    append(report.warnings, await project.uploads.close());
    if (!unsaved && !host.signal.aborted) await writtenFiles?.note(written);
    await project.index?.save();
  }
  return lockUpdate.reported(report.finish(host, { command: 'pull', dryRun: options.dryRun }));
}

/** Keeps what is replaced, writes the files, and reports the outcome of each. */
export async function writePlanned(
  host: Host,
  project: Project,
  planned: readonly PlannedPull[],
  lockUpdate: LockUpdate,
  report: RunReport,
  force: boolean,
): Promise<readonly WrittenFile[]> {
  await project.replaced.save();
  append(report.warnings, project.replaced.warnings());
  const notKept = await keepForUndo(host, project, planned, force);
  if (notKept) report.warnings.push(notKept);
  const written = await writeAll(host, project, planned, lockUpdate);
  for (const { path, rows, losses = [], error } of written) {
    report.rows.set(path, rows);
    append(report.warnings, losses);
    if (error) report.errors.push(error);
  }
  return written;
}
