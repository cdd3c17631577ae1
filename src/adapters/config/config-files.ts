import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LocsyncError, type Place } from '../../core/errors/index.js';
import { isInside } from '../is-inside.js';
import { errorCode, reasonOf } from '../../core/system/system-error.js';

/** A configuration is written by hand. */
const LIMIT = 1024 * 1024;

// ENAMETOOLONG: a name that no disk can hold does not exist either.
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export const unreadableError = (path: string, cause: unknown): LocsyncError =>
  LocsyncError.of('CONFIG_UNREADABLE', { reason: reasonOf(cause) }, { cause, place: { path } });

/**
 * Whether anything has this name, including a dangling link. Throws CONFIG_UNREADABLE if the folder
 * does not allow to check.
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (ABSENT.has(errorCode(error))) return false;
    throw unreadableError(path, error);
  }
}

/** Those of these names that exist in this folder. */
export async function existingFiles(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => found[index]);
}

/**
 * The folders to search, the nearest first: from `folder` up to the first one with `.git`. Without
 * one there is no repository, so only this folder itself is trusted.
 */
export async function searchFolders(folder: string): Promise<readonly [string, ...string[]]> {
  const folders: [string, ...string[]] = [folder];
  for (let current = folder; ; current = dirname(current)) {
    if (current !== folder) folders.push(current);
    if (await exists(join(current, '.git'))) return folders;
    if (dirname(current) === current) return [folder];
  }
}

/**
 * Throws unless this is a readable regular file of a sensible size, and is inside `boundary`, if
 * given, after all links. Reads nothing: a device or a pipe is never opened, and no message quotes
 * a file elsewhere.
 */
export async function assertPlainFile(
  path: string,
  shown: string,
  boundary: string | undefined,
): Promise<void> {
  const place: Place = { path: shown };
  const notRegular = (what: string): LocsyncError =>
    LocsyncError.of('CONFIG_NOT_REGULAR', { what }, { place });
  try {
    const real = await realpath(path);
    if (boundary !== undefined && !isInside(boundary, real))
      throw notRegular('a link to a file outside of it');
    const info = await stat(real);
    if (!info.isFile()) throw notRegular(info.isDirectory() ? 'a folder' : 'a device or a pipe');
    if (info.size > LIMIT) throw LocsyncError.of('CONFIG_TOO_LARGE', { limit: '1 MiB' }, { place });
    await access(real, constants.R_OK);
  } catch (error) {
    if (error instanceof LocsyncError) throw error;
    if (errorCode(error) === 'ENOENT') throw notRegular('a link to nothing');
    if (errorCode(error) === 'ELOOP') throw notRegular('a link to itself');
    throw unreadableError(shown, error);
  }
}
