import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { errorCode, reasonOf } from '../../core/system/system-error.js';
import { readOwnFile } from './own-file.js';
import { flushFolder } from './flush.js';
import { FOLDER } from './own-folder.js';
import { replaceFile } from './replace.js';

const IGNORE = '.gitignore';

/** Makes the folder, which ignores itself from git. Throws if a link or a file is in its place. */
export async function makeLockFolder(folder: string, pid: number): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${FOLDER} is not a folder`);
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
