import { LocsyncError } from '../../core/errors/index.js';
import { hasUnnamed, openRecord } from '../../core/records/unfinished-undo.js';
import { UNDO_MOST } from '../../core/records/undo-record.js';
import type { UndoStorage } from '../../ports/memory-file.js';

/**
 * Writes the record of a run for `undo`, and leaves it open until the run has named its texts. A
 * record that is too long, or undefined, is not kept: an older one would undo another run. Returns
 * why nothing is kept. Throws UNDO_UNWRITABLE if it cannot be written and `isRequired`.
 */
export async function saveUndo(
  undo: UndoStorage,
  record: string | undefined,
  isRequired = false,
): Promise<LocsyncError | undefined> {
  const kept = record !== undefined && record.length <= UNDO_MOST ? record : undefined;
  const unsaved = await undo.write(kept ?? '');
  if (unsaved !== undefined) {
    if (isRequired) throw LocsyncError.of('UNDO_UNWRITABLE', { reason: unsaved });
    await dropUndo(undo);
  }
  await undo.open();
  const reason =
    kept === undefined ? `it replaces more than ${UNDO_MOST / 1024 / 1024} million characters` : unsaved;
  return reason === undefined ? undefined : LocsyncError.of('UNDO_NOT_KEPT', { reason });
}

/** Forgets the record of an older run, unless it was killed and has texts that no run has named. */
export async function dropUndo(undo: UndoStorage): Promise<void> {
  const open = openRecord(undo);
  if (!open || !hasUnnamed(open)) await undo.write('');
}
