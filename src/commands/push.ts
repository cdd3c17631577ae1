import { append } from '../core/util/collections.js';
import { loadIcu } from '../core/check/icu.js';
import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { PushCommandOptions } from '../sync/push/state/push-run.js';
import { LockUpdate } from '../sync/base-update/lock-update.js';
import { reloadIfIncomplete, rememberSources } from '../sync/load/remembered-sources.js';
import { refuseUnclearNames } from '../sync/load/preflight.js';
import { isPlainRun } from '../sync/context/project-options.js';
import { oneWay, type Project } from '../sync/context/project.js';
import { countUploads } from '../sync/push/outcome/outcome-rows.js';
import { PushOutcomes } from '../sync/push/outcome/push-outcomes.js';
import { SentFilesIndex } from '../sync/push/read-back/sent-files-index.js';
import { refuseEmptyList, withProject } from '../sync/load/with-project.js';
import { uploadAll } from '../sync/push/upload-all.js';
import { refuseUnmatchedHere, planAll } from '../sync/push/plan/plan-all.js';

/** Uploads each locale file that has something the service lacks, with one event for all. */
export async function push(host: Host, options: PushCommandOptions): Promise<Report> {
  return withProject(host, 'push', options, async (loaded, reload) => {
    refuseUnmatchedHere(loaded);
    const project = oneWay(await reloadIfIncomplete(host, loaded, reload, options.force), 'push');
    await refuseUnclearNames(project);
    if (!options.force) refuseEmptyList(project);
    return pushProject(host, project, { ...options, rules: project.found.config.rules });
  });
}

async function pushProject(host: Host, project: Project, options: PushCommandOptions): Promise<Report> {
  if (options.strict) await loadIcu();
  const lockUpdate = new LockUpdate(project);
  const plan = await planAll(project, options, lockUpdate);
  const { report, uploadErrors } = plan;
  options.planRecorder?.decided(project, report.rows);
  if (!options.dryRun) {
    const outcomes = new PushOutcomes(project, plan, lockUpdate);
    // What no option has limited or widened is in sync once it has arrived: the index may say so.
    const isUnlimited = isPlainRun('push', options) && options.locale.length === 0;
    const sentFiles = isUnlimited ? new SentFilesIndex(project) : undefined;
    await uploadAll(host, project, plan, options, outcomes, sentFiles);
    const isSaved = await outcomes.save();
    if (isSaved && !host.signal.aborted) await sentFiles?.note();
    await project.index?.save();
    if (outcomes.sourceIds.size > 0) await rememberSources(project, outcomes.sourceIds);
    append(report.warnings, await project.uploads.close());
  }
  append(report.errors, [...uploadErrors.values()].flat());
  const uploads = options.dryRun ? plan.chains.flat().length : countUploads(report.files);
  return lockUpdate.reported(
    report.finish(host, { command: 'push', dryRun: options.dryRun, summary: { uploads } }),
  );
}
