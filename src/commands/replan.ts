import type { LocsyncError } from '../core/errors/index.js';
import type { BaseTexts } from '../core/merge.js';
import type { Host } from '../ports/host.js';
import type { Model } from '../sync/pull-plan.js';
import { planPush, settledByPush, type PushPlan } from '../sync/push-plan.js';
import { compareFile, readModel, type ComparedFile } from './compare.js';
import { pushStops } from './distrusted.js';
import type { LocaleFile } from './locale-files.js';
import { OtherLanguages } from './other-languages.js';
import { pushProblems, refusedError } from './problems.js';
import type { Project } from './project.js';
import { pushRows } from './push-rows.js';
import type { PlannedUpload, PushOptions } from './push.js';
import { lookedAt } from './tried.js';
import { strictParts } from './strict.js';
import type { Outcome } from './upload.js';

/** A plan made from what both sides hold at this moment. */
export interface Replanned {
  readonly compared: ComparedFile;
  readonly model: Model | undefined;
  /** Undefined where the file is no longer on disk. */
  readonly plan: PushPlan | undefined;
  /** Why it must not be uploaded although it could be. */
  readonly stops: readonly LocsyncError[];
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * Reads both sides of a file again and plans its upload anew. `bases` are those of its languages where the run has settled some of their keys
 * since the lock was read.
 */
export async function replan(
  host: Host,
  project: Project,
  file: LocaleFile,
  options: PushOptions,
  bases?: readonly BaseTexts[],
): Promise<Replanned> {
  const readAt = host.clock.now();
  const model = await readModel(project, file);
  const compared = await compareFile(project, file, Promise.resolve(model), {
    forgetGone: options.force,
    others: new OtherLanguages(project, file.bound),
    ...(bases ? { bases } : {}),
  });
  const plan =
    compared.document &&
    planPush(compared.document, strictParts(compared, model, options.strict), options, compared.unknownRoots);
  const stops = plan ? pushStops(compared, plan, options) : [];
  return { compared, model, plan, stops, readAt };
}

/** The plan as one that can be sent; undefined where nothing is left to upload, or nothing may be. */
export function uploadable({ plan, stops, ...rest }: Replanned): PlannedUpload | undefined {
  return plan?.content === undefined || stops.length > 0
    ? undefined
    : { ...rest, plan, content: plan.content };
}

/** The outcome of a file of which, looked at again, nothing is to be uploaded, or nothing may be. `before`: it was uploaded earlier in this run. */
export function nothingToSend(
  file: LocaleFile,
  { compared, plan, stops }: Replanned,
  options: PushOptions,
  doubt: boolean,
  before = false,
): Outcome {
  const outcome = { state: 'skipped', receipts: [], errors: [], warnings: [] } as const;
  if (!plan || stops.length > 0) return { ...outcome, tried: { file, bases: [] }, errors: stops };
  const refused = refusedError(compared, plan.refused);
  return {
    ...outcome,
    tried: lookedAt(compared, doubt),
    // What both sides hold by now is settled, the rest is as it was.
    receipts: plan.actions.map((actions) => ({
      settled: settledByPush(actions),
      changed: [],
      lost: [],
      seen: 0,
    })),
    rows: pushRows(compared, plan, options),
    errors: [
      ...pushProblems(compared, plan, 'error', before ? 'push again' : 'push'),
      ...(refused ? [refused] : []),
    ],
  };
}
