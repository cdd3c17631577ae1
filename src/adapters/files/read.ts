import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { LocsyncError } from '../../core/errors/index.js';
import { errorCode, isMissing, reasonOf } from '../../core/system/system-error.js';
import type { ContentHash } from '../../ports/files.js';

// NONBLOCK: opening a named pipe would wait for a writer. NOFOLLOW: the path was resolved before,
// so a link there is new and not trusted. Windows has neither: undefined counts as 0 here.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Bytes of a large file that are held at a time. */
const PART = 1024 * 1024;

/**
 * The bytes of the regular file at an absolute path without links; undefined if there is none.
 * `path` is for messages.
 *
 * Synchronous: Node's thread pool costs more processor time than a small file, and a large project
 * has ten thousand.
 */
export function readBytes(real: string, path: string, limit: number): Buffer | undefined {
  return withFile(real, path, limit, (file, size) => readAll(file, size, limit, path));
}

/**
 * {@link readBytes} in parts, without ever holding them all. `take` gets the bytes read so far and
 * returns how many of them it has used.
 */
export function readParts(
  real: string,
  path: string,
  limit: number,
  take: (bytes: Buffer, ended: boolean) => number,
): ContentHash | undefined {
  return withFile(real, path, limit, (file, size) => {
    const hash = createHash('sha256');
    let buffer = Buffer.allocUnsafe(Math.min(size + 1, PART));
    let held = 0;
    for (let length = 0; ;) {
      if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const bytesRead = readSync(file, buffer, held, buffer.length - held, length);
      length += bytesRead;
      if (length > limit) throw tooLarge(length, limit, path);
      hash.update(buffer.subarray(held, held + bytesRead));
      held += bytesRead;
      // A small file is read with one call, and one byte past its size.
      const ended = bytesRead === 0 || (length === size && size < PART);
      const taken = take(buffer.subarray(0, held), ended);
      if (ended) return hash.digest('base64url') as ContentHash;
      buffer.copyWithin(0, taken, held);
      held -= taken;
    }
  });
}

/** The content hash of a file of any size; undefined if there is none. */
export const contentHashOfFile = (real: string, path: string, limit: number): ContentHash | undefined =>
  readParts(real, path, limit, (bytes) => bytes.length);

/**
 * Whether nothing is at an absolute path, found out without the error that opening it costs. False
 * proves nothing.
 */
export function isAbsent(real: string): boolean {
  try {
    return lstatSync(real, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Opens the file for `read`, given its size. */
function withFile<T>(
  real: string,
  path: string,
  limit: number,
  read: (file: number, size: number) => T,
): T | undefined {
  const place = { path };
  let file: number | undefined;
  try {
    file = openSync(real, FLAGS);
    const stat = fstatSync(file);
    if (!stat.isFile()) throw LocsyncError.of('FILE_NOT_REGULAR', { kind: kindOf(stat) }, { place });
    if (stat.size > limit) throw tooLarge(stat.size, limit, path);
    return read(file, stat.size);
  } catch (error) {
    // An error that is not about the file is not reported as one.
    if (error instanceof LocsyncError || errorCode(error) === undefined) throw error;
    if (isMissing(error)) return undefined;
    // A socket cannot be opened at all.
    if (errorCode(error) === 'ENXIO')
      throw LocsyncError.of('FILE_NOT_REGULAR', { kind: 'socket' }, { place, cause: error });
    throw LocsyncError.of('FILE_UNREADABLE', { reason: reasonOf(error) }, { place, cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const tooLarge = (size: number, limit: number, path: string): LocsyncError =>
  LocsyncError.of('FILE_TOO_LARGE', { size, limit }, { place: { path } });

/** Reads to the end, one byte past the size to notice growth, and never past the limit. */
function readAll(file: number, size: number, limit: number, path: string): Buffer {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const bytesRead = readSync(file, buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === size) return buffer.subarray(0, length);
    if (length > limit) throw tooLarge(length, limit, path);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit + 1));
  }
}

/** Only the content counts: a file that was touched but not changed has the same hash. */
export function contentHashOf(parts: Iterable<Uint8Array>): ContentHash {
  const hash = createHash('sha256');
  for (const bytes of parts) hash.update(bytes);
  return hash.digest('base64url') as ContentHash;
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'folder';
  if (stat.isFIFO()) return 'named pipe';
  if (stat.isSocket()) return 'socket';
  return 'device';
}
