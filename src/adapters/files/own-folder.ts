import type { Stats } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { errorCode, reasonOf } from '../../core/system/system-error.js';
import { readOwnFile } from './own-file.js';
import { flushFolder } from './flush.js';
import { replaceFile } from './replace.js';

/** The project's folder for files that are not committed. */
export const FOLDER = '.locsync';

const IGNORE = '.gitignore';

/** Makes the folder if it is missing. Throws if a link or a file is in its place. */
export async function makeOwnFolder(folder: string, mode = 0o777): Promise<Stats> {
  await mkdir(folder, { mode }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const info = await lstat(folder);
  if (!info.isDirectory()) throw new Error(`${FOLDER} is not a folder`);
  return info;
}

/** Makes git ignore the folder, by a `.gitignore` in it. */
export async function ignoreOwnFolder(folder: string, pid: number): Promise<void> {
  const ignore = join(folder, IGNORE);
  if (holdsIgnoreAll(ignore)) return;
  try {
    // The target of a link is not ours.
    const found = await lstat(ignore).catch(() => undefined);
    if (found !== undefined && !found.isFile() && !found.isDirectory()) await rm(ignore, { force: true });
    await replaceFile({
      real: ignore,
      missing: [],
      blocks: [Buffer.from('*\n')],
      pid,
      check: () => Promise.resolve(),
    });
    await flushFolder(folder);
  } catch (error) {
    throw LocsyncError.of(
      'FILE_UNWRITABLE',
      { reason: reasonOf(error) },
      { place: { path: `${FOLDER}/${IGNORE}` }, cause: error },
    );
  }
}

/** Whether the file already tells git to ignore the folder. An unreadable one is replaced. */
function holdsIgnoreAll(path: string): boolean {
  try {
    return readOwnFile(path, 16) === '*\n';
  } catch {
    return false;
  }
}
