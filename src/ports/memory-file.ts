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
