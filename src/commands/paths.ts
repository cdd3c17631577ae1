import { nearest } from '../core/nearest.js';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { compilePattern } from '../core/pattern.js';

/**
 * Whether a path argument means a file of the project: that file, a folder above it, or a glob that matches it. The argument is relative to
 * the working folder, the file to the configuration's.
 */
export function touches(argument: string, cwd: string, root: string): (path: string) => boolean {
  const inRoot = relative(root, resolve(cwd, argument)).split(sep).join('/');
  if (inRoot === '') return () => true;
  if (inRoot.startsWith('../') || inRoot === '..' || isAbsolute(inRoot)) return () => false;
  const literal = (path: string): boolean => path === inRoot || path.startsWith(`${inRoot}/`);
  if (!/[*?[{]/.test(inRoot)) return literal;
  const glob = compilePattern(inRoot);
  return (path) => literal(path) || glob.match(path) !== undefined;
}

/** The locale file or folder of locale files that a path was probably meant to be. */
export function nearestPath(path: string, known: readonly string[]): string | undefined {
  const folders = known.flatMap((one) => Array.from(one.matchAll(/\//g), ({ index }) => one.slice(0, index)));
  return nearest(path.replace(/^\.\/|\/$/g, ''), new Set([...folders, ...known]));
}
