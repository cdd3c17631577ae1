import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readOwnFile, replaceOwnFile } from './files/own-file.js';
import { FOLDER, isOwnFolder } from './files/own-folder.js';
import { userKey } from './user-key.js';
import type { Env } from '../core/env.js';
import type { IndexFile } from '../ports/index-file.js';
import type { Connection } from '../ports/service.js';

const NAME = 'index';
/** One with as many entries as are ever written is about half as large. */
const LIMIT = 64 * 1024 * 1024;
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
  const folder = join(root, FOLDER);
  const path = join(folder, NAME);
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    read: () => {
      try {
        const text = isOwnFolder(folder) ? readOwnFile(path, LIMIT) : undefined;
        const [, mac] = TRAILER.exec(text?.slice(-TRAILER_LENGTH) ?? '') ?? [];
        if (text === undefined || mac === undefined) return undefined;
        const body = text.slice(0, -TRAILER_LENGTH);
        return timingSafeEqual(macOf(body), Buffer.from(mac, 'hex')) ? body : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (text) => {
      try {
        // Only the run lock makes the folder. A link in its place leads to what is not ours.
        if (!isOwnFolder(folder)) return;
        await replaceOwnFile(path, `${text}\n${macOf(text).toString('hex')}\n`, pid);
      } catch {
        // The next run compares everything.
      }
    },
    // The length of each part, so that no two lists of parts are one text.
    digest: (parts) =>
      createHmac('sha256', key)
        .update(parts.map((part) => `${part.length} ${part}`).join('\n'))
        .digest('base64url'),
  };
}
