import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { reasonOf } from '../../core/system/system-error.js';
import { diskBelow, matchable, diskPathOf, printablePath, originalOf, SEARCH_ROOT } from './odd-names.js';
import { isInside } from './resolve.js';
import type { Options } from 'fast-glob';

const ALWAYS_IGNORED = ['**/node_modules/**', '**/.git/**'];

/**
 * The files that match, relative to `root`, sorted by bytes. Includes symbolic links to files,
 * wherever they lead (reading decides); does not enter folders that are links.
 *
 * Throws LINK_LEAVES_PROJECT if a pattern names a folder outside, FOLDER_UNREADABLE if a folder
 * cannot be searched, FILE_UNREADABLE if a path is not UTF-8: the files would look deleted.
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
  // fast-glob enters the base folder of a pattern even if it is a link.
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
    // Reading reports a pipe or a device. If left out here, its texts would look deleted.
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

/** If left out, its texts would look deleted. */
const notUtf8 = (path: string): LocsyncError =>
  LocsyncError.of(
    'FILE_UNREADABLE',
    { reason: 'its path holds bytes that are not UTF-8' },
    { place: { path: printablePath(path) } },
  );

const isFolder = async (path: string | Buffer): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

// Code units would put astral characters before U+E000. Git and the lock file order by bytes.
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
