import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../core/system/system-error.js';

// Windows cannot open a folder, and some file systems cannot flush one: then the rename is as safe
// as they make it.
const NO_FOLDER_SYNC = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** Makes renames and new names in a folder survive a loss of power. */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, constants.O_RDONLY);
    await handle.sync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

interface WaitingWrite {
  readonly flushed: () => void;
  readonly failed: (error: unknown) => void;
}

interface FolderWrites {
  /** Writes into the folder that have not ended. */
  open: number;
  /** Writes that have ended and wait for the flush. */
  waiting: WaitingWrite[];
}

/**
 * Flushes each folder once for all writes into it that are under way at the same time: the last one
 * to end flushes for all. A write has ended only after that.
 */
export class FolderFlushes {
  readonly #folders = new Map<string, FolderWrites>();

  constructor(private readonly flush = flushFolder) {}

  /** Calls `write`, and resolves once what it did in the folder is flushed. */
  async after(folder: string, write: () => Promise<void>): Promise<void> {
    const writes = this.#folders.get(folder) ?? { open: 0, waiting: [] };
    this.#folders.set(folder, writes);
    writes.open += 1;
    let flushed: Promise<void> | undefined;
    try {
      await write();
      flushed = new Promise((resolve, reject) => {
        writes.waiting.push({ flushed: resolve, failed: reject });
      });
    } finally {
      writes.open -= 1;
      if (writes.open === 0) void this.#flush(folder, writes.waiting);
    }
    await flushed;
  }

  async #flush(folder: string, waiting: readonly WaitingWrite[]): Promise<void> {
    // A write that begins meanwhile is flushed by another call.
    this.#folders.delete(folder);
    if (waiting.length === 0) return;
    try {
      await this.flush(folder);
      for (const { flushed } of waiting) flushed();
    } catch (error) {
      for (const { failed } of waiting) failed(error);
    }
  }
}
