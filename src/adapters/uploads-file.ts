import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER, isOwnFolder } from './files/own-folder.js';
import { appendOwnFile, readOwnFile, replaceOwnFile } from './files/own-file.js';
import { reasonOf } from '../core/system/system-error.js';
import type { UploadsFile } from '../ports/uploads.js';

const NAME = 'uploads.jsonl';
/** The record is at most half as large, and a run that is killed leaves as much again. */
const LIMIT = 32 * 1024 * 1024;

/** `.locsync/uploads.jsonl` of a project. `root` is absolute. */
export function uploadsFile(root: string, pid: number): UploadsFile {
  const folder = join(root, FOLDER);
  const path = join(folder, NAME);
  const unlessFailed = async (change: () => Promise<void>): Promise<string | undefined> => {
    try {
      // Only the run lock makes the folder. A link in its place leads to what is not ours.
      if (!isOwnFolder(folder)) return `${FOLDER}/ is not a folder of this project`;
      await change();
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
  return {
    read: () => {
      try {
        return isOwnFolder(folder) ? readOwnFile(path, LIMIT) : undefined;
      } catch {
        return undefined;
      }
    },
    write: (text) =>
      unlessFailed(() => (text === '' ? rm(path, { force: true }) : replaceOwnFile(path, text, pid))),
    append: (lines) => unlessFailed(() => appendOwnFile(path, lines)),
  };
}
