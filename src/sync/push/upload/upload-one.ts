import { LocsyncError } from '../../../core/errors/index.js';
import { EXIT } from '../../../core/errors/exit.js';
import { Interrupted } from '../../../ports/host.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { recentFiles } from '../../files/recent-files.js';
import type { OnCompared } from '../plan/replan.js';
import type { PriorUpload } from '../state/upload-plan.js';
import type { PushRun } from '../state/push-run.js';
import type { UploadAttempt } from '../state/upload-attempt.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import { FileUpload } from './file-upload.js';

/**
 * Runs one upload. An error becomes the outcome of its file, unless it is a bug; a rejected token
 * stops the run, too.
 */
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
 * Uploads one file. Whatever is sent, at the first attempt or at a later one, was planned right
 * before from what both sides hold. `onCompared` is called with what each plan is made from.
 * `prior` is set if the file was uploaded earlier in this run.
 */
export async function uploadOne(
  run: PushRun,
  file: LocaleFile,
  onCompared: OnCompared,
  prior?: PriorUpload,
): Promise<UploadOutcome> {
  const upload = new FileUpload(run, file, onCompared, prior);
  const release = recentFiles(run.project.files).hold(file.path);
  return run.project.service
    .upload(upload)
    .then(
      (uploaded) => upload.ended(uploaded),
      (error: unknown) => upload.failed(error),
    )
    .finally(release);
}
