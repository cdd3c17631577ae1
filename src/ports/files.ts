/** The hash of a file's text: equal hashes mean that the file has not changed. */
export type ContentHash = string & { readonly __hash: unique symbol };

export interface FileText {
  readonly text: string;
  readonly contentHash: ContentHash;
}

/** The content of a file, not decoded yet. */
export interface FileBytes {
  readonly contentHash: ContentHash;
  /** Throws for invalid UTF-8. */
  text(): string;
}

export interface GlobOptions {
  readonly ignore: readonly string[];
}

/** One of many patterns whose files are searched for. */
export interface FileSearch {
  /** As fast-glob reads it. */
  readonly glob: string;
  readonly ignore: readonly string[];
  /** False only if the caller has no use for this path. */
  readonly mayMatch: (path: string) => boolean;
}

/**
 * The text of a file in parts, in order. Each call begins anew. No part ends within a character.
 */
export type TextParts = () => Iterable<string>;

/**
 * The project's folder. Paths are relative to it, with `/`. Nothing outside it is ever written.
 * Errors are LocsyncErrors.
 */
export interface Files {
  /** The absolute path of the folder. */
  readonly root: string;
  /**
   * The regular files that match any of these fast-glob patterns, sorted, each once. Symbolic links
   * to folders are not followed.
   */
  glob(patterns: readonly string[], options: GlobOptions): Promise<readonly string[]>;
  /**
   * The files of each search, as {@link glob} finds them, each folder listed once for all. Between
   * them may be files that only another search finds.
   */
  globEach(searches: readonly FileSearch[]): Promise<readonly (readonly string[])[]>;
  /**
   * The text of a UTF-8 file with its byte-order mark; undefined if there is no file. Throws for
   * invalid UTF-8, anything but a regular file, and a file over the size limit.
   */
  read(path: string): Promise<FileText | undefined>;
  /** {@link read}, decoded only if its text is asked for. */
  readBytes(path: string): Promise<FileBytes | undefined>;
  /**
   * {@link read} for a very large file: `feed` gets its text in parts, which end at line ends if
   * there are any. Nothing is kept. If it throws, `feed` may have got some parts.
   */
  readParts(path: string, feed: (part: string) => void): Promise<ContentHash | undefined>;
  /**
   * Replaces or creates a file atomically and keeps its mode; writes the target of a link inside
   * the folder. Does nothing if the file has that text already.
   *
   * `expected` is the hash that was read, or undefined for no file. Throws FILE_CHANGED if that no
   * longer holds, FILE_UNWRITABLE over the size limit of reading. `mode` is that of the file
   * afterwards, by default the one that it has. Returns the hash of what the file holds now.
   */
  write(path: string, text: string, expected: ContentHash | undefined, mode?: number): Promise<ContentHash>;
  /** {@link write} for a file of {@link readParts}. */
  writeParts(path: string, text: TextParts, expected: ContentHash | undefined): Promise<ContentHash>;
  /**
   * Removes a file. Throws FILE_CHANGED if it holds other than was read, FILE_IS_LINK for a link.
   */
  remove(path: string, expected: ContentHash): Promise<void>;
  /**
   * A stat fingerprint of each file that exists: equal ones mean that the file was not written,
   * replaced or touched. Cheap, since no file is read: may be called every second.
   */
  statFingerprints(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The path of an absolute path, whatever links lead to this folder; '' for the folder itself. It
   * begins with `..` outside of the folder, or is absolute.
   */
  pathInside(path: string): Promise<string>;
  /**
   * The identity of each path: equal for two paths of one file, through links or on a disk that
   * ignores case. A path that cannot be followed is left out.
   */
  identities(paths: Iterable<string>): ReadonlyMap<string, string>;
  /** The permissions of a file, as the bits of its mode; undefined if there is none. */
  modeOf(path: string): number | undefined;
  /** Whether a symbolic link has this path; links among its folders do not count. */
  isLink(path: string): boolean;
  /** The content hash that a file of this text has. */
  contentHash(text: string): ContentHash;
  /**
   * Takes the run lock of the folder, with a short wait for another run. The returned function
   * gives it back and never throws.
   */
  runLock(): Promise<() => Promise<void>>;
}
