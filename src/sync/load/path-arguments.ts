import { LocsyncError } from '../../core/errors/index.js';
import { nearest } from '../../core/text/nearest.js';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Files } from '../../ports/files.js';
import type { FoundConfig } from '../../ports/settings.js';
import { compilePattern } from '../../core/patterns/compile.js';

/** The path arguments of a run; they are relative to the working folder. */
interface PathArguments {
  readonly paths: readonly string[];
  readonly found: Pick<FoundConfig, 'root' | 'folder'>;
  readonly files: Pick<Files, 'statFingerprints' | 'pathInside'>;
  /** What an argument that is not a path was probably meant to be. */
  readonly meant?: (argument: string) => string | undefined;
}

/**
 * Whether a path argument means a file of the project: that file, a folder above it, or a glob that
 * matches it. The name of a file or folder is not a glob: `a[b]/de.json` means no other file.
 */
async function matchesArgument(
  inRoot: string,
  paths: readonly string[],
  { files }: PathArguments,
): Promise<(path: string) => boolean> {
  if (inRoot === '') return () => true;
  if (inRoot.startsWith('../') || inRoot === '..' || isAbsolute(inRoot)) return () => false;
  const literal = (path: string): boolean => path === inRoot || path.startsWith(`${inRoot}/`);
  if (!/[*?[{]/.test(inRoot) || paths.some(literal)) return literal;
  if ((await files.statFingerprints([inRoot])).size > 0) return literal;
  const glob = compilePattern(inRoot);
  return (path) => glob.match(path) !== undefined;
}

/**
 * The file sets that the path arguments touch, all if there are none. Throws PATH_UNMATCHED for an
 * argument that touches none.
 */
export async function touchedSets<Item>(
  sets: readonly Item[],
  pathsOf: (set: Item) => readonly string[],
  given: PathArguments,
): Promise<readonly Item[]> {
  const { paths, found } = given;
  if (paths.length === 0) return sets;
  const allPaths = sets.flatMap(pathsOf);
  const touched = new Set<Item>();
  for (const path of paths) {
    const inRoot = await given.files.pathInside(resolve(found.folder, path));
    const test = await matchesArgument(inRoot, allPaths, given);
    const hit = sets.filter((set) => pathsOf(set).some(test));
    if (hit.length === 0)
      throw LocsyncError.of('PATH_UNMATCHED', {
        path,
        nearest: given.meant?.(path) ?? nearestPath(path, inRoot, found, allPaths),
      });
    for (const set of hit) touched.add(set);
  }
  return sets.filter((set) => touched.has(set));
}

/**
 * The locale file or folder of locale files that a path argument was probably meant to be, relative
 * to the working folder. The known files are relative to the configuration's folder, and so may be
 * what was typed, as in a message of this program.
 */
function nearestPath(
  argument: string,
  inRoot: string,
  { root, folder }: PathArguments['found'],
  paths: readonly string[],
): string | undefined {
  const folders = paths.flatMap((path) =>
    Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
  );
  const places = [...new Set([...folders, ...paths])];
  const fromHere = new Map(
    places.map((place) => [place, withSlashes(relative(folder, resolve(root, place))) || '.']),
  );
  const typed = argument.replace(/^\.\/|\/$/g, '');
  const here = nearest(withSlashes(relative(folder, resolve(root, inRoot))), fromHere.values());
  return here ?? fromHere.get(nearest(typed, places) ?? '');
}

const withSlashes = (path: string): string => path.split(sep).join('/');
