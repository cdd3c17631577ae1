/**
 * The file in `.locsync/` that keeps what this machine has replaced. It is a help: no method
 * throws.
 */
export interface ReplacedFile {
  /** Its text; undefined if there is none, or none that can be read. */
  read(): string | undefined;
  /**
   * Puts another text in its place, as a whole. If that fails, the old one stays, and the reason is
   * returned.
   */
  write(text: string): Promise<string | undefined>;
}
