import { compilePattern } from './compile.js';
import type { Token } from './parse.js';
import { getOrMake } from '../util/collections.js';

/** The files that a list of `ignore` globs leaves out (docs/configuration.md, "Patterns"). */
export interface IgnoredFiles {
  /** Whether a glob matches this path, or names a folder above it; file or no file. */
  readonly has: (path: string) => boolean;
  /**
   * Those globs that fast-glob reads in exactly the same way, so that it need not enter the folders
   * that they leave out.
   */
  readonly globs: readonly string[];
}

// Most entries share one list: compiled for each, two thousand of both would be four million.
const compiledLists = new WeakMap<readonly string[], IgnoredFiles>();

/** Compiles a list of `ignore` globs. Throws PATTERN_INVALID. */
export const compileIgnore = (globs: readonly string[]): IgnoredFiles =>
  getOrMake(compiledLists, globs, () => {
    const patterns = globs.map((glob) => compilePattern(glob, { dotNames: true }));
    const folders = patterns.filter(({ alternatives }) => alternatives.some(namesLast));
    return {
      has: (path) =>
        patterns.some((pattern) => pattern.match(path) !== undefined) ||
        (folders.length > 0 &&
          foldersAbove(path).some((folder) =>
            folders.some((pattern) => pattern.match(folder) !== undefined),
          )),
      globs: globs.filter((glob) => PLAIN.test(glob)),
    };
  });

// fast-glob takes quotes and parentheses for signs of its own, and a class only for one character.
const PLAIN = /^[\p{L}\p{N}_.\-/*]*$/u;

/** Whether the last name of a path is spelt out: only then a glob means a folder with its files. */
function namesLast(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  return (
    last?.kind === 'text' && (last.text.includes('/') || before === undefined || before.kind === 'folders')
  );
}

const foldersAbove = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index));
