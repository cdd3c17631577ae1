import { LocsyncError } from '../../../core/errors/index.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import { receiptWithoutLook } from '../../../plan/receipt.js';
import { readModel } from '../../files/read-file.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { pushRows } from './plan-rows.js';
import { compareBeforeUpload } from '../fresh-reads/compare-before-upload.js';
import type { FirstUpload } from '../state/first-upload.js';
import type { PushRun } from '../state/push-run.js';
import { inspected } from '../state/upload-attempt.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import { onlyThereBefore } from '../before-uploads/service-before.js';
import { withNewer } from './newer-texts.js';
import { joinedTexts } from '../../../plan/alterations.js';
import type { SetModel } from '../../../plan/pull.js';
import type { Replanned, Sendable } from '../state/upload-plan.js';
import { planFile } from './plan-file.js';

/** Is called with what a plan is made from. */
export type OnCompared = (compared: ComparedFile, model: SetModel | undefined) => void;

/**
 * Reads both sides of a file again and plans its upload anew. `wasSent`: an earlier attempt was
 * sent. `onlyThere`: for each language the texts that only the service had, in any answer so far.
 * `first` is set if the file was uploaded earlier in this run.
 */
export async function replan(
  run: PushRun,
  file: LocaleFile,
  onCompared: OnCompared,
  wasSent: boolean,
  onlyThere: readonly TextsByKey[],
  first?: FirstUpload,
): Promise<Replanned> {
  const { host, project, sources, ahead } = run;
  // What `--all` asks for was sent the first time.
  const options = first ? { ...run.options, all: false } : run.options;
  const bases = first?.bases;
  const model = await readModel(project, file);
  const reads = { clock: host.clock, project, sources, ahead, model, bases, forgetGone: options.force };
  const read = await compareBeforeUpload(reads, file);
  const shownFirst = joinedTexts(onlyThere, ...read.earlier.map(onlyThereBefore));
  const aged = withNewer(read.found, shownFirst);
  // An answer that goes back on another one may be old: a further one may tell.
  const isBack = !wasSent && aged !== read.found;
  const last = isBack ? await compareBeforeUpload(reads, file) : read;
  const shownLast = joinedTexts(shownFirst, onlyThereBefore(aged), ...last.earlier.map(onlyThereBefore));
  const { found, readAt, digests } = last;
  const losses = wasSent ? project.uploads.lossErrors(found, first?.replaced) : [];
  onCompared(found, model);
  const newest = wasSent ? found : withNewer(found, shownLast);
  const compared = project.uploads.rejudged(newest);
  const { document } = compared;
  const shown = {
    compared,
    model,
    readAt,
    digests,
    onlyThere: joinedTexts(shownLast, onlyThereBefore(newest)),
    losses,
  };
  if (!document) return { ...shown, plan: undefined, rows: [], stops: [], errors: [] };
  const planned = planFile(compared, document, model, options, first ? 'push again' : 'push');
  return { ...shown, ...planned, rows: pushRows(compared, planned.plan, options) };
}

/** The plan as one that can be sent; undefined if nothing is left to upload, or nothing may be. */
export function toUpload({ plan, ...rest }: Replanned): Sendable | undefined {
  return plan?.content === undefined || rest.stops.length > 0
    ? undefined
    : { ...rest, plan, content: plan.content };
}

/**
 * The outcome of a file that, planned again, has nothing to upload or must not be uploaded. If it
 * `wasUploaded` by this run and is gone since, the warning about that upload names it.
 */
export function skippedOutcome(
  file: LocaleFile,
  { compared, plan, rows, stops, errors }: Replanned,
  wasUploaded: boolean,
): UploadOutcome {
  const outcome = { state: 'skipped', receipts: [], errors: [], warnings: [] } as const;
  const attempt = { file, bases: [] };
  if (stops.length > 0 || (!plan && wasUploaded)) return { ...outcome, attempt, errors: stops };
  if (!plan) {
    const removed = LocsyncError.of('FILE_REMOVED', {}, { place: { path: file.path } });
    return { ...outcome, attempt, state: 'failed', errors: [removed] };
  }
  return {
    ...outcome,
    attempt: inspected(compared),
    // What both sides hold by now is settled, the rest is as it was.
    receipts: plan.actions.map(receiptWithoutLook),
    rows,
    errors,
  };
}
