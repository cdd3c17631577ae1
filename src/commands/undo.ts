import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/errors/exit.js';
import { parseUndo, renderUndo, type UndoneFile } from '../core/merge/undo-record.js';
import { NO_KEYS, type FileReport, type FileState } from '../core/report/file-report.js';
import { problemOf, problemsOf } from '../core/report/problem.js';
import type { Report } from '../core/report/report.js';
import { exitOf } from '../core/report/summary.js';
import { limitConcurrency } from '../core/system/limit-concurrency.js';
import type { OptionsOf } from '../options/types.js';
import { Interrupted, type Host } from '../ports/host.js';
import { openFolder } from '../sync/connect.js';
import { readOnly } from '../sync/read-only.js';
import { runContext } from '../sync/run-context.js';
import { restore, undoneLock, undoSteps, type UndoStep } from '../sync/undo/restore.js';

const AT_ONCE = 64;

/**
 * Puts back what the last run that wrote locale files has replaced, with its base, so that the next
 * pull would write it again. A file that was edited since stays. Needs no service.
 */
export async function undo(host: Host, options: OptionsOf<'undo'>): Promise<Report> {
  const world = options.dryRun ? readOnly(host) : host;
  const { found, files } = await openFolder(world, options);
  const release = await files.lock();
  try {
    const memory = world.undo?.({ root: found.root, writable: !options.dryRun });
    const text = memory?.read();
    const record = text === undefined ? undefined : parseUndo(text);
    const run = runContext('undo', options, found);
    if (!memory || !record) return reportOf(options.dryRun, [], [], EXIT.ok);
    const steps = await undoSteps(files, record);
    const edited = steps.flatMap((step) => (step.does === 'edited' ? [step.error] : []));
    const failed = new Map<UndoneFile, LocsyncError>();
    const late = new Set<UndoneFile>();
    const write = await undoneLock(files, found, record, steps);
    if (!options.dryRun) {
      await write?.();
      const inTurn = limitConcurrency(AT_ONCE);
      const undoOne = async (step: UndoStep): Promise<void> => {
        if (step.does !== 'restore') return;
        if (host.signal.aborted) return void late.add(step.file);
        const error = await restore(files, step);
        if (error) failed.set(step.file, error);
      };
      await Promise.all(steps.map((step) => inTurn(() => undoOne(step))));
      const left = steps.filter(({ file, does }) => does === 'edited' || failed.has(file) || late.has(file));
      // If that fails, the next undo finds the files as they were before.
      await memory.write(
        left.length === 0 ? '' : renderUndo({ ...record, files: left.map(({ file }) => file) }),
      );
    }
    const errors = [...edited, ...failed.values()];
    const stopped = late.size > 0 ? interruptionOf(host) : undefined;
    const rows = steps.flatMap((step) => {
      const error = failed.get(step.file);
      if (error) return rowsOf(step.file, 'failed', { error: problemOf(error, run) });
      if (late.has(step.file)) return rowsOf(step.file, 'skipped');
      return rowsOf(step.file, stateAfter(step));
    });
    return {
      ...reportOf(
        options.dryRun,
        rows,
        problemsOf(stopped ? [...errors, stopped] : errors, run),
        stopped?.exit ?? exitOf(errors, false),
      ),
    };
  } finally {
    await release();
  }
}

function interruptionOf({ signal }: Host): LocsyncError | undefined {
  const reason: unknown = signal.reason;
  if (!(reason instanceof Interrupted)) return undefined;
  return LocsyncError.of(reason.exit === EXIT.sigint ? 'INTERRUPTED' : 'TERMINATED', {});
}

/** What the service holds waits again for the next pull. */
function stateAfter({ file, does }: UndoStep): FileState | undefined {
  if (does === 'edited') return 'skipped';
  if (does === 'before') return undefined;
  return file.before === undefined ? 'only-there' : 'to-pull';
}

function rowsOf(
  { path, locales }: UndoneFile,
  state: FileState | undefined,
  more: Pick<FileReport, 'error'> = {},
): FileReport[] {
  if (state === undefined) return [];
  return locales.map(({ locale, keys }) => ({
    path,
    locale,
    sourceFile: null,
    state,
    keys: { ...NO_KEYS, toPull: keys },
    ...more,
  }));
}

function reportOf(
  dryRun: boolean,
  files: readonly FileReport[],
  errors: Report['errors'],
  exitCode: Report['exitCode'],
): Report {
  const count = (of: FileState): number =>
    new Set(files.filter(({ state }) => state === of).map(({ path }) => path)).size;
  return {
    command: 'undo',
    ...(dryRun ? { dryRun } : {}),
    project: {},
    summary: {
      restored: count('to-pull'),
      removed: count('only-there'),
      skipped: count('skipped'),
      failed: count('failed'),
    },
    files,
    errors,
    warnings: [],
    exitCode,
  };
}
