/** What a file was when it was read: equal stamps mean that nobody has touched it since. */
export type ContentHash = string & { readonly __stamp: unique symbol };

export interface FileText {
  readonly text: string;
  readonly contentHash: ContentHash;
}

export interface GlobOptions {
  readonly ignore: readonly string[];
}

/** The text of a file in parts, in order; each call begins anew. No part ends within a character. */
export type TextParts = () => Iterable<string>;

/** The project's folder. Paths are relative to it, with `/`. Nothing outside of it is ever written. Errors are LocsyncErrors. */
export interface Files {
  /** The absolute path of the folder. */
  readonly root: string;
  /** The regular files that match any of these fast-glob patterns, sorted, each once; symbolic links to folders are not followed. */
  glob(patterns: readonly string[], options: GlobOptions): Promise<readonly string[]>;
  /** The text of a UTF-8 file, a byte-order mark included; undefined where there is none. Throws on bad UTF-8, on what is no regular file, over the size limit. */
  read(path: string): Promise<FileText | undefined>;
  /**
   * {@link read} for a file that may be very large: `feed` is given its text part by part, cut behind ends of lines where it has any, and nothing
   * of it is kept. Before an error it may have been given some.
   */
  readParts(path: string, feed: (part: string) => void): Promise<ContentHash | undefined>;
  /**
   * Replaces or creates a file atomically: old or new, never half, mode kept, the target of a symbolic link inside the folder written. Where the
   * file holds that text already, nothing is written. `expected` is the stamp that was read, or undefined where there was no file; throws
   * FILE_CHANGED where that no longer holds, FILE_UNWRITABLE over the size limit of reading.
   */
  write(path: string, text: string, expected: ContentHash | undefined): Promise<void>;
  /** {@link write} for a file of {@link readParts}. */
  writeParts(path: string, text: TextParts, expected: ContentHash | undefined): Promise<void>;
  /**
   * A mark of each of these files that is there: equal marks mean that nobody has written, replaced or touched it in between. Cheap: no file is
   * read, so that it can be asked every second.
   */
  statFingerprints(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What each of these paths really is: equal for two paths that are one file, by links or since the disk ignores case. Left out is what cannot be followed. */
  identities(paths: Iterable<string>): ReadonlyMap<string, string>;
  /** Takes the run lock of the folder, waiting a little for another run; the returned function gives it back and never throws. */
  lock(): Promise<() => Promise<void>>;
}
