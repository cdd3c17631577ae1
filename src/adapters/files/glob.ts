import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { compileIgnore } from '../../core/patterns/ignore.js';
import { reasonOf } from '../../core/system/system-error.js';
import {
  diskBelow,
  diskPathOf,
  matchable,
  originalOf,
  printablePath,
  SEARCH_ROOT,
  type SearchedDisk,
  readdirOf,
  type ListedEntry,
} from './odd-names.js';
import { getOrMake } from '../../core/util/collections.js';
import { isInside } from '../is-inside.js';
import type { Entry, Options } from 'fast-glob';
import type { FileSearch } from '../../ports/files.js';

const NONE: readonly string[] = [];

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
  const ignored = compileIgnore(ignore);
  const options = optionsOf(diskBelow(root), ignored.globs);
  // fast-glob enters the base folder of a pattern even if it is a link.
  for (const base of new Set(glob.generateTasks([...patterns], options).map((task) => task.base)))
    await refuseOutside(root, base);
  return filesAmong(root, await glob([...patterns], options).catch(throwUnreadable(root)), ignored.has);
}

/**
 * {@link findFiles} for each of many patterns: searches that begin in one folder with one `ignore`
 * are made together, and each folder is listed once for all. A search may also get files that only
 * others find, if its `mayMatch` says so.
 */
export async function findFilesOfEach(
  root: string,
  searches: readonly FileSearch[],
  disk: SearchedDisk = diskBelow(root),
): Promise<readonly (readonly string[])[]> {
  const { default: glob } = await import('fast-glob');
  const listed = readOnce(disk);
  const groups = new Map<string, FileSearch[]>();
  const bases = new Set<string>();
  const ignoreKeys = new Map<readonly string[], string>();
  for (const search of searches) {
    const own = glob.generateTasks([search.glob], optionsOf(listed, [])).map(({ base }) => base);
    for (const base of own) bases.add(base);
    const ignoreKey = getOrMake(ignoreKeys, search.ignore, () => JSON.stringify(search.ignore));
    const key = JSON.stringify([[...own].sort(), ignoreKey]);
    const group = groups.get(key);
    if (group) group.push(search);
    else groups.set(key, [search]);
  }
  for (const base of bases) await refuseOutside(root, base);
  const found = new Map<FileSearch, readonly string[]>();
  const find = async (group: readonly FileSearch[]): Promise<void> => {
    const ignored = compileIgnore(group[0]?.ignore ?? NONE);
    const options = optionsOf(listed, ignored.globs);
    const patterns = group.map((search) => search.glob);
    const entries = await glob(patterns, options).catch(throwUnreadable(root));
    const files = await filesAmong(root, entries, ignored.has);
    for (const search of group) found.set(search, group.length === 1 ? files : files.filter(search.mayMatch));
  };
  await Promise.all([...groups.values()].map(find));
  return searches.map((search) => found.get(search) ?? []);
}

const optionsOf = (disk: SearchedDisk, ignore: readonly string[]): Options & { objectMode: true } => ({
  cwd: SEARCH_ROOT,
  fs: disk,
  ignore: [...ALWAYS_IGNORED, ...ignore].map(matchable),
  dot: false,
  extglob: false,
  followSymbolicLinks: false,
  onlyFiles: false,
  objectMode: true,
  unique: true,
});

const throwUnreadable =
  (root: string) =>
  (error: unknown): never => {
    const folder = error instanceof Error && 'path' in error ? String(error.path) : root;
    const path = relative(root, folder).replaceAll(sep, '/') || '.';
    throw LocsyncError.of(
      'FOLDER_UNREADABLE',
      { reason: reasonOf(error) },
      { place: { path }, cause: error },
    );
  };

/** The paths of the entries that are files, or may be, and are not ignored. */
async function filesAmong(
  root: string,
  entries: readonly Entry[],
  ignores: (path: string) => boolean,
): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const { path, dirent } of entries) {
    if (path.startsWith('/') || path.split('/').includes('..')) continue;
    // Reading reports a pipe or a device. If left out here, its texts would look deleted.
    if (dirent.isDirectory() || (dirent.isSymbolicLink() && (await isFolder(diskPathOf(root, path)))))
      continue;
    const name = originalOf(path);
    if (name === undefined) throw notUtf8(path);
    if (!ignores(name)) paths.add(name);
  }
  return sortedByBytes(paths);
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

/** Code units would put astral characters before U+E000. Git and the lock file order by bytes. */
function sortedByBytes(paths: Iterable<string>): readonly string[] {
  const named = Array.from(paths, (path) => ({ path, bytes: Buffer.from(path) }));
  named.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return named.map(({ path }) => path);
}

/** The disk, each folder of which is listed once, however many searches enter it. */
function readOnce(disk: SearchedDisk): SearchedDisk {
  const lists = new Map<string, Promise<ListedEntry[]>>();
  const listOf = (path: string, options: { withFileTypes: true }): Promise<ListedEntry[]> => {
    const cached = lists.get(path);
    if (cached) return cached;
    const list = new Promise<ListedEntry[]>((resolve, reject) => {
      disk.readdir(path, options, (error, entries) => {
        if (error) reject(error);
        else resolve(entries);
      });
    });
    lists.set(path, list);
    return list;
  };
  const readdir = readdirOf(disk.readdir.bind(disk), (path, options, done) => {
    listOf(path, options).then(
      (entries) => {
        done(null, entries);
      },
      (error: unknown) => {
        done(error as NodeJS.ErrnoException, []);
      },
    );
  });
  return { ...disk, readdir };
}
