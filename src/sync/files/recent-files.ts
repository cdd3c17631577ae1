import { getOrMake } from '../../core/util/collections.js';
import type { Files } from '../../ports/files.js';
import type { ReadFile } from './compared-file.js';

/** Characters of all files that are kept, and of one file unless it is held. */
const MOST = 2_000_000;
const MOST_OF_ONE = 200_000;

/**
 * The files that were parsed lately, by path and content. A push reads a file up to four times, and
 * its source locale's file for each language: each time from the disk, since it may have changed.
 * As long as it has not, the document stays as it is.
 */
export class RecentFiles {
  readonly #files = new Map<string, ReadFile>();
  /** By path: how often a file is held, and its document if it is a large one. */
  readonly #held = new Map<string, { count: number; read: ReadFile | undefined }>();
  readonly #large = new Set<string>();
  #size = 0;
  #keepsNone = false;

  /**
   * Keeps no further files, for a run that parses each once: what is kept survives V8's quick
   * collections, which then cost more.
   */
  keepNone(): void {
    this.#keepsNone = true;
  }

  /** The file with this content hash; undefined if it is not kept. */
  get(path: string, contentHash: string): ReadFile | undefined {
    const held = this.#held.get(path)?.read;
    return held?.contentHash === contentHash ? held : this.#files.get(keyOf(path, contentHash));
  }

  /** Whether a file takes so long to parse that it should be held while it is uploaded. */
  isLarge(path: string): boolean {
    return this.#large.has(path);
  }

  /** Keeps a file however large it is, until the function is called that this returns. */
  hold(path: string): () => void {
    const held = getOrMake(this.#held, path, () => ({ count: 0, read: undefined }));
    held.count++;
    return () => {
      held.count--;
      if (held.count === 0) this.#held.delete(path);
    };
  }

  /** Keeps a file, in place of the oldest ones. */
  add(path: string, read: ReadFile): void {
    const { document, contentHash } = read;
    if (!document || contentHash === undefined || this.#keepsNone) return;
    if (document.text.length > MOST_OF_ONE) {
      this.#large.add(path);
      const held = this.#held.get(path);
      if (held) held.read = read;
      return;
    }
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
