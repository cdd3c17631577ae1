import { lstatSync } from 'node:fs';

/** The project's folder for files that are not committed. */
export const FOLDER = '.locsync';

/** Whether a folder is there, and not a link to one. */
export const isOwnFolder = (folder: string): boolean =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
