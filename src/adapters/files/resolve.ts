import { lstatSync, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../is-inside.js';
import { LocsyncError } from '../../core/errors/index.js';
import { unsafePath, unsafeShape } from '../../core/patterns/paths.js';
import { isMissing, reasonOf } from '../../core/system/system-error.js';
import type { FolderSpellings } from './spellings.js';

/** The target of a project path after all links. */
export interface ResolvedPath {
  /** Absolute; without links as far as it exists. */
  readonly real: string;
  /** The folders that do not exist yet, outermost first; absolute. */
  readonly missing: readonly string[];
  /** The project's folder without links. */
  readonly realRoot: string;
  /** Whether something is there. */
  readonly isThere: boolean;
  /** In bytes; 0 if nothing is there, or a link. */
  readonly size: number;
}

/**
 * Follows a relative path from `root` part by part, without opening anything. Throws
 * LINK_LEAVES_PROJECT, LINK_DANGLING, FILE_PARENT if a part is not a folder, FILE_UNREADABLE, and
 * PATH_UNSAFE for a path with `..` or the like.
 */
export async function resolveInside(
  root: string,
  path: string,
  folders: KnownFolders = new KnownFolders(),
): Promise<ResolvedPath> {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
    throw LocsyncError.of(
      'PATH_UNSAFE',
      { path, reason: 'is not a path within the project' },
      { place: { path } },
    );
  }
  return follow(await folders.rootOf(root), path, () => undefined, folders.plain);
}

/**
 * {@link resolveInside} for a path that will be written. Also throws PATH_UNSAFE for a path that
 * must not be written anywhere. PATH_COLLISION if a missing part exists in another spelling: on a
 * disk that ignores case that file would be overwritten.
 */
export async function resolveForWriting(
  root: string,
  path: string,
  spellings: FolderSpellings,
  folders: KnownFolders = new KnownFolders(),
): Promise<ResolvedPath> {
  const shape = unsafeShape(path);
  if (shape !== undefined) throw LocsyncError.of('PATH_UNSAFE', { path, reason: shape }, { place: { path } });
  const resolved = await follow(await folders.rootOf(root), path, (folder, part, exists) => {
    spellings.refuseOther(folder, part, exists, path);
  });
  const target = relative(resolved.realRoot, resolved.real).replaceAll(sep, '/');
  const reason = target === path ? undefined : unsafePath(target);
  if (reason !== undefined)
    throw LocsyncError.of('PATH_UNSAFE', { path: target, reason }, { place: { path } });
  return resolved;
}

/** What a run of ten thousand files need not find out for each of them. */
export class KnownFolders {
  #root: string | undefined;
  /** Folders of the project that are not links. For reading only: a write checks again. */
  readonly plain = new Set<string>();

  /** The project's folder without links. A write notices if that has changed: see replaceFile. */
  async rootOf(root: string): Promise<string> {
    return (this.#root ??= await realRootOf(root));
  }
}

type Visit = (folder: string, part: string, exists: boolean) => void;

async function follow(
  realRoot: string,
  path: string,
  visit: Visit,
  plain?: Set<string>,
): Promise<ResolvedPath> {
  const place = { path };
  const parts = path.split('/');
  let current = realRoot;
  let size = 0;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const next = join(current, part);
    if (!last && plain?.has(next) === true) {
      current = next;
      continue;
    }
    const shown = parts.slice(0, index + 1).join('/');
    const stat = look(next, path);
    visit(current, part, stat !== undefined);
    if (stat === undefined) {
      const missing = parts
        .slice(index, -1)
        .map((_, offset) => join(current, ...parts.slice(index, index + offset + 1)));
      return { real: join(current, ...parts.slice(index)), missing, realRoot, isThere: false, size: 0 };
    }
    if (last && !stat.isSymbolicLink()) size = stat.size;
    current = stat.isSymbolicLink() ? await target(next, shown, realRoot, path) : next;
    const folder = stat.isSymbolicLink() && !last ? (await lstat(current)).isDirectory() : stat.isDirectory();
    if (!last && !folder) throw LocsyncError.of('FILE_PARENT', { part: shown }, { place });
    if (!last && !stat.isSymbolicLink()) plain?.add(next);
  }
  return { real: current, missing: [], realRoot, isThere: true, size };
}

/**
 * What is at an absolute path, links not followed; undefined for nothing. Synchronous like reading
 * (read.ts).
 */
function look(at: string, path: string): Stats | undefined {
  try {
    return lstatSync(at, { throwIfNoEntry: false });
  } catch (error) {
    throw LocsyncError.of('FILE_UNREADABLE', { reason: reasonOf(error) }, { place: { path }, cause: error });
  }
}

async function realRootOf(root: string): Promise<string> {
  return realpath(root).catch((error: unknown) => {
    throw LocsyncError.of(
      'FILE_UNREADABLE',
      { reason: reasonOf(error) },
      { place: { path: root }, cause: error },
    );
  });
}

async function target(link: string, shown: string, realRoot: string, path: string): Promise<string> {
  const real = await realpath(link).catch((error: unknown) => {
    if (isMissing(error))
      throw LocsyncError.of('LINK_DANGLING', { link: shown }, { place: { path }, cause: error });
    throw LocsyncError.of('FILE_UNREADABLE', { reason: reasonOf(error) }, { place: { path }, cause: error });
  });
  if (!isInside(realRoot, real))
    throw LocsyncError.of('LINK_LEAVES_PROJECT', { link: shown }, { place: { path } });
  return real;
}
