import { LocsyncError } from '../core/errors/index.js';
import { decode } from './files/decode.js';
import { reasonOf } from './files/failure.js';
import { findFiles } from './files/glob.js';
import { createLanes } from './files/lanes.js';
import { takeLock } from './files/lock.js';
import { markOf } from './files/marks.js';
import { readBytes, stampOf } from './files/read.js';
import { replaceFile } from './files/replace.js';
import { KnownFolders, resolveForWriting, resolveInside } from './files/resolve.js';
import type { Files, FileText, Stamp } from '../ports/files.js';
import type { LockOptions } from './files/lock.js';

export interface FilesOptions extends LockOptions {
  /** Larger files are refused by their size alone. In bytes; 64 MiB where nothing is said. */
  readonly sizeLimit?: number;
}

const SIZE_LIMIT = 64 * 1024 * 1024;

// Under `ulimit -n 64` a run over 500 files must still find handles (each write holds two at most).
const OPEN_AT_ONCE = 16;

/** The project's folder on disk. `root` is absolute. See {@link Files} and reliability.md, sections 4 and 5. */
export function createFiles(root: string, options: FilesOptions): Files {
  const limit = options.sizeLimit ?? SIZE_LIMIT;
  const inLane = createLanes(OPEN_AT_ONCE);
  const folders = new KnownFolders();

  async function read(path: string): Promise<FileText | undefined> {
    const { real, missing } = await resolveInside(root, path, folders);
    if (missing.length > 0) return undefined;
    const bytes = readBytes(real, path, limit);
    return bytes && { text: decode(bytes, path), stamp: stampOf(bytes) };
  }

  async function write(path: string, text: string, expected: Stamp | undefined): Promise<void> {
    // UTF-8 has no half characters: Node would put U+FFFD in their place without a word.
    if (/\p{Cs}/u.test(text))
      throw LocsyncError.of(
        'FILE_UNWRITABLE',
        { reason: 'half a character (a lone surrogate)' },
        { place: { path } },
      );
    const { real, missing } = await resolveForWriting(root, path);
    const check = (): void => {
      const bytes = readBytes(real, path, limit);
      if ((bytes && stampOf(bytes)) !== expected)
        throw LocsyncError.of('FILE_CHANGED', {}, { place: { path } });
    };
    check();
    try {
      await replaceFile({ real, missing, bytes: Buffer.from(text), pid: options.pid, check });
    } catch (error) {
      if (error instanceof LocsyncError) throw error;
      throw LocsyncError.of(
        'FILE_UNWRITABLE',
        { reason: reasonOf(error) },
        { place: { path }, cause: error },
      );
    }
  }

  return {
    root,
    glob: (patterns, { ignore }) => findFiles(root, patterns, ignore),
    read: (path) => inLane(() => read(path)),
    write: (path, text, expected) => inLane(() => write(path, text, expected)),
    marks: async (paths) => {
      const marks = await Promise.all(paths.map((path) => inLane(() => markOf(root, path))));
      return new Map(paths.flatMap((path, i) => (marks[i] === undefined ? [] : [[path, marks[i]]])));
    },
    lock: () => takeLock(root, options),
  };
}
