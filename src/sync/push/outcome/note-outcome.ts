import type { KeyId } from '../../../core/keys/key.js';
import type { TextsByKey } from '../../../plan/alterations.js';
import type { Project } from '../../context/project.js';
import { keysNotStored, type UploadOutcome } from '../run/upload-outcome.js';

/** Notes what became of an upload for later runs; nothing if it is as unclear as before. */
export function noteOutcome({ uploads }: Project, { attempt, state, look, receipts }: UploadOutcome): void {
  if (!attempt.sent) return;
  const sent = new Map(
    attempt.sent.actions.flatMap((actions) =>
      (actions.get('upload') ?? []).map(({ key, here = '' }) => [key, here]),
    ),
  );
  // Many services take an empty text for none.
  const missing = keysNotStored(receipts).filter((key) => sent.get(key) !== '');
  uploads.ended(attempt.file.path, attempt.bases, {
    isSettled: state === 'pushed' && look !== undefined && missing.length === 0,
    isReported: state === 'pushed',
    named: attempt.bases.map((_, i) => [...keysOf(look?.dropped[i]), ...keysOf(look?.altered[i])]),
  });
}

const keysOf = (texts: TextsByKey | undefined): readonly KeyId[] => [...(texts?.keys() ?? [])];
