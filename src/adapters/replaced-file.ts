import { join } from 'node:path';
import { readOwnFile, replaceOwnFile } from './files/own-file.js';
import { FOLDER, isOwnFolder } from './files/own-folder.js';
import { reasonOf } from '../core/system/system-error.js';
import type { ReplacedFile } from '../ports/replaced.js';

const NAME = 'replaced.json';
/** A file with as many entries as are ever written is about half as large. */
const LIMIT = 8 * 1024 * 1024;

/** `.locsync/replaced.json` of a project. `root` is absolute. */
export function replacedFile(root: string, pid: number): ReplacedFile {
  const folder = join(root, FOLDER);
  const path = join(folder, NAME);
  return {
    read: () => {
      try {
        return isOwnFolder(folder) ? readOwnFile(path, LIMIT) : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (text) => {
      try {
        // Only the run lock makes the folder. A link in its place leads to what is not ours.
        if (!isOwnFolder(folder)) return `${FOLDER}/ is not a folder of this project`;
        await replaceOwnFile(path, text, pid);
        return undefined;
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}
