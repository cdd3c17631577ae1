import { LocsyncError } from '../../core/errors/index.js';
import { baseOf, baseOfLines, renderSection } from '../../core/lock/lock-file.js';
import { madeFromIn, renderChanged, renderMadeFrom } from '../../core/lock/made-from.js';
import {
  isBaseOnly,
  undoneBase,
  undoneMadeFrom,
  undoneTranslation,
  type RecordedFile,
  type UndoBase,
  type UndoRecord,
} from '../../core/records/undo-record.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { limitConcurrency } from '../../core/util/limit-concurrency.js';
import type { ContentHash, Files } from '../../ports/files.js';
import type { FoundConfig } from '../../ports/settings.js';
import { leadsByLink } from '../files/linked-path.js';
import { readLock } from '../load/read-lock.js';

/**
 * What undo does with a file. `restore`: puts it back, or removes it if the run made it. `before`:
 * it already is as it was before the run. `leave`: it stays as it is, and `error` says why.
 */
export type UndoStep =
  | { readonly file: RecordedFile; readonly does: 'restore'; readonly now: ContentHash | undefined }
  | { readonly file: RecordedFile; readonly does: 'before' }
  | { readonly file: RecordedFile; readonly does: 'leave'; readonly error: LocsyncError };

/** A step that puts a file back. */
export type Restore = Extract<UndoStep, { does: 'restore' }>;

/** Files that are read and written at once. */
export const AT_ONCE = 64;

/** What undo does with each file of a record. */
export function undoSteps(files: Files, record: UndoRecord): Promise<UndoStep[]> {
  const run = limitConcurrency(AT_ONCE);
  return Promise.all(record.files.map((file) => run(() => stepOf(files, file))));
}

async function stepOf(files: Files, file: RecordedFile): Promise<UndoStep> {
  const { path, before, after } = file;
  // It was gone, and somebody may have put it back, or its conflicts were decided.
  if (isBaseOnly(file)) return { file, does: 'before' };
  try {
    const now = (await files.readBytes(path))?.contentHash;
    if (now === (before === undefined ? undefined : files.contentHash(before)))
      return { file, does: 'before' };
    if (now !== after)
      return { file, does: 'leave', error: LocsyncError.of('UNDO_EDITED', {}, { place: { path } }) };
    // A file that the run made, or its folder, was moved since, with a link in its place.
    if (before === undefined && leadsByLink(files, path))
      return { file, does: 'leave', error: LocsyncError.of('FILE_IS_LINK', {}, { place: { path } }) };
    return { file, does: 'restore', now };
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    return { file, does: 'leave', error };
  }
}

/** The lock as it was before a run. */
export interface UndoneLock {
  /** Writes it; undefined if it stays as it is. */
  readonly save: (() => Promise<unknown>) | undefined;
  /** Files of which only conflicts were decided, which are open again. */
  readonly reopened: ReadonlySet<RecordedFile>;
}

/**
 * The lock with the base that the files had before the run. Throws UNDO_LOCK if it cannot be read.
 * It is written before the files: with the older base, the newer texts are equal on both sides.
 * With the newer base, the older texts would look like edits to push.
 */
export async function undoneLock(
  files: Files,
  { config }: FoundConfig,
  { owner }: UndoRecord,
  steps: readonly UndoStep[],
): Promise<UndoneLock> {
  const reopened = new Set<RecordedFile>();
  // The run has found no lock, and so it has changed none.
  if (steps.every(({ file }) => file.bases.length === 0)) return { save: undefined, reopened };
  const { lock, contentHash } = await readLock(files, config.lock, owner);
  if (lock.isUnusable)
    throw LocsyncError.of('UNDO_LOCK', { reason: lock.problems[0] }, { place: { path: config.lock } });
  const changed = new Map<string, string>();
  const madeFrom = new Map(lock.madeFrom ?? []);
  for (const { file, does } of steps) {
    if (does === 'leave') continue;
    const isDecided = isBaseOnly(file) && file.locales.length > 0;
    for (const recorded of file.bases) {
      const { section } = recorded;
      const written = changed.get(section);
      const now = written === undefined ? baseOf(lock, section) : baseOfLines(written);
      const base = isDecided ? stillAfter(recorded, now) : recorded;
      const lines = renderSection(undoneBase(now, base));
      if (lines === renderSection(now)) continue;
      changed.set(section, lines);
      if (isDecided) reopened.add(file);
      madeFrom.set(base.section, renderMadeFrom(undoneMadeFrom(madeFromIn(lock, base.section), base)));
    }
  }
  if (changed.size === 0) return { save: undefined, reopened };
  // A run that changes source texts also notes what other languages were translated from.
  for (const { file, does } of steps)
    for (const { keys, translations } of does === 'leave' ? [] : file.bases)
      for (const [name, before] of translations ?? []) {
        const now = madeFromIn({ madeFrom }, name);
        madeFrom.set(name, renderMadeFrom(undoneTranslation(now, before, keys.keys())));
      }
  const parts = renderChanged(owner, lock, changed, madeFrom);
  return { save: () => files.writeParts(config.lock, parts, contentHash), reopened };
}

/** The change of a base without the keys that another run has settled since. */
const stillAfter = ({ section, keys }: UndoBase, current: BaseHashes): UndoBase => ({
  section,
  keys: new Map(
    [...keys].filter(([key, { before, after }]) => before !== after && current.get(key) === after),
  ),
});

/** Puts the text of a file back, or removes a file that the run made. Returns why it failed. */
export async function restore(
  files: Files,
  { file: { path, before, mode }, now }: Restore,
): Promise<LocsyncError | undefined> {
  try {
    if (before !== undefined) await files.write(path, before, now, mode);
    else if (now !== undefined) await files.remove(path, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    return error;
  }
}
