import { loadIcu } from '../core/check/icu.js';
import { exitOf, problemsOf, summarize, type FileReport, type Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { PullFlags } from '../sync/project-options.js';
import { LockUpdate } from '../sync/lock-update.js';
import type { Project } from '../sync/project.js';
import { failedRows, goneRow } from '../sync/report/rows.js';
import { interruption, refuseEmptyList, withProject } from '../sync/with-project.js';
import { compareProject } from '../sync/compare-project.js';
import { planFile, modelAfter, type PlannedPull, refuseCollisions } from '../sync/pull/plan.js';
import { writeAll } from '../sync/pull/write.js';

/**
 * Writes per-locale content back to disk: everything is fetched and checked before the first file
 * is written.
 */
export async function pull(host: Host, options: PullFlags): Promise<Report> {
  return withProject(host, options, (project) => {
    refuseEmptyList(project);
    return pullProject(host, project, options);
  });
}

async function pullProject(host: Host, project: Project, options: PullFlags): Promise<Report> {
  if (options.strict) await loadIcu();
  const lockUpdate = new LockUpdate(project);
  const results = await compareProject(project, {
    onlyHere: false,
    forgetGone: false,
    prune: options.prune,
    reduce: (compared, model, fault) =>
      planFile(compared, model, fault, options, lockUpdate, project.replaced),
    modelAfter,
  });
  const errors = project.goneLocales.map(({ error }) => error);
  const warnings = [...project.warnings];
  const rows = new Map<string, readonly FileReport[]>();
  const planned: PlannedPull[] = [];
  for (const one of results) {
    if ('error' in one) {
      errors.push(one.error);
      rows.set(one.file.path, failedRows(one.file, one.error));
    } else {
      errors.push(...one.value.errors);
      warnings.push(...one.value.warnings);
      rows.set(one.file.path, one.value.rows);
      planned.push(one.value);
    }
  }
  if (options.dryRun) warnings.push(...planned.flatMap(({ losses }) => losses));
  else {
    refuseCollisions(planned);
    await project.replaced.save();
    warnings.push(...project.replaced.warnings());
    const written = await writeAll(host, project, planned, lockUpdate);
    for (const { path, rows: after, losses = [], error } of written) {
      rows.set(path, after);
      warnings.push(...losses);
      if (error) errors.push(error);
    }
    const unsaved = await lockUpdate.save();
    if (unsaved) errors.push(unsaved);
  }
  const stopped = interruption(host);
  if (stopped) errors.push(stopped);
  const files = [...[...rows.values()].flat(), ...project.goneLocales.map(goneRow)];
  return {
    command: 'pull',
    ...(options.dryRun ? { dryRun: true } : {}),
    project: { id: project.connection.project, baseUrl: project.owner.origin },
    summary: summarize(files),
    files,
    errors: problemsOf(errors),
    warnings: problemsOf(warnings),
    exitCode: stopped?.exit ?? exitOf(errors, false),
  };
}
