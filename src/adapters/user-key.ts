import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolderOf } from '../cache-folder.js';
import { processInfo } from './process-info.js';
import type { Env } from '../core/env.js';

const FILE = 'answers.key';
const KEY = /^[0-9a-f]{64}$/;

/**
 * A key for one purpose, the `scope`. It is derived from a random secret in the user's own cache
 * folder, which only that user can read. Undefined if there is no such secret; `make` creates it.
 */
export function userKey(scope: readonly (string | number)[], env: Env, make: boolean): Buffer | undefined {
  const { uid } = processInfo;
  const folder = cacheFolderOf(
    { env, platform: processInfo.platform, getuid: uid === undefined ? undefined : () => uid },
    make,
  );
  if (folder === undefined) return undefined;
  const path = join(folder, FILE);
  const secret = read(path) ?? (make ? create(path) : undefined);
  if (secret === undefined) return undefined;
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(JSON.stringify(scope)).digest();
}

function read(path: string): string | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { uid, mode, size } = fstatSync(fd);
      const user = processInfo.uid;
      const isOwn = user === undefined || (uid === user && (mode & 0o077) === 0);
      const text = isOwn && size === 64 ? readFileSync(fd, 'latin1') : '';
      return KEY.test(text) ? text : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/**
 * A new secret, or that of another run that was faster. Another file there is kept, and nothing is
 * cached.
 */
function create(path: string): string | undefined {
  const secret = randomBytes(32).toString('hex');
  try {
    writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch {
    return read(path);
  }
}
