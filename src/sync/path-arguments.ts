import { nearest } from '../core/text/nearest.js';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { compilePattern } from '../core/patterns/compile.js';

/**
 * Whether a path argument means a file of the project: that file, a folder above it, or a glob that
 * matches it. The argument is relative to the working folder, the file to the configuration's.
 */
export function matchesArgument(argument: string, cwd: string, root: string): (path: string) => boolean {
  const inRoot = withSlashes(relative(root, resolve(cwd, argument)));
  if (inRoot === '') return () => true;
  if (inRoot.startsWith('../') || inRoot === '..' || isAbsolute(inRoot)) return () => false;
  const literal = (path: string): boolean => path === inRoot || path.startsWith(`${inRoot}/`);
  if (!/[*?[{]/.test(inRoot)) return literal;
  const glob = compilePattern(inRoot);
  return (path) => literal(path) || glob.match(path) !== undefined;
}

/**
 * The locale file or folder of locale files that a path argument was probably meant to be, relative
 * to the working folder. The known files are relative to the configuration's folder, and so may be
 * what was typed, as in a message of this program.
 */
export function nearestPath(
  argument: string,
  cwd: string,
  root: string,
  known: readonly string[],
): string | undefined {
  const folders = known.flatMap((one) => Array.from(one.matchAll(/\//g), ({ index }) => one.slice(0, index)));
  const places = [...new Set([...folders, ...known])];
  const fromHere = new Map(
    places.map((place) => [place, withSlashes(relative(cwd, resolve(root, place))) || '.']),
  );
  const typed = argument.replace(/^\.\/|\/$/g, '');
  const here = nearest(withSlashes(relative(cwd, resolve(cwd, argument))), fromHere.values());
  return here ?? fromHere.get(nearest(typed, places) ?? '');
}

const withSlashes = (path: string): string => path.split(sep).join('/');
