import type { MemoryFile } from './memory-file.js';

/**
 * `.locsync/undo`: what the last run that wrote locale files has replaced. Only what this user has
 * written is read: a file that came with a repository counts as none.
 */
export interface UndoFile extends Pick<MemoryFile, 'read' | 'write'> {
  /** Whether the run that the record is of was killed: no run has finished its work since. */
  isOpen(): boolean;
  /** Called before a run writes its first file. Returns why it failed, if so. */
  open(): Promise<string | undefined>;
  /** Called once a run has ended by itself. */
  close(): Promise<string | undefined>;
}
