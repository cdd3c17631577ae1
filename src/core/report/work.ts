import type { FileReport, Report } from './report.js';

/** Whether push or pull did something with a file, or with `--dry-run` would: a pull writes what it can of a file beside its conflicts. */
export function isWorkedOn({ state, keys }: FileReport, { command, dryRun }: Report): boolean {
  const partly = command === 'pull' && state === 'conflict' && keys.toPull > 0;
  if (dryRun !== true) return state === 'pushed' || state === 'pulled' || partly;
  const waits = (command === 'push' ? keys.toPush : keys.toPull) > 0;
  return partly || (waits && state !== 'conflict' && state !== 'failed' && state !== 'skipped');
}
