import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../core/system/system-error.js';

// Windows has neither: undefined counts as 0 here.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** What is at a path, links not followed; `file` is a regular one. */
export type PathKind = 'nothing' | 'file' | 'folder' | 'other';

export function kindOf(path: string): PathKind {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/**
 * The first bytes of a regular file, at most `limit`; undefined if there is none. Throws for a
 * link, a named pipe or a device without opening it: it may have come with the repository.
 */
export function readStart(path: string, limit: number): Buffer | undefined {
  const kind = kindOf(path);
  if (kind === 'nothing') return undefined;
  if (kind !== 'file') throw new Error(`${path} is not a regular file`);
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    const buffer = Buffer.alloc(limit);
    let length = 0;
    for (let read = -1; read !== 0 && length < limit; length += read)
      read = readSync(file, buffer, length, limit - length, length);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Makes a folder and its parents. Node 20's own function never ends below /proc. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
