import { LocsyncError } from '../../../core/errors/index.js';
import { planPush, type PushPlan } from '../../../plan/push.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { pushStops } from '../../file-errors/distrusted.js';
import { pushProblems, type PushCommand } from '../../file-errors/conflicts.js';
import { clashErrors } from '../../file-errors/diagnostics.js';
import { editsRefusedError } from '../../file-errors/refused-edits.js';
import type { PushCommandOptions } from '../state/push-run.js';
import { withheldErrors, strictParts } from '../../restrictions/strict.js';
import type { SetModel } from '../../../plan/set-model.js';
import type { Document } from '../../../formats/format.js';

/**
 * Plans the upload of one file from what both sides hold. `command`: what messages call the run.
 * The result says why nothing of it may be uploaded (`stops`), and what the plan leaves undone.
 */
export function planFile(
  compared: ComparedFile,
  document: Document,
  model: SetModel | undefined,
  options: PushCommandOptions,
  command: PushCommand,
): {
  readonly plan: PushPlan;
  readonly stops: readonly LocsyncError[];
  readonly errors: readonly LocsyncError[];
} {
  const parts = strictParts(compared, model, options);
  const plan = planPush(document, parts, options, compared.unknownRoots);
  const stops = pushStops(compared, plan, options);
  const refused = editsRefusedError(compared, plan.refused);
  const errors = [
    ...clashErrors(compared),
    ...pushProblems(compared, plan, command),
    ...withheldErrors(compared, parts, plan.actions, 'push'),
    ...(refused ? [refused] : []),
  ];
  return { plan, stops, errors };
}
