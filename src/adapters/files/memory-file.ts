import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from './new-folders.js';
import { FOLDER } from './own-folder.js';
import { appendOwnFile, readOwnFile, replaceOwnFile } from './own-file.js';
import { reasonOf } from '../../core/system/system-error.js';
import type { LongWork } from '../long-work.js';
import type { MemoryFile } from '../../ports/memory-file.js';

const MIB = 1024 * 1024;

/** A file in `.locsync/`. */
interface OwnFile {
  readonly name: string;
  /** The most bytes that are read of it. */
  readonly limit: number;
}

/** The texts that this machine's runs have replaced: at most half as large as this, in bytes. */
const REPLACED: OwnFile = { name: 'replaced.json', limit: 8 * MIB };
/** A record is at most half as large, and a run that is killed leaves as much again. */
const UPLOADS: OwnFile = { name: 'uploads.jsonl', limit: 32 * MIB };

/** Who writes such a file. A signal does not cut a write that `long` knows of. */
export interface FileWriter {
  readonly pid: number;
  readonly long?: Pick<LongWork, 'whole'> | undefined;
}

/** `.locsync/replaced.json` of a project. `root` is absolute. */
export const replacedFile = (root: string, writer: FileWriter): MemoryFile =>
  memoryFile(root, REPLACED, writer);

/** `.locsync/uploads.jsonl` of a project. `root` is absolute. */
export const uploadsFile = (root: string, writer: FileWriter): MemoryFile =>
  memoryFile(root, UPLOADS, writer);

/** Such a file of the project at `root`, which is absolute. */
export function memoryFile(root: string, { name, limit }: OwnFile, { pid, long }: FileWriter): MemoryFile {
  const folder = join(root, FOLDER);
  const path = join(folder, name);
  const reasonUnless = async (change: () => Promise<void> | void): Promise<string | undefined> => {
    try {
      // Only the run lock makes the folder. A link in its place leads to what is not ours.
      if (!isFolder(folder)) return `${FOLDER}/ is not a folder of this project`;
      await change();
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
  let unreadable: string | undefined;
  return {
    read: () => {
      try {
        unreadable = undefined;
        return isFolder(folder) ? readOwnFile(path, limit) : undefined;
      } catch (error) {
        unreadable = reasonOf(error);
        return undefined;
      }
    },
    unreadable: () => unreadable,
    write: async (text) => {
      const write = (): Promise<void> =>
        text === '' ? rm(path, { force: true }) : replaceOwnFile(path, text, pid);
      return reasonUnless(() => (long ? long.whole(write) : write()));
    },
    append: (lines) => reasonUnless(() => appendOwnFile(path, lines)),
  };
}
