/**
 * A file in `.locsync/` that keeps what this machine remembers of earlier runs. It is a help: no
 * method throws.
 */
export interface MemoryFile {
  /** Its text; undefined if there is none, or none that can be read. */
  read(): string | undefined;
  /** Why {@link read} could not read what is there; undefined if it could, or there is nothing. */
  unreadable?(): string | undefined;
  /**
   * Puts another text in its place, as a whole; removes it if the text is ''. If that fails, the
   * old one stays, and the reason is returned.
   */
  write(text: string): Promise<string | undefined>;
  /** Adds lines to what {@link write} wrote; the reason is returned if that fails. */
  append(lines: string): Promise<string | undefined>;
}

/**
 * The file `.locsync/index` of a project. What others put there is never read: it counts only with
 * a secret of this user, for this project of this service and this version of the program.
 */
export interface IndexFile {
  /** What {@link write} has written last; undefined for anything else. */
  read(): string | undefined;
  /** A failure is not one of the run: the next run compares everything. */
  write(text: string): Promise<void>;
  /** A hash of these parts, which only the secret makes possible. */
  digest(parts: readonly string[]): string;
}

/**
 * `.locsync/undo`: what the last run that wrote locale files has replaced. Only what this user has
 * written is read: a file that came with a repository counts as none.
 */
export interface UndoStorage extends Pick<MemoryFile, 'read' | 'write'> {
  /** Whether the run that the record is of was killed: no run has finished its work since. */
  isOpen(): boolean;
  /** Called before a run writes its first file. Returns why it failed, if so. */
  open(): Promise<string | undefined>;
  /** Called once a run has ended by itself. */
  close(): Promise<string | undefined>;
}
