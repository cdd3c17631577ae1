import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** What shows whose cache folder it is. */
export interface CacheOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Windows has none: folders of a user are closed to others there. */
  readonly getuid?: (() => number) | undefined;
}

const OTHERS_MAY_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * This program's folder among the user's caches (XDG Base Directory Specification), without links
 * in its path. Undefined if another user could put something there: what is in it is executed. None
 * below another user's home folder, as with `sudo`. `make` creates it if it is missing.
 */
export function cacheFolderOf(owner: CacheOwner, make: boolean): string | undefined {
  const { env, platform } = owner;
  const home = absolutePath(platform === 'win32' ? env['LOCALAPPDATA'] : env['HOME']);
  if (home === undefined) return undefined;
  const caches = platform === 'win32' ? home : (absolutePath(env['XDG_CACHE_HOME']) ?? join(home, '.cache'));
  try {
    const user = owner.getuid?.();
    if (user !== undefined && statSync(home).uid !== user) return undefined;
  } catch {
    return undefined;
  }
  return privateFolder(join(caches, 'locsync'), owner, make);
}

/**
 * A folder without links in its path; undefined if anybody but this user (and root) could put
 * something there.
 */
export function privateFolder(
  folder: string,
  { getuid }: Pick<CacheOwner, 'getuid'>,
  make: boolean,
): string | undefined {
  try {
    if (make) makeFolder(folder);
    const real = realpathSync(folder);
    const user = getuid?.();
    return user === undefined || isPrivate(real, user) ? real : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates a folder and those above it, for this user alone. As `recursive` does, which never ends
 * on Node 20 below /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run was first.
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

/**
 * Whether only this user (and root) can change what is in a folder, or put another one in its
 * place.
 */
function isPrivate(folder: string, user: number): boolean {
  const own = statSync(folder);
  if (!own.isDirectory() || own.uid !== user || (own.mode & OTHERS_MAY_WRITE) !== 0) return false;
  for (let path = folder; path !== dirname(path);) {
    path = dirname(path);
    const { uid, mode } = statSync(path);
    const isSafe = (mode & OTHERS_MAY_WRITE) === 0 || (mode & STICKY) !== 0;
    if ((uid !== user && uid !== 0) || !isSafe) return false;
  }
  return true;
}

export const absolutePath = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;
