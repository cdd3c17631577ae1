import type { KeyId } from '../../../core/keys/key.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import type { Host } from '../../../ports/host.js';
import { settledByPush } from '../../../plan/push.js';
import { readModel } from '../../files/read-file.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { Project } from '../../context/project.js';
import { pushRows } from './plan-rows.js';
import type { PushFlags } from '../run/push-flags.js';
import { compareBeforeUpload } from '../fresh-reads/compare-before-upload.js';
import type { ReadAhead } from '../fresh-reads/read-ahead.js';
import type { SourceList } from '../fresh-reads/source-list.js';
import { inspected } from '../run/upload-attempt.js';
import type { UploadOutcome } from '../run/upload-outcome.js';
import { onlyThereBefore } from '../before-uploads/service-before.js';
import { withNewer } from './newer-texts.js';
import { joinedTexts, type TextsByKey } from '../../../plan/alterations.js';
import type { SetModel } from '../../../plan/pull.js';
import type { Replanned, Sendable } from '../run/upload-plan.js';
import { planFile } from './plan-file.js';

/** Is called with what a plan is made from. */
export type OnCompared = (compared: ComparedFile, model: SetModel | undefined) => void;

/**
 * Reads both sides of a file again and plans its upload anew. `bases` are those of its languages if
 * the run has settled some of their keys since the lock was read. `wasSent`: an earlier attempt was
 * sent. `onCompared` is called with what the plan is made from, before it is made. `before`: for
 * each language the texts that only the service had when it was compared. `replaced`: for each
 * language the keys whose texts an earlier upload of this run has replaced on purpose. `ahead`:
 * answers that this run has asked for already.
 */
export async function replan(
  host: Host,
  project: Project,
  sources: SourceList,
  file: LocaleFile,
  options: PushFlags,
  {
    bases,
    wasSent,
    onCompared,
    before,
    replaced,
    ahead,
  }: {
    readonly bases?: readonly BaseHashes[] | undefined;
    readonly wasSent: boolean;
    readonly onCompared?: OnCompared | undefined;
    readonly before: readonly TextsByKey[];
    readonly replaced: readonly ReadonlySet<KeyId>[] | undefined;
    readonly ahead: ReadAhead;
  },
): Promise<Replanned> {
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
  const losses = wasSent ? project.uploads.lossErrors(found, replaced) : [];
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

/** The outcome of a file that, planned again, has nothing to upload or must not be uploaded. */
export function skippedOutcome(
  file: LocaleFile,
  { compared, plan, stops, errors }: Replanned,
  options: PushFlags,
  isLockUnusable: boolean,
): UploadOutcome {
  const outcome = { state: 'skipped', receipts: [], errors: [], warnings: [] } as const;
  if (!plan || stops.length > 0) return { ...outcome, attempt: { file, bases: [] }, errors: stops };
  return {
    ...outcome,
    attempt: inspected(compared, isLockUnusable),
    // What both sides hold by now is settled, the rest is as it was.
    receipts: plan.actions.map((actions) => ({
      settled: settledByPush(actions),
      changed: [],
      notStored: [],
      seen: 0,
    })),
    rows: pushRows(compared, plan, options),
    errors,
  };
}
