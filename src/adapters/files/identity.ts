import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The identity of each relative path: equal for two paths of one file, through a symbolic link in
 * any part or on a disk that ignores case. Hard links are separate files, since a write replaces
 * the name. Leaves out what cannot be followed: reading it reports why.
 */
export function identities(root: string, paths: Iterable<string>): ReadonlyMap<string, string> {
  const folders = new Map<string, string | undefined>();
  const found = new Map<string, string>();
  for (const path of paths) {
    const at = join(root, path);
    const folder = realFolder(dirname(at), folders);
    const identity = folder === undefined ? undefined : identityOf(join(folder, basename(at)));
    if (identity !== undefined) found.set(path, identity);
  }
  return found;
}

/** Whether a symbolic link has this relative path. False for what cannot be looked at. */
export const isLink = (root: string, path: string): boolean =>
  attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink()) === true;

/** The permissions of a file. Undefined for what cannot be looked at. */
export function modeOf(root: string, path: string): number | undefined {
  const mode = attempt(() => statSync(join(root, path), { throwIfNoEntry: false })?.mode);
  return mode === undefined ? undefined : mode & 0o777;
}

/** A folder without links; of a folder that does not exist yet, the part that does. */
function realFolder(folder: string, cache: Map<string, string | undefined>): string | undefined {
  if (cache.has(folder)) return cache.get(folder);
  const real = attempt(() => {
    if (lstatSync(folder, { throwIfNoEntry: false })) return realpathSync(folder);
    const above = dirname(folder);
    const parent = above === folder ? folder : realFolder(above, cache);
    return parent === undefined ? undefined : join(parent, basename(folder));
  });
  cache.set(folder, real);
  return real;
}

const identityOf = (path: string): string | undefined =>
  attempt(() => {
    const link = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    if (!link) return path;
    const real = link.isSymbolicLink() ? realpathSync(path) : path;
    const { dev, ino, nlink } = link.isSymbolicLink() ? statSync(real, { bigint: true }) : link;
    return nlink === 1n ? `${dev}:${ino}` : real;
  });

/** Something broken or forbidden has no identity. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
