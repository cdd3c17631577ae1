import { LocsyncError } from '../../core/errors/index.js';
import type { RecordedFile, UndoRecord } from '../../core/records/undo-record.js';
import { limitConcurrency } from '../../core/util/limit-concurrency.js';
import type { Files } from '../../ports/files.js';
import { movedBack, oldPathsIn } from './moved-back.js';
import { parsedText } from '../files/read-file.js';
import { AT_ONCE, restore, type UndoStep } from './restore.js';
import { takenBack, type TakenBack } from './taken-back.js';

/** The outcome of a file: `skipped` if the run was cut short before it. */
export interface UndoOutcome {
  readonly file: RecordedFile;
  readonly does: UndoStep['does'] | 'skipped' | 'failed';
  /** Why the file stays as it is. */
  readonly error?: LocsyncError | undefined;
  /** Names the texts that the disk had and has no more. */
  readonly taken?: TakenBack | undefined;
}

interface PutBackOptions {
  readonly signal: AbortSignal;
  /**
   * Saves what a killed undo would not have named, and the lock, which goes before the files.
   * Undefined if nothing is to be written.
   */
  readonly save: ((losses: readonly RecordedFile[]) => Promise<unknown>) | undefined;
}

/** Puts the files of these steps back. Throws what `save` throws. */
export async function putBackFiles(
  files: Files,
  steps: readonly UndoStep[],
  { signal, save }: PutBackOptions,
): Promise<readonly UndoOutcome[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const all = <T>(does: (step: UndoStep) => Promise<T>): Promise<T[]> =>
    Promise.all(steps.map((step) => inTurn(() => does(step))));
  const isMovedBack = movedBack(files, steps);
  // The texts are read before any file is written over.
  const outcomes = await all(async (step): Promise<UndoOutcome> => {
    if (step.does !== 'restore' || isMovedBack(step)) return step;
    return { ...step, taken: await takenBack(files, step, save !== undefined) };
  });
  if (!save) return outcomes;
  await save(outcomes.flatMap(({ taken }) => taken?.loss ?? []));
  const failures = new Map<RecordedFile, Pick<UndoOutcome, 'does' | 'error'>>();
  const putBack = (
    isRemoval: boolean,
    oldPath: (file: RecordedFile) => string | undefined,
  ): Promise<unknown> =>
    all(async (step) => {
      const { file } = step;
      if (step.does !== 'restore' || isRemoval !== (file.before === undefined)) return;
      const path = oldPath(file);
      const place = { path: file.path };
      if (signal.aborted) failures.set(file, { does: 'skipped' });
      else if (path !== undefined)
        failures.set(file, {
          does: 'failed',
          error: LocsyncError.of('UNDO_ONLY_COPY', { path }, { place }),
        });
      else {
        const error = await restore(files, step);
        if (error) failures.set(file, { does: 'failed', error });
      }
    });
  // A file that `mv` made goes only once its texts are back at the old path.
  await putBack(false, () => undefined);
  await putBack(true, oldPathsIn(files, [...failures.keys()]));
  return outcomes.map((outcome) => {
    const failure = failures.get(outcome.file);
    return failure ? { file: outcome.file, ...failure } : outcome;
  });
}

/**
 * The record of an undo that does not finish: the next run names the texts that it has not brought
 * back, even one of another configuration.
 */
export function unfinishedUndo(
  record: UndoRecord,
  steps: readonly { readonly file: RecordedFile; readonly does: UndoOutcome['does'] }[],
  hashOf: Files['contentHash'],
): UndoRecord {
  // What `mv` has moved is at its new path until it is back.
  const made = new Set<string | undefined>(
    record.files.flatMap(({ before, after }) => (before === undefined ? (after ?? []) : [])),
  );
  const isMoved = ({ before, after }: RecordedFile): boolean =>
    before !== undefined && after === undefined && made.has(hashOf(before));
  const open = new Set(
    steps.flatMap(({ file, does }) => (does === 'before' || does === 'leave' ? [] : file)),
  );
  const files = record.files.map((file) => {
    const document = open.has(file) && !isMoved(file) ? parsedText(file.path, file.before ?? '') : undefined;
    return { ...file, taken: document ? [...document.leaves.keys()] : [] };
  });
  return { ...record, files };
}

/**
 * What earlier runs have not named: `here` of the files that undo puts back, such as an undo that
 * was killed, without what this one names itself; `elsewhere` of other files.
 */
export function unnamedIn(
  { files, unnamed = [] }: UndoRecord,
  outcomes: readonly UndoOutcome[],
): { readonly here: readonly RecordedFile[]; readonly elsewhere: readonly RecordedFile[] } {
  const own = new Set(files.map(({ path }) => path));
  const named = new Map(
    outcomes.flatMap(({ taken }) => (taken ? [[taken.loss.path, taken.loss.before] as const] : [])),
  );
  return {
    here: unnamed.filter(({ path, before }) => own.has(path) && named.get(path) !== before),
    elsewhere: unnamed.filter(({ path }) => !own.has(path)),
  };
}

/** The files that the next undo has to put back. */
export const notUndone = (outcomes: readonly UndoOutcome[]): readonly RecordedFile[] =>
  outcomes
    .filter(({ does }) => does === 'leave' || does === 'failed' || does === 'skipped')
    .map(({ file }) => file);
