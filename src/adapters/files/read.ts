import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { LocsyncError } from '../../core/errors/index.js';
import { errno, isMissing, reasonOf } from './failure.js';
import type { Stamp } from '../../ports/files.js';

// NONBLOCK: opening a named pipe would wait for a writer. NOFOLLOW: the path was resolved before, a link there now was planted since.
// Windows has neither: undefined, which counts as 0 here.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * The bytes of the regular file at an absolute path without links; undefined where there is none. `path` is for messages. Its calls are
 * synchronous: each way through Node's pool of threads costs more processor time than a small file, and a large project has ten thousand.
 */
export function readBytes(real: string, path: string, limit: number): Buffer | undefined {
  const place = { path };
  let file: number | undefined;
  try {
    file = openSync(real, FLAGS);
    const stat = fstatSync(file);
    if (!stat.isFile()) throw LocsyncError.of('FILE_NOT_REGULAR', { kind: kindOf(stat) }, { place });
    if (stat.size > limit) throw LocsyncError.of('FILE_TOO_LARGE', { size: stat.size, limit }, { place });
    return readAll(file, stat.size, limit, path);
  } catch (error) {
    if (error instanceof LocsyncError) throw error;
    if (isMissing(error)) return undefined;
    // A socket cannot be opened at all.
    if (errno(error) === 'ENXIO')
      throw LocsyncError.of('FILE_NOT_REGULAR', { kind: 'socket' }, { place, cause: error });
    throw LocsyncError.of('FILE_UNREADABLE', { reason: reasonOf(error) }, { place, cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads to the end, one byte past the size so that growth is seen, and never past the limit. */
function readAll(file: number, size: number, limit: number, path: string): Buffer {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const bytesRead = readSync(file, buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === size) return buffer.subarray(0, length);
    if (length > limit) throw LocsyncError.of('FILE_TOO_LARGE', { size: length, limit }, { place: { path } });
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit + 1));
  }
}

/** Of content alone: a file that was touched but not changed is the same. */
export function stampOf(bytes: Uint8Array): Stamp {
  return createHash('sha256').update(bytes).digest('base64url') as Stamp;
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'folder';
  if (stat.isFIFO()) return 'named pipe';
  if (stat.isSocket()) return 'socket';
  return 'device';
}
