import { LocsyncError } from '../core/errors/index.js';
import { interruptionError } from '../core/errors/interruption.js';
import { parseUndo, renderUndo, type RecordedFile, type UndoRecord } from '../core/records/undo-record.js';
import { hasUnnamed, namedRecord, renderWithLosses } from '../core/records/unfinished-undo.js';
import { localRow, type FileReport, type FileState } from '../core/report/file-report.js';
import { problemOf } from '../core/report/problem.js';
import { reportOf, type Report, type ReportContents } from '../core/report/report.js';
import type { OptionsOf } from '../options/types.js';
import { type Host, interruptedBy } from '../ports/host.js';
import type { ContentHash } from '../ports/files.js';
import type { UndoStorage } from '../ports/memory-file.js';
import { openFolder, withRunLock } from '../sync/load/connect.js';
import { lossesOfKilledRun } from '../sync/load/losses-of-killed-run.js';
import { readOnly } from '../sync/load/read-only.js';
import { hintContext } from '../sync/context/hint-context.js';
import { undoneLock, undoSteps } from '../sync/undo/restore.js';
import { keptCopies, moveUploadsBack } from '../sync/undo/moved-back.js';
import {
  notUndone,
  putBackFiles,
  unfinishedUndo,
  unnamedIn,
  type UndoOutcome,
} from '../sync/undo/put-back.js';
import type { HintContext } from '../core/errors/suggest.js';

/**
 * Puts back what the last run that wrote locale files has replaced, with its base, so that the next
 * pull would write it again. A file that was edited since stays. Needs no service. Reports
 * UNDO_OTHER; throws UNDO_NO_FOLDER and UNDO_LOCK.
 */
export async function undo(host: Host, options: OptionsOf<'undo'>): Promise<Report> {
  const runHost = options.dryRun ? readOnly(host) : host;
  const { found, files } = await openFolder(runHost, options);
  return withRunLock(files, async () => {
    const memory = runHost.undo?.({ root: found.root, writable: !options.dryRun });
    if (!memory && !options.dryRun) throw LocsyncError.of('UNDO_NO_FOLDER', {});
    const text = memory?.read();
    const record = text === undefined ? undefined : parseUndo(text);
    const wasOpen = memory?.isOpen() === true;
    const hashOf = (text: string): ContentHash => files.contentHash(text);
    const hints = hintContext('undo', options, found);
    const run = { dryRun: options.dryRun, hints };
    if (!memory || !record) return undoReport(run, []);
    if (record.lock !== found.config.lock) {
      const error = LocsyncError.of('UNDO_OTHER', { lock: record.lock });
      return undoReport({ ...run, errors: [error] }, []);
    }
    const steps = keptCopies(files, await undoSteps(files, record));
    const undone = await undoneLock(files, found, record, steps);
    let unsaved: readonly LocsyncError[] = [];
    const save = async (losses: readonly RecordedFile[]): Promise<void> => {
      // Killed from here on, the next run names the texts, and one that writes joins the rest.
      const open = wasOpen ? record : unfinishedUndo(record, steps, hashOf);
      if (!wasOpen || losses.length > 0) await memory.write(renderWithLosses(open, losses));
      await memory.open();
      await undone.save?.();
      unsaved = await moveUploadsBack(host, files, record.owner, steps);
    };
    const outcomes = await putBackFiles(files, steps, {
      signal: host.signal,
      save: options.dryRun ? undefined : save,
    });
    const { here, elsewhere } = unnamedIn(record, outcomes);
    const earlier = await lossesOfKilledRun(files, { ...record, files: [], unnamed: here }, record.lock);
    const rest = { ...record, unnamed: elsewhere };
    if (!options.dryRun) await endUndo(memory, { record: rest, wasOpen, hashOf }, outcomes);
    const errors = outcomes.flatMap(({ error }) => error ?? []);
    const isStopped = outcomes.some(({ does }) => does === 'skipped');
    const by = isStopped ? interruptedBy(host) : undefined;
    const stopped = by && interruptionError(by);
    const warnings = [...outcomes.flatMap(({ taken }) => taken?.warning ?? []), ...earlier, ...unsaved];
    return undoReport(
      { ...run, errors: stopped ? [...errors, stopped] : errors, warnings },
      outcomes.flatMap((outcome) => rowsOf(outcome, undone.reopened.has(outcome.file), hints)),
    );
  });
}

/** The record that is undone, and whether it was of a run that had not finished. */
interface RecordInUse {
  readonly record: UndoRecord;
  readonly wasOpen: boolean;
  readonly hashOf: (text: string) => ContentHash;
}

/**
 * Keeps what is left to undo. The record stays open for files that could not be put back, and for
 * texts that no run has named: the next run that writes must not take its place.
 */
async function endUndo(
  memory: UndoStorage,
  { record, wasOpen, hashOf }: RecordInUse,
  outcomes: readonly UndoOutcome[],
): Promise<void> {
  const isCut = outcomes.some(({ does }) => does === 'failed' || does === 'skipped');
  const left = { ...record, files: notUndone(outcomes) };
  const nextRecord = isCut ? unfinishedUndo(left, outcomes, hashOf) : namedRecord(left);
  const rest = wasOpen ? left : nextRecord;
  const isDone = rest.files.length === 0 && (rest.unnamed ?? []).length === 0;
  if (memory.isOpen() && !isCut && !hasUnnamed(rest)) await memory.close();
  // If that fails, the next undo finds the files as they were before.
  await memory.write(isDone ? '' : renderUndo(rest));
}

/** What the service holds waits again for the next pull. */
function stateAfter({ file, does }: UndoOutcome, isReopened: boolean): FileState | undefined {
  if (isReopened) return 'conflict';
  if (does === 'before') return undefined;
  if (does === 'failed') return 'failed';
  if (does !== 'restore') return 'skipped';
  return file.before === undefined ? 'only-there' : 'to-pull';
}

function rowsOf(outcome: UndoOutcome, isReopened: boolean, hints: HintContext): FileReport[] {
  const state = stateAfter(outcome, isReopened);
  if (state === undefined) return [];
  const { file, error } = outcome;
  const changed = file.locales.filter(({ keys }) => keys > 0);
  return (changed.length > 0 ? changed : file.locales).map(({ locale, keys }) => ({
    ...localRow(file.path, locale, state, { [isReopened ? 'conflicts' : 'toPull']: keys }),
    ...(state === 'failed' && error ? { error: problemOf(error, hints) } : {}),
  }));
}

function undoReport(
  run: Pick<ReportContents, 'dryRun' | 'errors' | 'warnings' | 'hints'>,
  files: readonly FileReport[],
): Report {
  const count = (of: FileState): number =>
    new Set(files.filter(({ state }) => state === of).map(({ path }) => path)).size;
  return reportOf({
    command: 'undo',
    ...run,
    summary: {
      restored: count('to-pull'),
      removed: count('only-there'),
      skipped: count('skipped'),
      failed: count('failed'),
    },
    files,
  });
}
