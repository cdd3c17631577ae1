import type { BaseOwner } from '../../core/lock/base.js';
import { DEFAULTS } from '../../core/config/definition.js';
import { LocsyncError } from '../../core/errors/index.js';
import { parseConflictedLock } from '../../core/lock/conflicted-lock.js';
import { LockReader } from '../../core/lock/lock-reader.js';
import { NO_LOCK } from '../../core/lock/lock.js';
import type { ContentHash, Files } from '../../ports/files.js';
import type { StoredLock } from '../context/project.js';

/** The lock of this owner. Throws LOCK_UNREADABLE and LOCK_FOREIGN. */
export async function readLock(files: Files, path: string, owner: BaseOwner): Promise<StoredLock> {
  const reader = new LockReader(owner);
  const contentHash = await readParts(files, path, reader);
  // `lock: yarn.lock` is a mistake: that file belongs to another program. Under our own name it is
  // a damaged lock of ours.
  if (path !== DEFAULTS.lock && reader.isForeign)
    throw LocsyncError.of('LOCK_FOREIGN', {}, { place: { path } });
  const lock = contentHash === undefined ? NO_LOCK : reader.end();
  if (lock.remedy !== 'choose') return { lock, contentHash };
  const parts: string[] = [];
  const isUnchanged = (await readParts(files, path, { feed: (part) => parts.push(part) })) === contentHash;
  const conflicted = isUnchanged ? parseConflictedLock(parts.join(''), owner) : undefined;
  return { lock: conflicted ?? lock, contentHash };
}

/** Reads the lock part by part; resolves with the hash of its content, if there is one. */
const readParts = (
  files: Files,
  path: string,
  reader: { feed(part: string): unknown },
): Promise<ContentHash | undefined> =>
  files
    .readParts(path, (part) => reader.feed(part))
    .catch((error: unknown) => {
      // As a locale file it would be reported as left out.
      if (!(error instanceof LocsyncError)) throw error;
      throw LocsyncError.of('LOCK_UNREADABLE', { reason: error.message }, { place: { path }, cause: error });
    });

/** BASE_DOUBTFUL for each problem of a lock that has been read all the same. */
export function lockWarnings(stored: StoredLock, path: string): LocsyncError[] {
  const { problems, remedy } = stored.lock;
  return problems.map((reason) => LocsyncError.of('BASE_DOUBTFUL', { reason, remedy }, { place: { path } }));
}
