import type { LocsyncError } from '../errors/index.js';
import { EXIT, worstExit, type ExitCode } from '../errors/exit.js';
import type { FileReport } from './file-report.js';
import type { Report } from './report.js';

/** The counts of these files that every command reports. */
export function summarize(files: readonly FileReport[]): Record<string, number> {
  const summary: Record<string, number> = {
    files: files.length,
    keys: 0,
    translated: 0,
    toPush: 0,
    toPull: 0,
    conflicts: 0,
    added: 0,
    changed: 0,
    removed: 0,
  };
  const add = (name: string, count: number): void => void (summary[name] = (summary[name] ?? 0) + count);
  for (const { keys, state } of files) {
    add('keys', keys.total);
    add('translated', keys.translated);
    add('toPush', keys.toPush);
    add('toPull', keys.toPull);
    add('conflicts', keys.conflicts);
    add('added', keys.added);
    add('changed', keys.changed);
    add('removed', keys.removed);
    if (state === 'pushed' || state === 'pulled' || state === 'skipped' || state === 'failed') add(state, 1);
  }
  return summary;
}

/** The exit code of a run with these errors; `differences`: the command answers with 1. */
export function exitOf(errors: readonly LocsyncError[], differences: boolean): ExitCode {
  return worstExit([...errors.map((error) => error.exit), differences ? EXIT.differences : EXIT.ok]);
}

/**
 * Whether push or pull did something with a file, or with `--dry-run` would: a pull writes what it
 * can of a file beside its conflicts.
 */
export function isWorkedOn({ state, keys }: FileReport, { command, dryRun }: Report): boolean {
  const partly = command === 'pull' && state === 'conflict' && keys.toPull > 0;
  if (dryRun !== true) return state === 'pushed' || state === 'pulled' || partly;
  const waits = (command === 'push' ? keys.toPush : keys.toPull) > 0;
  return partly || (waits && state !== 'conflict' && state !== 'failed' && state !== 'skipped');
}
