import type { Config } from '../../core/config/types.js';
import { EXTENSIONS } from '../../core/formats.js';
import { foldCode } from '../../core/locales/locale.js';
import { compilePattern } from '../../core/patterns/compile.js';
import type { Files } from '../../ports/files.js';
import { FOREIGN } from '../init/foreign-configs.js';
import { proposeByCodes } from '../../core/propose/propose.js';

/**
 * Files that `init` would take for locale files of the same languages, and that no pattern covers:
 * those of a package that is newer than the configuration. `covered` are the paths that the
 * patterns find, pattern by pattern.
 */
export async function uncoveredFiles(
  files: Files,
  { files: patterns, ignore, sourceLocale }: Config,
  covered: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const codes = new Map<string, string>();
  for (const [i, { path }] of patterns.entries()) {
    const pattern = compilePattern(path);
    for (const file of covered[i] ?? []) {
      const code = pattern.match(file)?.locale;
      if (code !== undefined && !codes.has(foldCode(code))) codes.set(foldCode(code), code);
    }
  }
  const own = patterns.flatMap((pattern) => pattern.ignore);
  const paths = await files.glob(
    EXTENSIONS.map((extension) => `**/*${extension}`),
    { ignore: [...FOREIGN, ...ignore, ...own] },
  );
  const { patterns: proposed } = proposeByCodes(paths, [...codes.values()], sourceLocale);
  const coveredPaths = new Set(covered.flat());
  return proposed.flatMap((pattern) => pattern.files.filter((path) => !coveredPaths.has(path)));
}
