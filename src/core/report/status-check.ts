import type { FileReport } from './file-report.js';
import type { Report, StatusCheck } from './report.js';

const HOLDS: Record<StatusCheck, (file: FileReport) => boolean> = {
  push: ({ keys, state }) => keys.toPush > 0 || state === 'only-here',
  pull: ({ keys, state }) => keys.toPull > 0 || state === 'only-there',
  conflict: ({ keys, state }) => keys.conflicts > 0 || state === 'conflict',
  missing: ({ keys }) => keys.translated < keys.total,
  stale: ({ keys }) => keys.stale > 0,
};

/**
 * Whether a file fails one of these checks. One that could not be compared fails each of them:
 * nobody knows what it holds.
 */
export const failsCheck = (file: FileReport, checks: readonly StatusCheck[]): boolean =>
  checks.length > 0 && (file.state === 'failed' || checks.some((check) => HOLDS[check](file)));

/** Keys of all languages that lack a translation, files included that a language does not have. */
export const untranslatedKeys = ({ progress = [] }: Pick<Report, 'progress'>): number =>
  progress.reduce((sum, { translated, total }) => sum + total - translated, 0);
