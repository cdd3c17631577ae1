import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../core/system/system-error.js';
import { tempName } from './temp.js';

// Windows has neither: undefined counts as 0 here.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * Opens one of locsync's own files, such as those in `.locsync/`, for reading; undefined if there
 * is none. The file may have come with the repository: throws if it is not a regular file or is
 * larger than `limit`, and never waits for a pipe.
 */
export function openOwnFile(path: string, limit: number): { file: number; size: number } | undefined {
  let file: number | undefined;
  try {
    // Checked first: opening a device can have effects.
    if (!lstatSync(path).isFile()) throw new Error(`${path} is not a regular file`);
    file = openSync(path, FLAGS);
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`${path} is not a regular file`);
    if (stat.size > limit) throw new Error(`${path} is larger than ${limit} bytes`);
    return { file, size: stat.size };
  } catch (error) {
    if (file !== undefined) closeSync(file);
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The text of one of locsync's own files; undefined if there is none. Throws as {@link openOwnFile}
 * does.
 */
export function readOwnFile(path: string, limit: number): string | undefined {
  const opened = openOwnFile(path, limit);
  if (opened === undefined) return undefined;
  try {
    // One byte more than its size: a file that grows meanwhile is still bounded.
    const buffer = Buffer.alloc(opened.size + 1);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(opened.file, buffer, length, buffer.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(opened.file);
  }
}

/**
 * Replaces one of locsync's own files by a new one that only this user can read. A reader sees the
 * old file or the new one, also after a loss of power. If it fails, no temporary file is left.
 */
export async function replaceOwnFile(path: string, text: string, pid: number): Promise<void> {
  const temporary = join(dirname(path), tempName(pid));
  try {
    await writeNew(temporary, text, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Adds a text to one of locsync's own files. It is not flushed: what a killed process has written
 * stays, and to flush thousands of lines one by one would take minutes. At once: a push adds some
 * before each upload, and Node's threads would take four turns for each.
 */
export function appendOwnFile(path: string, text: string): void {
  const file = openSync(path, APPEND_FLAGS);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Creates a file and flushes it, so that a loss of power leaves no empty one. */
export async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}
