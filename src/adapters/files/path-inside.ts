import { realpath } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import { isInside } from './resolve.js';

/**
 * The path in a folder of an absolute path, even if links lead to that folder or into it. Links
 * within the folder stay as they are, since patterns find files by their names there. A path
 * outside of the folder begins with `..`, or is absolute on another drive.
 */
export async function pathInside(root: string, path: string): Promise<string> {
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
