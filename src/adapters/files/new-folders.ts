import { lstatSync } from 'node:fs';
import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { errorCode } from '../../core/system/system-error.js';
import { FolderFlushes } from './flush.js';

/**
 * Makes the folders of new files. Writes at the same time into one new folder make it once, and
 * folders that are made side by side are flushed together.
 */
export class NewFolders {
  readonly #flushes = new FolderFlushes();
  readonly #making = new Map<string, Promise<boolean>>();
  /** Folders that were made here, their names flushed. */
  readonly #made = new Set<string>();

  /**
   * Makes a folder, unless it is there. Returns whether this call has made it. Resolves once its
   * name is flushed.
   */
  async make(path: string): Promise<boolean> {
    const making = this.#making.get(path);
    if (making !== undefined) {
      await making;
      return false;
    }
    // It may have been removed again.
    if (this.#made.has(path) && isFolder(path)) return false;
    const made = this.#makeAndFlush(path);
    this.#making.set(path, made);
    try {
      return await made;
    } finally {
      this.#making.delete(path);
    }
  }

  async #makeAndFlush(path: string): Promise<boolean> {
    let isNew = false;
    await this.#flushes.after(dirname(path), async () => {
      isNew = await makeFolder(path);
    });
    this.#made.add(path);
    return isNew;
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    // Another program was first.
    if (errorCode(error) === 'EEXIST' && isFolder(path)) return false;
    throw error;
  }
}

/** Whether a folder is there, and not a link to one. */
export const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Removes a folder of the project that is empty now, and those above it, as git does after it has
 * removed a file. The project's own folder stays.
 */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  const top = await realpath(root);
  try {
    for (let path = folder; path.startsWith(top + sep); path = dirname(path)) await rmdir(path);
  } catch {
    // It holds something else, or this user may not remove it.
  }
}
