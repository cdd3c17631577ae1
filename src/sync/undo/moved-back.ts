import type { LocsyncError } from '../../core/errors/index.js';
import type { BaseOwner } from '../../core/merge/base.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import { moveUploads } from '../local-state/move-uploads.js';
import type { Restore, UndoStep } from './restore.js';

/** Whether undo gives a file back its old path as it is, so that none of its texts is lost. */
export function movedBack(files: Files, steps: readonly UndoStep[]): (step: Restore) => boolean {
  const made = steps.flatMap((step) =>
    step.does === 'restore' && step.now === undefined && step.file.before !== undefined
      ? [files.contentHash(step.file.before)]
      : [],
  );
  const hashes = new Set(made);
  return ({ file, now }) => file.before === undefined && now !== undefined && hashes.has(now);
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
  const undone = steps.flatMap(({ file, does }) => (does === 'edited' ? [] : [file]));
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
