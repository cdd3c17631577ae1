import { append } from '../core/util/collections.js';
import { loadIcu } from '../core/check/icu.js';
import { EXIT } from '../core/errors/exit.js';
import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import { givenSwitches } from '../options/read.js';
import type { PushFlags } from '../sync/push/state/push-run.js';
import { LockUpdate } from '../sync/base-update/lock-update.js';
import { lookAgain, rememberSources } from '../sync/load/remembered-sources.js';
import { refuseUnclearNames } from '../sync/load/preflight.js';
import { oneWay, type Project } from '../sync/context/project.js';
import type { EarlierOfUncompared } from '../sync/compare/uncompared-losses.js';
import { nameLeftOut } from '../sync/compare/left-out-losses.js';
import type { UploadOutcome } from '../sync/push/state/upload-outcome.js';
import { rowsAfterUpload, uploadsOf } from '../sync/push/outcome/outcome-rows.js';
import { SentFiles } from '../sync/push/read-back/sent-files.js';
import { refuseEmptyList, withProject } from '../sync/load/with-project.js';
import { uploadAll } from '../sync/push/upload-all.js';
import { refuseUnmatchedHere, planAll } from '../sync/push/plan/plan-all.js';

/** Uploads each locale file that has something the service lacks, with one event for all. */
export async function push(host: Host, options: PushFlags): Promise<Report> {
  return withProject(host, 'push', options, async (loaded, reload) => {
    refuseUnmatchedHere(loaded);
    const project = oneWay(await lookAgain(host, loaded, reload, options.force), 'push');
    await refuseUnclearNames(project);
    if (!options.force) refuseEmptyList(project);
    return pushProject(host, project, { ...options, rules: project.found.config.rules });
  });
}

async function pushProject(host: Host, project: Project, options: PushFlags): Promise<Report> {
  if (options.strict) await loadIcu();
  const lockUpdate = new LockUpdate(project);
  const { report, uploadErrors, forget, ...toSend } = await planAll(project, options, lockUpdate);
  options.planRecorder?.decided(project, report.rows);
  if (!options.dryRun) {
    const made = new Map<string, string>();
    // What no option has limited or widened is in sync once it has arrived: the index may say so.
    const isWhole =
      givenSwitches('push', options).length === 0 && !options.planRecorder && options.locale.length === 0;
    const sentFiles = isWhole ? new SentFiles(project) : undefined;
    const onOutcome = (outcome: UploadOutcome): void => {
      const { path, bound } = outcome.attempt.file;
      if (outcome.sourceFile) made.set(bound.set.template, outcome.sourceFile.id);
      report.rows.set(path, rowsAfterUpload(report.rows.get(path) ?? [], outcome, project.hints));
      // What the last plan says of the file takes the place of what the first one said.
      if (outcome.rows) uploadErrors.delete(path);
      // A rejected token is one error, however many calls it ended.
      const isRejected = report.errors.some(({ exit }) => exit === EXIT.auth);
      append(
        report.errors,
        outcome.errors.filter(({ exit }) => exit !== EXIT.auth || !isRejected),
      );
      append(report.warnings, outcome.warnings);
      for (const [i, base] of outcome.attempt.bases.entries()) {
        const receipt = outcome.receipts[i];
        if (receipt) lockUpdate.add(lockUpdate.settle(base, receipt.settled));
      }
      for (const [section, keys] of outcome.doubted ?? []) lockUpdate.markUnknown(section, keys);
      sentFiles?.ended(outcome);
    };
    const uncompared: EarlierOfUncompared[] = [];
    const onEarlier = (earlier: EarlierOfUncompared): void => {
      append(report.errors, earlier.errors);
      append(report.warnings, earlier.warnings);
      for (const [section, keys] of earlier.doubted) lockUpdate.markUnknown(section, keys);
      uncompared.push(earlier);
    };
    await uploadAll(host, project, toSend, options, {
      onOutcome,
      onEarlier,
      onSent: sentFiles?.list.bind(sentFiles),
      onAnswers: sentFiles?.readBack.bind(sentFiles),
    });
    await project.replaced.save();
    append(report.warnings, project.replaced.warnings());
    const unsaved = await lockUpdate.save();
    if (unsaved) report.errors.push(unsaved);
    forget(unsaved === undefined);
    for (const earlier of uncompared) earlier.forget(unsaved === undefined);
    await nameLeftOut(project, report);
    if (!unsaved && !host.signal.aborted) await sentFiles?.note();
    await project.index?.save();
    if (made.size > 0) await rememberSources(project, made);
    append(report.warnings, await project.uploads.close());
  }
  append(report.errors, [...uploadErrors.values()].flat());
  const uploads = options.dryRun ? toSend.chains.flat().length : uploadsOf(report.files);
  return lockUpdate.reported(report.finish(host, 'push', options.dryRun, { uploads }));
}
