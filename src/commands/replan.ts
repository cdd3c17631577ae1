import type { BaseTexts } from '../core/merge.js';
import type { Host } from '../ports/host.js';
import type { Model } from '../sync/pull-plan.js';
import { planPush, type PushPlan } from '../sync/push-plan.js';
import { compareFile, readModel, type ComparedFile } from './compare.js';
import type { Project } from './project.js';
import type { PlannedUpload, PushOptions } from './push.js';
import { strictParts } from './strict.js';

/** A plan made from what both sides hold at this moment. */
export interface Replanned {
  readonly compared: ComparedFile;
  readonly model: Model | undefined;
  /** Undefined where the file is no longer on disk. */
  readonly plan: PushPlan | undefined;
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
  { compared: before }: Pick<PlannedUpload, 'compared'>,
  options: PushOptions,
  bases?: readonly BaseTexts[],
): Promise<Replanned> {
  const readAt = host.clock.now();
  const model = await readModel(project, before.file);
  const compared = await compareFile(project, before.file, Promise.resolve(model), {
    forgetGone: options.force,
    ...(bases ? { bases } : {}),
  });
  const plan =
    compared.document && planPush(compared.document, strictParts(compared, model, options.strict), options);
  return { compared, model, plan, readAt };
}
