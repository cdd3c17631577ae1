import { LocsyncError } from '../../../core/errors/index.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import { receiptWithoutLook } from '../../../plan/receipt.js';
import { readModel } from '../../files/read-file.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { pushRows } from './plan-rows.js';
import type { PushFlags } from '../state/push-flags.js';
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

/** What a file is planned again with. */
interface ReplanOptions {
  /** An earlier attempt was sent. */
  readonly wasSent: boolean;
  /** Is called with what the plan is made from, before it is made. */
  readonly onCompared?: OnCompared | undefined;
  /** For each language the texts that only the service had when it was compared. */
  readonly before: readonly TextsByKey[];
  readonly first: FirstUpload | undefined;
}

/** Reads both sides of a file again and plans its upload anew. */
export async function replan(
  { host, project, sources, ahead }: PushRun,
  file: LocaleFile,
  options: PushFlags,
  { wasSent, onCompared, before, first: earlier }: ReplanOptions,
): Promise<Replanned> {
  const bases = earlier?.bases;
  const model = await readModel(project, file);
  const reads = { clock: host.clock, project, sources, ahead, model, bases, forgetGone: options.force };
  const first = await compareBeforeUpload(reads, file);
  const seenFirst = joinedTexts(before, ...first.earlier.map(onlyThereBefore));
  const aged = withNewer(first.found, seenFirst);
  // An answer that goes back on another one may be old: a further one may tell.
  const isBack = !wasSent && aged !== first.found;
  const last = isBack ? await compareBeforeUpload(reads, file) : first;
  const seenLast = joinedTexts(seenFirst, onlyThereBefore(aged), ...last.earlier.map(onlyThereBefore));
  const { found, readAt } = last;
  const losses = wasSent ? project.uploads.lossErrors(found, earlier?.replaced) : [];
  onCompared?.(found, model);
  const newest = wasSent ? found : withNewer(found, seenLast);
  const seen = joinedTexts(seenLast, onlyThereBefore(newest));
  const compared = project.uploads.rejudged(newest);
  const { document } = compared;
  if (!document) return { compared, model, plan: undefined, stops: [], readAt, seen, losses, errors: [] };
  const planned = planFile(compared, document, model, options, bases ? 'push again' : 'push');
  return { compared, model, ...planned, readAt, seen, losses };
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
  { compared, plan, stops, errors }: Replanned,
  options: PushFlags,
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
    rows: pushRows(compared, plan, options),
    errors,
  };
}
