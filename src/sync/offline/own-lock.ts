import { LocsyncError } from '../../core/errors/index.js';
import { ifReadable } from '../files/unless-failed.js';
import { foldCode } from '../../core/locales/locale.js';
import { baseOf } from '../../core/lock/lock-file.js';
import { NO_LOCK, type Lock } from '../../core/lock/lock.js';
import { editedSource, madeFromIn, staleKeys } from '../../core/lock/made-from.js';
import { sectionName, type BaseOwner } from '../../core/lock/base.js';
import { lockOwner } from '../../core/lock/merge-locks.js';
import type { Files } from '../../ports/files.js';
import { readLock } from '../load/read-lock.js';
import type { StoredLock } from '../context/project.js';
import type { Language } from './local-sets.js';

/** The lock as it is on disk, whatever project it belongs to. */
export interface OwnLock extends StoredLock {
  /** Undefined if there is no lock, or its first lines do not say. */
  readonly owner: BaseOwner | undefined;
}

/** Enough of a lock for its owner. */
const HEAD = 4096;

/** The lock of this folder. Throws LOCK_UNREADABLE and LOCK_FOREIGN. */
export async function readOwnLock(files: Files, path: string): Promise<OwnLock> {
  let head = '';
  const contentHash = await files.readParts(path, (part) => {
    if (head.length < HEAD) head += part.slice(0, HEAD);
  });
  const owner = lockOwner(head);
  if (contentHash === undefined) return { lock: NO_LOCK, contentHash, owner };
  return { ...(await readLock(files, path, owner ?? { origin: '', project: '' })), owner };
}

/** The lock if it can be used. A run that needs the service says what is wrong with it. */
export async function usableLock(files: Files, path: string): Promise<Lock | undefined> {
  const read = await ifReadable(() => readOwnLock(files, path));
  return read?.lock.isUnusable === false ? read.lock : undefined;
}

/**
 * A command that changes the lock needs one that can be used, also since without it what is removed
 * would come back. Throws LOCK_UNREADABLE.
 */
export function refuseUnusable({ lock, contentHash, owner }: OwnLock, path: string): void {
  if (!lock.isUnusable && (contentHash === undefined || owner !== undefined)) return;
  throw LocsyncError.of('LOCK_UNREADABLE', { reason: lock.problems.join('; ') }, { place: { path } });
}

/** The section of a language of a file; `several`: the file holds more than one language. */
export function sectionHere(
  lock: Lock,
  { path, code }: Pick<Language, 'path' | 'code'>,
  several: boolean,
): string {
  if (!several) return path;
  const name = sectionName(path, code);
  if (lock.sections.has(name)) return name;
  const folded = foldCode(name);
  return [...lock.sections.keys()].find((spelling) => foldCode(spelling) === folded) ?? name;
}

/** The translations of a language whose source text has changed since they last did. */
export function staleHere(
  lock: Lock,
  source: Language,
  language: Language,
  several: boolean,
): ReturnType<typeof staleKeys> {
  const section = sectionHere(lock, language, several);
  const sourceBase = baseOf(lock, sectionHere(lock, source, several));
  return staleKeys({
    base: baseOf(lock, section),
    madeFrom: madeFromIn(lock, section),
    sourceBase,
    edited: editedSource(sourceBase, source.leaves),
    here: (key) => language.leaves.get(key)?.text,
    source: (key) => source.leaves.get(key)?.text,
  });
}
