import type { MemoryFile } from './memory-file.js';

/**
 * `.locsync/undo`: what the last run that wrote locale files has replaced. Only what this user has
 * written is read: a file that came with a repository counts as none.
 */
export type UndoFile = Pick<MemoryFile, 'read' | 'write'>;
