import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Project } from '../../context/project.js';
import { sentTexts, type SentFile } from '../state/upload-attempt.js';
import { keysNotStored, type UploadOutcome } from '../state/upload-outcome.js';

/** Notes the outcome of an upload for later runs; nothing if it is as unclear as before. */
export function noteOutcome(
  { uploads }: Project,
  { attempt, state, readBack, receipts }: UploadOutcome,
): void {
  if (!attempt.sent) return;
  const missing = textsNotStored(attempt.sent, keysNotStored(receipts));
  uploads.ended(attempt.file.path, attempt.bases, {
    isSettled: state === 'pushed' && readBack !== undefined && missing.length === 0,
    isReported: state === 'pushed',
    named: attempt.bases.map((_, i) => [...keysOf(readBack?.dropped[i]), ...keysOf(readBack?.altered[i])]),
  });
}

/** Many services take an empty text for none: such a key is not missing. */
function textsNotStored(upload: SentFile, keys: readonly KeyId[]): readonly KeyId[] {
  if (keys.length === 0) return keys;
  const sent = sentTexts(upload);
  return keys.filter((key) => sent.get(key) !== '');
}

const keysOf = (texts: TextsByKey | undefined): readonly KeyId[] => [...(texts?.keys() ?? [])];
