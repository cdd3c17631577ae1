import type { FilePattern } from '../../core/config/types.js';
import { compilePattern } from '../../core/patterns/compile.js';
import type { Files } from '../../ports/files.js';

/**
 * The files that each pattern finds, and perhaps some that only another one finds. Call the
 * pattern's `match` to test whether it really matches. The folders are walked once for all.
 */
export function findPaths(
  files: Pick<Files, 'globEach'>,
  patterns: readonly FilePattern[],
): Promise<readonly (readonly string[])[]> {
  return files.globEach(
    patterns.map(({ path, ignore }) => {
      const { glob, mayMatch } = compilePattern(path);
      return { glob, ignore, mayMatch };
    }),
  );
}

/** Whether a pattern that finds no file would find some without its `ignore`. */
export async function findsOnlyIgnored(
  files: Pick<Files, 'glob'>,
  { path, ignore }: FilePattern,
): Promise<boolean> {
  if (ignore.length === 0) return false;
  const pattern = compilePattern(path);
  const paths = await files.glob([pattern.glob], { ignore: [] });
  return paths.some((found) => pattern.match(found) !== undefined);
}
