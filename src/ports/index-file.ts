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
