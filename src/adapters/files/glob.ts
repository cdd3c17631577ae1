import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { reasonOf } from '../../core/system/system-error.js';
import { diskBelow, matchable, diskPathOf, printablePath, originalOf, SEARCH_ROOT } from './odd-names.js';
import { isInside } from './resolve.js';
import type { Options } from 'fast-glob';

const ALWAYS_IGNORED = ['**/node_modules/**', '**/.git/**'];

/**
 * The files that match, relative to `root`, sorted by bytes. A symbolic link to a file is one of them, wherever it leads (reading it
 * decides); folders that are links are not walked. Throws LINK_LEAVES_PROJECT where a pattern itself names a folder outside, FOLDER_UNREADABLE
 * where one cannot be searched, FILE_UNREADABLE if a path is not UTF-8: the files would look as if they were gone.
 */
export async function findFiles(
  root: string,
  patterns: readonly string[],
  ignore: readonly string[],
): Promise<readonly string[]> {
  if (patterns.length === 0) return [];
  const { default: glob } = await import('fast-glob');
  const options: Options & { objectMode: true } = {
    cwd: SEARCH_ROOT,
    fs: diskBelow(root),
    ignore: [...ALWAYS_IGNORED, ...ignore].map(matchable),
    dot: false,
    extglob: false,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    unique: true,
  };
  // fast-glob enters the folder that a pattern begins with even where it is a link.
  for (const base of new Set(glob.generateTasks([...patterns], options).map((task) => task.base)))
    await refuseOutside(root, base);
  const entries = await glob([...patterns], options).catch((error: unknown) => {
    const folder = error instanceof Error && 'path' in error ? String(error.path) : root;
    const path = relative(root, folder).replaceAll(sep, '/') || '.';
    throw LocsyncError.of(
      'FOLDER_UNREADABLE',
      { reason: reasonOf(error) },
      { place: { path }, cause: error },
    );
  });
  const paths = new Set<string>();
  for (const { path, dirent } of entries) {
    if (path.startsWith('/') || path.split('/').includes('..')) continue;
    // A pipe or a device in place of a file is reported when it is read: left out, its texts would look as if they were gone.
    if (dirent.isDirectory() || (dirent.isSymbolicLink() && (await isFolder(diskPathOf(root, path)))))
      continue;
    const name = originalOf(path);
    if (name === undefined) throw notUtf8(path);
    paths.add(name);
  }
  return [...paths].sort(byBytes);
}

async function refuseOutside(root: string, base: string): Promise<void> {
  const path = join(root, base);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || isInside(await realpath(root), real)) return;
  const link = (await lstat(path)).isSymbolicLink();
  throw LocsyncError.of('LINK_LEAVES_PROJECT', { link: base }, { place: { path: link ? base : path } });
}

/** Left out, its texts would look as if they were gone. */
const notUtf8 = (path: string): LocsyncError =>
  LocsyncError.of(
    'FILE_UNREADABLE',
    { reason: 'its path holds bytes that are not UTF-8' },
    { place: { path: printablePath(path) } },
  );

const isFolder = async (path: string | Buffer): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

// Code units would put astral characters before U+E000; bytes are the order of git and of the lock file.
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
