import { memoryFile, type FileWriter } from './files/memory-file.js';
import { signedFile } from './signed-file.js';
import { userKey } from './user-key.js';
import type { Env } from '../core/env.js';
import type { UndoFile } from '../ports/undo-file.js';

/** A record is at most a third as large in characters, and each of them at most three bytes. */
const UNDO = { name: 'undo', limit: 100 * 1024 * 1024 };
/** It only says that the record is to be read, so it needs no signature. */
const OPEN = { name: 'undo-open', limit: 16 };

/**
 * `.locsync/undo` of a project, see {@link UndoFile}; undefined if the user has no secret.
 * `writable`: one is made for a user who has none yet.
 */
export function undoFile(
  { root, writable }: { readonly root: string; readonly writable: boolean },
  env: Env,
  writer: FileWriter,
): UndoFile | undefined {
  const key = userKey(['undo', 1], env, writable);
  if (!key) return undefined;
  const open = memoryFile(root, OPEN, writer);
  return {
    ...signedFile(root, UNDO, writer, key),
    isOpen: () => open.read() !== undefined,
    open: () => open.write('open\n'),
    close: () => open.write(''),
  };
}
