import type { MemoryFile } from './memory-file.js';

/**
 * `.locsync/undo`: what the last run that wrote locale files has replaced. Only what this user has
 * written is read: a file that came with a repository counts as none.
 */
export interface UndoFile extends Pick<MemoryFile, 'read' | 'write'> {
  /** Whether a run has taken texts from the disk, and ended before it could name them. */
  isOpen(): boolean;
  /** Called before a run that takes texts writes its first file. Returns why it failed, if so. */
  open(): Promise<string | undefined>;
  /** Called after the texts have been named. */
  close(): Promise<string | undefined>;
}
