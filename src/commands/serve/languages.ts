import { errorsOf } from '../../core/errors/index.js';
import { serviceCode } from '../../core/files/locale-table.js';
import { foldCode } from '../../core/locales/locale.js';
import { compilePattern, looksLikeLanguage } from '../../core/patterns/compile.js';
import { isLanguageTag } from '../../core/locales/language-tag.js';
import { unknownCodes } from '../../core/propose/unknown-codes.js';
import { localeOfVendor } from '../../core/propose/vendor-codes.js';
import type { Host } from '../../ports/host.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { Files } from '../../ports/files.js';
import { findSets } from '../../sync/offline/local-sets.js';
import { localeFileNames } from '../init/detect.js';
import { languagesAtTop } from '../init/readable-files.js';
import { withoutCode } from '../init/refusals.js';
import { hasName } from '../../core/files/language-in-name.js';
import { proposeByCodes } from '../../core/propose/propose.js';

/**
 * The languages of the locale files below a folder, the source locale first: by the patterns of the
 * configuration, if there is one, else as `init` finds them: by the names of the files, and by the
 * keys at the top of those that may hold several languages.
 */
export async function languagesHere(
  host: Host,
  root: string,
  found: FoundConfig | undefined,
): Promise<readonly string[]> {
  const source = found?.config.sourceLocale ?? 'en';
  try {
    const files = host.files(root);
    const codes =
      found !== undefined && found.config.files.length > 0
        ? await codesOfPatterns(files, found)
        : await codesOfFiles(files, await localeFileNames(files, []), source);
    const others = [...codes].filter((code) => code !== source).sort();
    return codes.has(source) ? [source, ...others] : others;
  } catch (error) {
    // The service needs no locale files: the commands that do will report what is wrong with them.
    if (errorsOf(error).length > 0) return [];
    throw error;
  }
}

async function codesOfPatterns(
  files: Parameters<typeof findSets>[0],
  found: FoundConfig,
): Promise<Set<string>> {
  const sets = await findSets(files, found.config.files, undefined);
  return new Set(
    sets.flatMap(({ pattern, files: own }) =>
      own.flatMap(({ code }) => (code === undefined ? [] : [serviceCode(pattern.localeMap, code)])),
    ),
  );
}

async function codesOfFiles(files: Files, paths: readonly string[], source: string): Promise<Set<string>> {
  const { codes, taken } = codesOfNames(paths, source);
  const others = paths.filter((path) => !taken.has(path));
  for (const code of await languagesAtTop(files, others, (name) => isLanguageTag(name) && isLanguage(name)))
    codes.add(code);
  return codes;
}

/** The languages that the names of the files tell, and the files that are theirs. */
function codesOfNames(
  paths: readonly string[],
  source: string,
): { readonly codes: Set<string>; readonly taken: ReadonlySet<string> } {
  const vendor = ofVendor(paths);
  if (vendor !== undefined) return { codes: vendor, taken: new Set(paths) };
  const words = new Set(paths.flatMap(wordsOf));
  const codes = [...words].filter(
    (word) => looksLikeLanguage(word) && isLanguageTag(word) && isLanguage(word),
  );
  const { table, patterns } = proposeByCodes(
    paths,
    onePerLocale(codes),
    codes.includes(source) ? source : undefined,
  );
  const named = patterns.flatMap(({ path, files }) => {
    const pattern = compilePattern(path);
    return files.flatMap((file) => pattern.match(file)?.locale ?? []);
  });
  const found = new Set(onePerLocale(named.filter((code) => codes.includes(code))));
  // `package.nls.json` beside `package.nls.de.json`: the source texts, as init will say.
  if (withoutCode(patterns, paths, table, source).length > 0) found.add(source);
  return { codes: found, taken: new Set(patterns.flatMap(({ files }) => files)) };
}

/** The folders of a path, and of its name what may be a code: the parts, each end at a joint. */
function wordsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
  const ends = [...name.matchAll(/[._-]/g)].flatMap(({ index }) => [
    name.slice(0, index),
    name.slice(index + 1),
  ]);
  return [...path.split(/[/.]/), ...ends];
}

/** One spelling of each code: `pt-BR` and `pt_BR` are one locale. */
function onePerLocale(codes: readonly string[]): readonly string[] {
  const seen = new Map(codes.map((code) => [foldCode(code), code]));
  return [...seen.values()];
}

/**
 * The languages of files that are named after codes such as `chs` and `deu` (VS Code); undefined if
 * they have no code that only a vendor has.
 */
function ofVendor(paths: readonly string[]): Set<string> | undefined {
  const codes = unknownCodes(paths)?.codes ?? [];
  const meant = codes.flatMap((code) => localeOfVendor(code) ?? (isLanguageTag(code) ? code : []));
  return meant.length === codes.length && codes.some((code) => !isLanguageTag(code))
    ? new Set(meant)
    : undefined;
}

/** Whether Intl knows the language: `app` and `src` look like codes too. */
function isLanguage(code: string): boolean {
  try {
    return hasName('language', code.replaceAll('_', '-'));
  } catch {
    return false;
  }
}
