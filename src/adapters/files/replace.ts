import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  lstatSync,
  open,
  readlinkSync,
  realpathSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing } from '../../core/system/system-error.js';
import { NewFolders } from './new-folders.js';
import { tempName } from './temp.js';

const openFile = promisify(open);
const flush = promisify(fsync);

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What to put at an absolute path without links. */
export interface FileReplacement {
  readonly real: string;
  /** Nothing was there when the path was resolved, and `check` makes sure that this still holds. */
  readonly isNew?: boolean;
  /** The permissions of a new file; by default those that the system gives one. */
  readonly mode?: number | undefined;
  /** Folders to make first, outermost first. */
  readonly missing: readonly string[];
  /** What makes them, if other writes need them too. */
  readonly folders?: NewFolders;
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
 * The caller flushes the file's folder (flush.ts). What waits for the disk is asynchronous, all
 * else is synchronous, like reading (read.ts).
 */
export async function replaceFile(replacement: FileReplacement): Promise<void> {
  const { real, isNew = false, mode, missing, folders = new NewFolders(), blocks, pid, check } = replacement;
  const made: string[] = [];
  const temp = join(dirname(real), tempName(pid));
  let file: number | undefined;
  try {
    const before = isNew ? undefined : writableStat(real);
    for (const path of missing) if (await folders.make(path)) made.push(path);
    const isUsual = before === undefined && mode === undefined;
    file = await openFile(temp, CREATE, isUsual ? 0o666 : 0o600);
    refuseMoved(file, temp);
    for (const block of blocks) writeWhole(file, block);
    if (before !== undefined) keepOwner(file, before);
    if (!isUsual) fchmodSync(file, (mode ?? before?.mode ?? 0) & 0o777);
    await flush(file);
    await check();
    await rename(temp, real);
  } catch (error) {
    if (file !== undefined) await removeWherever(file, temp);
    // Fails if another write uses it.
    for (const path of made.reverse()) await rmdir(path).catch(() => undefined);
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes the temporary file, even if its folder was moved since it was made. */
async function removeWherever(file: number, temp: string): Promise<void> {
  try {
    await rm(placeOf(file, temp), { force: true });
  } catch {
    // The file is already gone, or this user may no longer remove it.
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

/** A call may write less than it was given. */
function writeWhole(file: number, block: Uint8Array): void {
  for (let at = 0; at < block.length;) at += writeSync(file, block, at);
}

/**
 * Throws if the new file is elsewhere: since the path was resolved, somebody has put a link in
 * place of a folder. Nothing is written into it yet. A later link only makes the rename fail, since
 * its target has no file of this name.
 */
function refuseMoved(file: number, temp: string): void {
  const at = placeOf(file, temp);
  if (at === temp) return;
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
function keepOwner(file: number, before: Stats): void {
  const current = fstatSync(file);
  if (current.uid === before.uid && current.gid === before.gid) return;
  try {
    fchownSync(file, before.uid, before.gid);
  } catch {
    // Then it is this user's.
  }
}
