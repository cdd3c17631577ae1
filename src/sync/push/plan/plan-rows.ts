import { uploadedStates, type PushActions, type PushPlan } from '../../../plan/push.js';
import type { FileReport } from '../../../core/report/file-report.js';
import type { ComparedFile, ComparedLocale } from '../../files/compared-file.js';
import { editsRefusedError } from '../../file-errors/refused-edits.js';
import { isWidened } from '../../../options/read.js';
import type { PushCommandOptions } from '../state/push-run.js';
import { countKinds, plannedKeys } from '../../report/key-kinds.js';
import { failedRows, rowOf, withPlannedCounts, type PlannedCounts } from '../../report/rows.js';

/**
 * The rows of a file under a plan of push: as it stands, and with options that change what is sent,
 * with what is sent.
 */
export function pushRows(
  compared: ComparedFile,
  plan: PushPlan | undefined,
  options: Pick<PushCommandOptions, 'force' | 'all' | 'strict' | 'dryRun' | 'verbose' | 'planRecorder'>,
): FileReport[] {
  const refused = plan && editsRefusedError(compared, plan.refused);
  if (refused) return failedRows(compared.file, refused);
  const all = options.all && plan?.content !== undefined;
  const widens = isWidened('push', options) || all;
  return compared.locales.flatMap((language, i) => {
    // Nothing of a language that `--locale` leaves out is sent.
    const row = language.access === 'unselected' ? undefined : rowOf(compared, language, 'toPush');
    if (!row) return [];
    if (language.access === 'blocked')
      return [row.keys.toPush + row.keys.conflicts > 0 ? { ...row, state: 'skipped' } : row];
    const extent = plan?.actions[i] && plannedCountsOf(language, plan.actions[i], all);
    // `status` reports texts without a base as waiting for a pull; for push they are a conflict.
    const more = extent !== undefined && extent.conflicts > row.keys.conflicts;
    const counted = extent && (widens || more) ? withPlannedCounts(row, extent) : row;
    const asked = options.planRecorder !== undefined || (options.dryRun && options.verbose === true);
    const lists = asked && plan?.content !== undefined;
    const planned = lists ? plannedKeys(uploadedStates(plan.actions[i]), 'toPush') : [];
    const shown = planned.length === 0 ? counted : { ...counted, planned };
    if (plan !== undefined && plan.shrinks.length > 0 && shown.state !== 'conflict' && shown.keys.toPush > 0)
      return [{ ...shown, state: 'skipped' }];
    // The rest of the file goes up without the keys in conflict.
    if (plan?.content !== undefined && shown.state === 'conflict' && shown.keys.toPush > 0)
      return [{ ...shown, state: 'to-push' }];
    // It waits for nothing but texts that `--strict` keeps back.
    const back = plan?.actions[i]?.has('withhold') === true && shown.keys.toPush === 0;
    return [back && row.keys.toPush > 0 ? { ...shown, state: 'skipped' } : shown];
  });
}

/** What is sent of a language, with `all` also what the service has already. */
function plannedCountsOf({ comparison }: ComparedLocale, actions: PushActions, all: boolean): PlannedCounts {
  const count = (of: 'upload' | 'conflict'): number => actions.get(of)?.length ?? 0;
  const kinds = countKinds(uploadedStates(actions), 'toPush');
  if (!all) return { side: 'toPush', keys: count('upload'), kinds, conflicts: count('conflict') };
  const others = new Set(
    (['splice', 'leave-out', 'leave-empty', 'withhold', 'not-asked', 'conflict'] as const).flatMap(
      (action) => actions.get(action) ?? [],
    ),
  );
  const keys = comparison.states.filter((state) => state.here !== undefined && !others.has(state)).length;
  return { side: 'toPush', keys, kinds, conflicts: count('conflict') };
}
