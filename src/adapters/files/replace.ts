import { accessSync, constants, lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, isMissing } from '../../core/system/system-error.js';
import { flushFolder } from './flush.js';
import { tempName } from './temp.js';

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What to put at an absolute path without links. */
export interface FileReplacement {
  readonly real: string;
  /** Folders to make first, outermost first. */
  readonly missing: readonly string[];
  /** The content, in parts. */
  readonly blocks: Iterable<Uint8Array>;
  readonly pid: number;
  /** Called after the flush, just before the rename; throws if the target must stay as it is. */
  readonly check: () => Promise<void> | void;
}

/**
 * Replaces a file so that a reader, or a machine that loses power, sees the old file or the new one
 * and nothing between. Keeps the mode and, if the system allows it, the owner; refuses to replace a
 * read-only file.
 *
 * Errors are thrown unchanged, and neither a temporary file nor a new folder is left. Only a rename
 * ever touches the target: there is no fallback to copying.
 *
 * The caller flushes the file's folder (flush.ts). Looking is synchronous like reading
 * (read.ts).
 */
export async function replaceFile({ real, missing, blocks, pid, check }: FileReplacement): Promise<void> {
  const folder = dirname(real);
  const made: string[] = [];
  const temp = join(folder, tempName(pid));
  try {
    const before = writableStat(real);
    for (const path of missing) {
      if (await makeFolder(path)) made.push(path);
      await flushFolder(dirname(path));
    }
    await writeTemp(temp, blocks, before);
    await check();
    await rename(temp, real);
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined);
    // Fails if another write uses it.
    for (const path of made.reverse()) await rmdir(path).catch(() => undefined);
    throw error;
  }
}

/**
 * The existing file, which this account must be able to write: a rename alone would replace a
 * read-only file too.
 */
function writableStat(real: string): Stats | undefined {
  try {
    // An error for each new file, with its stack, costs as much as writing it.
    const stat = lstatSync(real, { throwIfNoEntry: false });
    if (stat) accessSync(real, constants.W_OK);
    return stat;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    // Another write of this run was first.
    if (errorCode(error) === 'EEXIST' && (await lstat(path)).isDirectory()) return false;
    throw error;
  }
}

async function writeTemp(
  temp: string,
  blocks: Iterable<Uint8Array>,
  before: Stats | undefined,
): Promise<void> {
  const handle = await open(temp, CREATE, before === undefined ? 0o666 : 0o600);
  try {
    await refuseMoved(handle, temp);
    for (const block of blocks) await handle.writeFile(block); // each after the last
    if (before !== undefined) {
      await keepOwner(handle, before);
      await handle.chmod(before.mode & 0o777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Throws if the new file is elsewhere: since the path was resolved, somebody has put a link in
 * place of a folder. Nothing is written into it yet. A later link only makes the rename fail, since
 * its target has no file of this name.
 */
async function refuseMoved(handle: FileHandle, temp: string): Promise<void> {
  const at = placeOf(handle.fd, temp);
  if (at === temp) return;
  await rm(at, { force: true }).catch(() => undefined);
  throw new Error(`a folder on the way was replaced by a link during the run, to ${dirname(at)}`);
}

/** The kernel's path of the open file (Linux); otherwise the current target of the path. */
function placeOf(file: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return realpathSync(path);
  }
}

/** For root and for shared folders; other users cannot give files away and need not. */
async function keepOwner(handle: FileHandle, before: Stats): Promise<void> {
  const current = await handle.stat();
  if (current.uid === before.uid && current.gid === before.gid) return;
  await handle.chown(before.uid, before.gid).catch(() => undefined);
}
