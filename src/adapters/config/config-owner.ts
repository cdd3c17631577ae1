import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { errorCode } from '../../core/system/system-error.js';
import { isTrusted, type Trust } from '../ownership.js';
import { unreadableError } from './config-files.js';

/** Those of these folders, the nearest first, up to the first one that belongs to another user. */
export async function ownFolders(
  folders: readonly [string, ...string[]],
  trusted: readonly Trust[],
): Promise<readonly [string, ...string[]]> {
  const own: [string, ...string[]] = [folders[0]];
  for (const folder of folders) {
    if (folder !== folders[0]) own.push(folder);
    if (!(await belongs(folder, trusted))) break;
  }
  return own;
}

/**
 * Throws CONFIG_FOREIGN unless a configuration that was searched for, its link target and its
 * folder belong to the user or to root. The owner of a file named with --config does not matter.
 */
export async function assertOwn(
  path: string,
  display: (path: string) => string,
  trusted: readonly Trust[],
): Promise<void> {
  const folder = dirname(path);
  if ((await belongs(folder, trusted)) && (await belongs(path, trusted))) return;
  const place = { path: display(path) };
  throw LocsyncError.of('CONFIG_FOREIGN', { folder, config: display(path) }, { place });
}

/** Whether a path and its link target belong to one of them; a dangling link by itself. */
async function belongs(path: string, trusted: readonly Trust[]): Promise<boolean> {
  const are = (info: { readonly uid: number }): boolean => trusted.some((trust) => isTrusted(trust, info));
  try {
    return are(await lstat(path)) && are(await stat(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ELOOP') return are(await lstat(path));
    throw unreadableError(path, error);
  }
}
