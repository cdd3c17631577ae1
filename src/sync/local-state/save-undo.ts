import { LocsyncError } from '../../core/errors/index.js';
import { UNDO_MOST } from '../../core/merge/undo-record.js';
import type { UndoFile } from '../../ports/undo-file.js';

/**
 * Writes the record of a run for `undo`, and leaves it open until the run has named its texts. A
 * record that is too long, or undefined, is not kept: an older one would undo another run. Returns
 * why nothing is kept.
 */
export async function saveUndo(
  undo: UndoFile,
  record: string | undefined,
): Promise<LocsyncError | undefined> {
  const kept = record !== undefined && record.length <= UNDO_MOST ? record : undefined;
  const unsaved = await undo.write(kept ?? '');
  await undo.open();
  const reason =
    kept === undefined ? `it replaces more than ${UNDO_MOST / 1024 / 1024} million characters` : unsaved;
  return reason === undefined ? undefined : LocsyncError.of('UNDO_NOT_KEPT', { reason });
}
