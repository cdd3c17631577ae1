import { createHmac } from 'node:crypto';
import type { FileWriter } from './files/memory-file.js';
import { signedFile } from './signed-file.js';
import { userKey } from './user-key.js';
import type { Env } from '../core/env.js';
import type { IndexFile } from '../ports/index-file.js';
import type { Connection } from '../ports/service.js';

/** One with as many entries as are ever written is about half as large. */
const INDEX = { name: 'index', limit: 64 * 1024 * 1024 };

export interface IndexOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Without it a user who has no secret yet gets none, and no index. */
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
