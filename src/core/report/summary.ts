import { NO_KEYS, type FileReport } from './file-report.js';
import type { Report, StatusCheck } from './report.js';

/** The counts of these files that every command reports. */
export function summarize(files: readonly FileReport[]): Record<string, number> {
  const { total, ...counted } = NO_KEYS;
  const summary: Record<string, number> = { files: files.length, keys: total, ...counted };
  const add = (name: string, count: number): void => void (summary[name] = (summary[name] ?? 0) + count);
  for (const { keys, state } of files) {
    for (const [name, count] of Object.entries({ ...keys })) add(name === 'total' ? 'keys' : name, count);
    if (state === 'pushed' || state === 'pulled' || state === 'skipped' || state === 'failed') add(state, 1);
  }
  return summary;
}

/** Whether push or pull did something with a file, or would; pull does beside conflicts. */
export function isWorkedOn({ state, keys }: FileReport, { command, dryRun }: Report): boolean {
  const partly = command === 'pull' && state === 'conflict' && keys.toPull > 0;
  if (dryRun !== true) return state === 'pushed' || state === 'pulled' || partly;
  const waits = (command === 'push' ? keys.toPush : keys.toPull) > 0;
  return partly || (waits && state !== 'conflict' && state !== 'failed' && state !== 'skipped');
}

const HOLDS: Record<StatusCheck, (file: FileReport) => boolean> = {
  push: ({ keys, state }) => keys.toPush > 0 || state === 'only-here',
  pull: ({ keys, state }) => keys.toPull > 0 || state === 'only-there',
  conflict: ({ keys, state }) => keys.conflicts > 0 || state === 'conflict',
  missing: ({ keys, state }) => keys.translated < keys.total || state === 'only-there',
  stale: ({ keys }) => keys.stale > 0,
};

/** Whether a file fails one of these checks; one that could not be compared fails each. */
export const failsCheck = (file: FileReport, checks: readonly StatusCheck[]): boolean =>
  checks.length > 0 && (file.state === 'failed' || checks.some((check) => HOLDS[check](file)));

/** Keys of all languages that lack a translation, files included that a language does not have. */
export const untranslatedKeys = ({ progress = [] }: Pick<Report, 'progress'>): number =>
  progress.reduce((sum, { translated, total }) => sum + total - translated, 0);
