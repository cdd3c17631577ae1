import { createHmac, timingSafeEqual } from 'node:crypto';
import { memoryFile } from './files/memory-file.js';
import { userKey } from './user-key.js';
import type { Env } from '../core/env.js';
import type { IndexFile } from '../ports/index-file.js';
import type { Connection } from '../ports/service.js';

/** One with as many entries as are ever written is about half as large. */
const INDEX = { name: 'index', limit: 64 * 1024 * 1024 };
// The end of the file: the HMAC-SHA-256 of all before it.
const TRAILER = /\n([0-9a-f]{64})\n$/;
const TRAILER_LENGTH = 66;

export interface IndexOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Without it a user who has no secret yet gets none, and no index. */
  readonly writable: boolean;
  /** Of the program: another one may judge differently. */
  readonly version: string;
  readonly pid: number;
  readonly env: Env;
}

/** `.locsync/index` of a project, see {@link IndexFile}; undefined if the user has no secret. */
export function indexFile(
  { baseUrl, project }: Connection,
  { root, writable, version, pid, env }: IndexOptions,
): IndexFile | undefined {
  const scope = ['index', 1, version, baseUrl.origin, baseUrl.pathname, project];
  const key = userKey(scope, env, writable);
  if (!key) return undefined;
  const file = memoryFile(root, INDEX, pid);
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    read: () => {
      const text = file.read();
      const [, mac] = TRAILER.exec(text?.slice(-TRAILER_LENGTH) ?? '') ?? [];
      if (text === undefined || mac === undefined) return undefined;
      const body = text.slice(0, -TRAILER_LENGTH);
      return timingSafeEqual(macOf(body), Buffer.from(mac, 'hex')) ? body : undefined;
    },
    write: async (text) => {
      // If that fails, the next run compares everything.
      await file.write(`${text}\n${macOf(text).toString('hex')}\n`);
    },
    // The length of each part, so that no two lists of parts are one text.
    digest: (parts) =>
      createHmac('sha256', key)
        .update(parts.map((part) => `${part.length} ${part}`).join('\n'))
        .digest('base64url'),
  };
}
