import { append } from '../../../core/text/lists.js';
import { LocsyncError } from '../../../core/errors/index.js';
import { EXIT } from '../../../core/errors/exit.js';
import { keyName, type KeyId } from '../../../core/keys/key.js';
import type { OnlyThere } from '../../../core/merge/upload-entry.js';
import { Interrupted } from '../../../ports/host.js';
import { hasArrived, receiptOf } from '../../../plan/receipt.js';
import type { Project } from '../../context/project.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { PushFlags } from '../run/push-flags.js';
import type { FirstUpload } from './first-upload.js';
import { pushedOutcome } from './pushed-outcome.js';
import { compareAfterUpload, textsThere } from '../fresh-reads/compare-after-upload.js';
import { alteredTexts } from '../lost-by-upload/uploaded-languages.js';
import { newerSince } from '../lost-by-upload/newer-since.js';
import { noteHeld, textsAtRisk } from '../lost-by-upload/texts-at-risk.js';
import { withoutAltered, type UploadOutcome } from '../run/upload-outcome.js';
import type { PushRun } from '../run/push-run.js';
import { skippedOutcome, replan, toUpload, type OnCompared } from '../plan/replan.js';
import type { Replanned, Sendable } from '../run/upload-plan.js';
import { attempted, inspected, type UploadAttempt } from '../run/upload-attempt.js';

/** The outcome of one upload; an error is one file's outcome unless it is a bug. */
export async function attemptUpload(
  run: PushRun,
  attempt: UploadAttempt,
  upload: () => Promise<UploadOutcome>,
): Promise<UploadOutcome> {
  const outcome = { attempt, receipts: [], errors: [], warnings: [] };
  if (run.fatal !== undefined || run.host.signal.aborted) return { ...outcome, state: 'skipped' };
  try {
    return await upload();
  } catch (error) {
    // What has been uploaded by now must still be recorded: an interruption is the outcome of one
    // file, not the end of all.
    if (error instanceof Interrupted) return { ...outcome, state: 'skipped' };
    if (!(error instanceof LocsyncError)) throw error;
    if (error.exit === EXIT.auth) run.fatal = error;
    return { ...outcome, state: 'failed', errors: [error] };
  }
}

/**
 * The error for an upload that may or may not have arrived, unlike one interrupted before it was
 * sent.
 */
function interruptedUpload(error: unknown, { path }: LocaleFile): unknown {
  if (!(error instanceof Interrupted)) return error;
  return LocsyncError.of('UPLOAD_INTERRUPTED', { name: path }, { place: { path }, cause: error });
}

/** Most of what is replaced is recorded already, since it was planned before the first upload. */
async function noteSent(run: PushRun, { compared, plan }: Sendable): Promise<void> {
  const { replaced, uploads } = run.project;
  replaced.uploading(compared, plan.actions);
  const others = textsAtRisk(run, compared.file);
  const sources = run.changes.get(compared.file.bound) ?? new Map();
  await Promise.all([replaced.save(), uploads.sending(compared, plan.actions, others, sources)]);
}

/**
 * Throws PLAN_MOVED if the upload that a plan asks for would replace a text of the service that the
 * plan does not know.
 */
function refuseMoved({ compared, plan }: Sendable, { runPlan }: PushFlags): void {
  const moved = runPlan?.movedKeys(compared, plan.actions) ?? [];
  if (moved.length === 0) return;
  const place = { path: compared.file.path };
  throw LocsyncError.of(
    'PLAN_MOVED',
    { moved: moved.map(keyName), command: 'push', isFile: true },
    { place },
  );
}

/**
 * Uploads one file. Whatever is sent, at the first attempt or at a later one, was planned right
 * before from what both sides hold. `onCompared` is called with what each plan is made from.
 * `first` is set if the file was uploaded earlier in this run.
 */
export async function uploadOne(
  run: PushRun,
  file: LocaleFile,
  options: PushFlags,
  onCompared: OnCompared,
  first?: FirstUpload,
): Promise<UploadOutcome> {
  const { host, project, event, sources, ahead } = run;
  const [locale] = file.locales;
  if (!locale) throw new Error('a locale file without a locale');
  const { isUnusable } = project.stored.lock;
  const last: { again?: Replanned; sendable?: Sendable | undefined; sent?: Sendable } = {};
  /** Texts that attempts before the last one have lost. */
  const losses: LocsyncError[] = [];
  let before = first?.before ?? run.onlyThere.get(file.path) ?? [];
  /** For each language newer texts that looks after an unclear answer have shown. */
  const seen: Map<KeyId, OnlyThere>[] = [];
  const arrived = async (sendable: Sendable): Promise<boolean> => {
    const found = await compareAfterUpload(
      project,
      sendable.compared.file,
      sendable.compared,
      sendable.model,
    );
    if (found === undefined) return false;
    await noteSeen(project, sendable, found, seen);
    const held = found.locales.map(({ comparison }) => textsThere(comparison.states));
    return sendable.plan.actions.every((actions, i) => hasArrived(actions, held[i] ?? new Map()));
  };
  const uploading = project.service.upload({
    filename: file.bound.uploadName(locale),
    event,
    reads: file.locales.length,
    plan: async () => {
      last.sendable = undefined;
      const wasSent = last.sent !== undefined;
      last.again = await replan(host, project, sources, file, options, {
        bases: first?.bases,
        wasSent,
        onCompared,
        before,
        replaced: first?.replaced,
        ahead,
      });
      before = last.again.seen;
      append(losses, last.again.losses);
      last.sendable = toUpload(last.again);
      noteHeld(run, last.again.compared, last.sendable?.plan);
      if (!last.sendable) return undefined;
      refuseMoved(last.sendable, options);
      await noteSent(run, last.sendable);
      last.sent = last.sendable;
      run.sent.add(file.path);
      return last.sendable;
    },
    arrived: async () => last.sendable !== undefined && arrived(last.sendable),
  });
  const ended = await uploading.then(
    (uploaded) => ({ uploaded }),
    async (error: unknown) => {
      const shown = last.sendable ? interruptedUpload(error, file) : error;
      if (last.sent) return failedAfterSending(run, last.sent, shown, losses, first?.replaced);
      throw shown;
    },
  );
  if ('state' in ended) return ended;
  const { uploaded } = ended;
  const { again, sendable } = last;
  if (!again) throw new Error('an upload without a plan');
  if (!uploaded || !sendable) {
    if (last.sent) project.uploads.settleLanded(again.compared);
    const skipped = skippedOutcome(file, again, options, isUnusable);
    return { ...skipped, errors: [...skipped.errors, ...losses] };
  }
  return { ...pushedOutcome(run, file, options, { sendable, uploaded, losses, first }), seen };
}

/** Notes, and adds to `seen`, what was written on the service since an upload; `found` has it. */
async function noteSeen(
  project: Project,
  sendable: Sendable,
  found: ComparedFile,
  seen: Map<KeyId, OnlyThere>[],
): Promise<void> {
  const attempt = attempted(sendable, project.stored.lock.isUnusable);
  if (!attempt.sent) return;
  const altered = alteredTexts(project, { attempt, seen }, found, sendable.model);
  const newer = withoutAltered(newerSince(attempt.sent, found, sendable.model), altered);
  for (const [i, texts] of newer.entries())
    for (const [key, text] of texts) (seen[i] ??= new Map()).set(key, text);
  await project.uploads.noteNewer(attempt.file.path, attempt.bases, newer);
}

/**
 * The outcome of an upload that failed after it was sent. The service may have imported it: if only
 * the service held some texts, it is looked at once more. Throws the error if nothing is lost.
 */
async function failedAfterSending(
  run: PushRun,
  { compared, model }: Sendable,
  error: unknown,
  losses: LocsyncError[],
  replaced: FirstUpload['replaced'] | undefined,
): Promise<UploadOutcome> {
  const { host, project } = run;
  if (!(error instanceof LocsyncError) || error.exit === EXIT.auth || host.signal.aborted) throw error;
  let found: ComparedFile | undefined;
  if (project.uploads.mayLose(compared))
    found = await compareAfterUpload(project, compared.file, compared, model).catch((failed: unknown) => {
      if (failed instanceof LocsyncError || failed instanceof Interrupted) return undefined;
      throw failed;
    });
  if (found) {
    append(losses, project.uploads.lossErrors(found, replaced));
    noteHeld(run, found, undefined);
  }
  if (losses.length === 0) throw error;
  const attempt = inspected(project.uploads.rejudged(found ?? compared), project.stored.lock.isUnusable);
  const receipts = attempt.bases.map(() => receiptOf(new Map(), undefined, false));
  return { attempt, state: 'failed', receipts, errors: [error, ...losses], warnings: [] };
}
