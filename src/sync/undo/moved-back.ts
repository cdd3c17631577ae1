import { LocsyncError } from '../../core/errors/index.js';
import type { BaseOwner } from '../../core/lock/base.js';
import type { RecordedFile } from '../../core/records/undo-record.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import { moveUploads } from '../local-state/move-uploads.js';
import type { Restore, UndoStep } from './restore.js';

/** Whether undo gives a file back its old path as it is, so that none of its texts is lost. */
export function movedBack(files: Files, steps: readonly UndoStep[]): (step: Restore) => boolean {
  const returning = steps.flatMap((step) =>
    step.does === 'restore' && step.now === undefined && step.file.before !== undefined
      ? [files.contentHash(step.file.before)]
      : [],
  );
  const hashes = new Set(returning);
  return ({ file, now }) => file.before === undefined && now !== undefined && hashes.has(now);
}

/**
 * A removal becomes a file that stays, if the file at its old path stays as it is, too, or if it is
 * the same file through a link: nothing else may hold these texts.
 */
export function keptCopies(files: Files, steps: readonly UndoStep[]): UndoStep[] {
  const staying = steps.flatMap(({ file, does }) => (does === 'leave' ? [file] : []));
  const oldPath = oldPathsIn(files, staying);
  const identity = files.identities(steps.map(({ file }) => file.path));
  const there = new Map(
    steps.flatMap(({ file: { path }, does }) => (does === 'before' ? [[identity.get(path), path]] : [])),
  );
  return steps.map((step) => {
    if (step.does !== 'restore' || step.file.before !== undefined) return step;
    const own = identity.get(step.file.path);
    const path = oldPath(step.file) ?? (own === undefined ? undefined : there.get(own));
    if (path === undefined) return step;
    const place = { path: step.file.path };
    return {
      file: step.file,
      does: 'leave',
      error: LocsyncError.of('UNDO_ONLY_COPY', { path }, { place }),
    };
  });
}

/** Finds the old path of a file that `mv` made, among those that it removed. */
export function oldPathsIn(
  files: Files,
  removed: readonly RecordedFile[],
): (made: RecordedFile) => string | undefined {
  const moved = removed.flatMap(({ path, before, after, locales: [row] }) =>
    before === undefined || after !== undefined
      ? []
      : [{ path, hash: files.contentHash(before), locale: row?.locale }],
  );
  return ({ before, after, locales: [row] }) =>
    before === undefined
      ? moved.find(({ hash, locale }) => hash === after && locale === row?.locale)?.path
      : undefined;
}

/**
 * What is remembered of the uploads of files that `mv` has moved goes back with them. A file that
 * the run removed and one that it made are the same if they hold the same bytes of one language.
 */
export async function moveUploadsBack(
  host: Host,
  files: Files,
  owner: BaseOwner,
  steps: readonly UndoStep[],
): Promise<LocsyncError[]> {
  const undone = steps.flatMap(({ file, does }) => (does === 'leave' ? [] : [file]));
  const made = undone.filter(({ before }) => before === undefined);
  const moved = undone.flatMap(({ path, before, after, locales, bases }) => {
    if (before === undefined || after !== undefined) return [];
    const hash = files.contentHash(before);
    const now = made.find((one) => one.after === hash && one.locales[0]?.locale === locales[0]?.locale);
    return now === undefined
      ? []
      : bases.map(({ section }) => ({ from: now.path + section.slice(path.length), to: section }));
  });
  return moveUploads(host, files.root, owner, moved);
}
