import { createHmac } from 'node:crypto';
import { signedText, verifiedText } from '../core/system/signed-text.js';
import { memoryFile, type FileWriter } from './files/memory-file.js';
import type { MemoryFile, UndoStorage, IndexFile } from '../ports/memory-file.js';
import { userKey } from './user-key.js';
import type { Env } from '../core/env.js';
import type { Connection } from '../ports/service.js';

/**
 * A file in `.locsync/` that only this user can have written. One that came with a repository, or
 * that was changed since, counts as absent.
 */
function signedFile(
  root: string,
  own: { readonly name: string; readonly limit: number },
  writer: FileWriter,
  key: Buffer,
): Pick<MemoryFile, 'read' | 'write'> {
  const file = memoryFile(root, own, writer);
  const macOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  return {
    read: () => verifiedText(file.read() ?? '', macOf),
    write: (text) => file.write(text === '' ? '' : signedText(text, macOf)),
  };
}

/** A record is at most a third as large in characters, and each of them at most three bytes. */
const UNDO = { name: 'undo', limit: 100 * 1024 * 1024 };
/** It only says that the record is to be read, so it needs no signature. */
const OPEN = { name: 'undo-open', limit: 16 };

/**
 * `.locsync/undo` of a project, see {@link UndoStorage}; undefined if the user has no secret.
 * `writable`: one is made for a user who has none yet.
 */
export function undoStorage(
  { root, writable }: { readonly root: string; readonly writable: boolean },
  env: Env,
  writer: FileWriter,
): UndoStorage | undefined {
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

/** One with as many entries as are ever written is about half as large. */
const INDEX = { name: 'index', limit: 64 * 1024 * 1024 };

export interface IndexOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** False: this makes no secret, and a user without one gets no index. */
  readonly writable: boolean;
  /** The program's version: another one may judge differently. */
  readonly version: string;
  readonly writer: FileWriter;
  readonly env: Env;
}

/** `.locsync/index` of a project, see {@link IndexFile}; undefined if the user has no secret. */
export function indexFile(
  { baseUrl, project }: Connection,
  { root, writable, version, writer, env }: IndexOptions,
): IndexFile | undefined {
  const scope = ['index', 4, version, baseUrl.origin, baseUrl.pathname, project];
  const key = userKey(scope, env, writable);
  if (!key) return undefined;
  const file = signedFile(root, INDEX, writer, key);
  return {
    read: () => file.read(),
    write: async (text) => {
      // If that fails, the next run compares everything.
      await file.write(text);
    },
    // The length of each part, so that no two lists of parts are one text.
    digest: (parts) =>
      createHmac('sha256', key)
        .update(parts.map((part) => `${part.length} ${part}`).join('\n'))
        .digest('base64url'),
  };
}
