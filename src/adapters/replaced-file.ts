import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile, replaceOwnFile } from './files/own-file.js';
import { reasonOf } from '../core/system/system-error.js';
import type { ReplacedFile } from '../ports/replaced.js';

/** Beside the run lock, in the folder that ignores itself from git. */
const FOLDER = '.locsync';
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
        return isFolder(folder) ? readOwnFile(path, LIMIT) : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (text) => {
      try {
        // Only the run lock makes the folder. A link in its place leads to what is not ours.
        if (!isFolder(folder)) return `${FOLDER}/ is not a folder of this project`;
        await replaceOwnFile(path, text, pid);
        return undefined;
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
