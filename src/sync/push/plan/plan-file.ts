import { LocsyncError } from '../../../core/errors/index.js';
import { planPush, type PushPlan } from '../../../plan/push.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { pushStops } from '../../file-errors/distrusted.js';
import { pushProblems } from '../../file-errors/conflicts.js';
import { clashErrors } from '../../file-errors/diagnostics.js';
import { editsRefusedError } from '../../file-errors/refused-edits.js';
import type { PushFlags } from '../run/push-flags.js';
import { withheldErrors, strictParts, type StrictLocale } from '../../limits/strict.js';
import type { SetModel } from '../../../plan/pull.js';
import type { Document } from '../../../formats/format.js';

/** What push would do with one file, and why it must not or cannot do all of it. */
export interface FilePlan {
  readonly plan: PushPlan;
  /** Why nothing of it may be uploaded. */
  readonly stops: readonly LocsyncError[];
  /** What the plan leaves undone. */
  readonly errors: readonly LocsyncError[];
}

/** Plans the upload of one file from what both sides hold. `done`: the run, for its messages. */
export function planFile(
  compared: ComparedFile,
  document: Document,
  model: SetModel | undefined,
  options: PushFlags,
  done: 'push' | 'push --dry-run' | 'push again',
): FilePlan {
  const parts = strictParts(compared, model, options);
  const plan = planPush(document, parts, options, compared.unknownRoots);
  const stops = pushStops(compared, plan, options);
  return { plan, stops, errors: planErrors(compared, plan, parts, done) };
}

/** What push cannot do with a file under this plan. */
function planErrors(
  compared: ComparedFile,
  plan: PushPlan,
  parts: readonly StrictLocale[],
  done: 'push' | 'push --dry-run' | 'push again',
): LocsyncError[] {
  const refused = editsRefusedError(compared, plan.refused);
  return [
    ...clashErrors(compared),
    ...pushProblems(compared, plan, 'error', done),
    ...withheldErrors(compared, parts, plan.actions, 'push'),
    ...(refused ? [refused] : []),
  ];
}
