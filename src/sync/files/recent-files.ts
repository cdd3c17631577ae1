import { getOrMake } from '../../core/text/get-or-make.js';
import type { Files } from '../../ports/files.js';
import type { ReadFile } from './compared-file.js';

/** Characters of all files that are kept, and of the largest one. */
const MOST = 2_000_000;
const MOST_OF_ONE = 200_000;

/**
 * The files that were parsed lately, by path and content. A push reads a file up to four times, and
 * its source locale's file for each language: each time from the disk, since it may have changed.
 * As long as it has not, the document stays as it is.
 */
export class RecentFiles {
  readonly #files = new Map<string, ReadFile>();
  #size = 0;

  /** The file with this content hash; undefined if it is not kept. */
  get(path: string, contentHash: string): ReadFile | undefined {
    return this.#files.get(keyOf(path, contentHash));
  }

  /** Keeps a file, in place of the oldest ones. */
  add(path: string, read: ReadFile): void {
    const { document, contentHash } = read;
    if (!document || contentHash === undefined || document.text.length > MOST_OF_ONE) return;
    this.#files.set(keyOf(path, contentHash), read);
    this.#size += document.text.length;
    for (const [key, { document: oldest }] of this.#files) {
      if (this.#size <= MOST) return;
      this.#files.delete(key);
      this.#size -= oldest?.text.length ?? 0;
    }
  }
}

const keyOf = (path: string, contentHash: string): string => `${contentHash} ${path}`;

const byFolder = new WeakMap<Files, RecentFiles>();

/** The files that were parsed lately of a project's folder. */
export const recentFiles = (files: Files): RecentFiles => getOrMake(byFolder, files, () => new RecentFiles());
