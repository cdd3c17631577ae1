import { statSync } from 'node:fs';
import { rm, stat, realpath } from 'node:fs/promises';
import { basename, dirname, join, parse, relative, sep } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { decodableLength, decode } from './decode.js';
import { encoded, encodedText } from './encode.js';
import { reasonOf } from '../../core/system/system-error.js';
import { findFiles, findFilesOfEach } from './glob.js';
import { FolderFlushes } from './flush.js';
import { identities, isLink, modeOf } from './identity.js';
import { limitConcurrency } from '../../core/util/limit-concurrency.js';
import { takeLock, type LockOptions } from './run-lock.js';
import { readBytes, readParts, contentHashOf, contentHashOfFile, isAbsent } from './read.js';
import { replaceFile } from './replace.js';
import { NewFolders, removeEmptyFolders } from './new-folders.js';
import { isInside } from '../is-inside.js';
import { KnownFolders, resolveForWriting, resolveInside, type ResolvedPath } from './resolve.js';
import { FolderSpellings } from './spellings.js';
import type { Files, FileBytes, FileText, ContentHash } from '../../ports/files.js';
import type { LongWork } from '../long-work.js';

export interface FilesOptions extends LockOptions {
  /** Larger files are refused by their size alone. In bytes; default 64 MiB. */
  readonly sizeLimit?: number;
  /** The size limit of files that are read in parts; default 512 MiB. */
  readonly partsLimit?: number;
  readonly long?: LongWork | undefined;
}

const SIZE_LIMIT = 64 * 1024 * 1024;
const PARTS_LIMIT = 512 * 1024 * 1024;

// Under `ulimit -n 64` a run over 500 files must have enough handles; each write holds up to two.
const OPEN_AT_ONCE = 16;

/** The project's folder on disk. `root` is absolute. See {@link Files}. */
export function createFiles(root: string, options: FilesOptions): Files {
  const { sizeLimit = SIZE_LIMIT, partsLimit = PARTS_LIMIT, signal, long } = options;
  const inTurn = limitConcurrency(OPEN_AT_ONCE);
  const folders = new KnownFolders();
  const spellings = new FolderSpellings();
  const flushes = new FolderFlushes();
  const newFolders = new NewFolders();

  /** Called before a file is read and processed in the same turn of the event loop. */
  async function expect({ real, size }: ResolvedPath): Promise<void> {
    await long?.expect(size > 0 ? size : (statSync(real, { throwIfNoEntry: false })?.size ?? 0));
    signal?.throwIfAborted();
  }
  const whole = <T>(work: () => Promise<T>): Promise<T> => (long ? long.whole(work) : work());

  async function bytesOf(path: string): Promise<FileBytes | undefined> {
    const resolved = await resolveInside(root, path, folders);
    const { real, missing } = resolved;
    if (missing.length > 0) return undefined;
    if (long) await expect(resolved);
    const bytes = readBytes(real, path, sizeLimit);
    return bytes && { text: () => decode(bytes, path), contentHash: contentHashOf([bytes]) };
  }

  async function read(path: string): Promise<FileText | undefined> {
    const found = await bytesOf(path);
    return found && { text: found.text(), contentHash: found.contentHash };
  }

  async function readText(path: string, feed: (part: string) => void): Promise<ContentHash | undefined> {
    const resolved = await resolveInside(root, path, folders);
    const { real, missing } = resolved;
    if (missing.length > 0) return undefined;
    if (long) await expect(resolved);
    let offset = 0;
    return readParts(real, path, partsLimit, (bytes, ended) => {
      const length = ended ? bytes.length : decodableLength(bytes);
      if (length > 0) feed(decode(bytes.subarray(0, length), path, offset));
      offset += length;
      return length;
    });
  }

  async function write(
    path: string,
    blocks: () => Iterable<Uint8Array>,
    expected: ContentHash | undefined,
    limit: number,
    mode?: number,
  ): Promise<ContentHash> {
    const contentHash = contentHashOf(blocks());
    const { real, missing, isThere } = await resolveForWriting(root, path, spellings, folders);
    const isNew = expected === undefined && !isThere;
    const check = (): void => {
      if (expected === undefined && isAbsent(real)) return;
      if (contentHashOfFile(real, path, limit) !== expected)
        throw LocsyncError.of('FILE_CHANGED', {}, { place: { path } });
    };
    if (!isNew) check();
    if (contentHash === expected) return contentHash;
    try {
      const { pid } = options;
      await flushes.after(dirname(real), () =>
        inTurn(() =>
          replaceFile({ real, isNew, mode, missing, folders: newFolders, blocks: blocks(), pid, check }),
        ),
      );
      for (const created of [...missing, real]) spellings.made(dirname(created), basename(created));
      return contentHash;
    } catch (error) {
      if (error instanceof LocsyncError) throw error;
      throw LocsyncError.of(
        'FILE_UNWRITABLE',
        { reason: reasonOf(error) },
        { place: { path }, cause: error },
      );
    }
  }

  async function remove(path: string, expected: ContentHash): Promise<void> {
    const place = { path };
    // Its target would go, and the link would lead to nothing.
    if (isLink(root, path)) throw LocsyncError.of('FILE_IS_LINK', {}, { place });
    const { real } = await resolveForWriting(root, path, spellings, folders);
    if (contentHashOfFile(real, path, sizeLimit) !== expected)
      throw LocsyncError.of('FILE_CHANGED', {}, { place });
    try {
      await rm(real);
    } catch (error) {
      throw LocsyncError.of('FILE_UNWRITABLE', { reason: reasonOf(error) }, { place, cause: error });
    }
    await removeEmptyFolders(root, dirname(real));
  }

  return {
    root,
    glob: (patterns, { ignore }) => findFiles(root, patterns, ignore),
    globEach: async (searches) => {
      const found = await findFilesOfEach(root, searches);
      await long?.expect(0);
      return found;
    },
    read: (path) => inTurn(() => read(path)),
    readBytes: (path) => inTurn(() => bytesOf(path)),
    readParts: (path, feed) => inTurn(() => readText(path, feed)),
    write: (path, text, expected, mode) =>
      whole(async () => write(path, encodedText(text, path, sizeLimit), expected, sizeLimit, mode)),
    writeParts: (path, text, expected) =>
      whole(() => write(path, () => encoded(text, path, partsLimit), expected, partsLimit)),
    remove: (path, expected) => whole(() => inTurn(() => remove(path, expected))),
    statFingerprints: async (paths) => {
      const found = await Promise.all(paths.map((path) => inTurn(() => statFingerprint(root, path))));
      return new Map(paths.flatMap((path, i) => (found[i] === undefined ? [] : [[path, found[i]]])));
    },
    pathInside: (path) => pathInside(root, path),
    identities: (paths) => identities(root, paths),
    modeOf: (path) => modeOf(root, path),
    isLink: (path) => isLink(root, path),
    contentHash: (text) => contentHashOf([Buffer.from(text)]),
    runLock: async () => {
      const release = await whole(() => takeLock(root, options));
      return () => whole(release);
    },
  };
}

/**
 * A fingerprint of a file from its inode, size and times, without reading it. A replaced file has
 * another inode; a written file has another change time, which no program can set. Undefined if the
 * file does not exist or is not accessible.
 */
async function statFingerprint(root: string, path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(join(root, path), { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}

/**
 * The path in a folder of an absolute path, even if links lead to that folder or into it. Links
 * within the folder stay as they are, since patterns find files by their names there. A path
 * outside of the folder begins with `..`, or is absolute on another drive.
 */
async function pathInside(root: string, path: string): Promise<string> {
  if (isInside(root, path)) return withSlashes(relative(root, path));
  const realRoot = await realpath(root).catch(() => root);
  for (const folder of foldersAbove(path)) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) break;
    if (isInside(realRoot, real)) return withSlashes(join(relative(realRoot, real), relative(folder, path)));
  }
  return withSlashes(relative(root, path));
}

/** The folders that lead to a path, outermost first, and the path itself. */
function foldersAbove(path: string): readonly string[] {
  const { root } = parse(path);
  const found = [path];
  for (let folder = path; folder !== root; folder = dirname(folder)) found.unshift(dirname(folder));
  return found;
}

const withSlashes = (path: string): string => (path === '.' ? '' : path.split(sep).join('/'));
