import { LocsyncError, LocsyncErrors } from '../../core/errors/index.js';
import { localeTable, serviceCode } from '../../core/files/locale-table.js';
import { compilePattern, looksLikeLanguage } from '../../core/patterns/compile.js';
import { isLanguageTag } from '../../core/propose/language-tag.js';
import { propose } from '../../core/propose/propose.js';
import { unknownCodes } from '../../core/propose/unknown-codes.js';
import { localeOfVendor } from '../../core/propose/vendor-codes.js';
import type { Host } from '../../ports/host.js';
import type { FoundConfig } from '../../ports/settings.js';
import { findSets } from '../../sync/local/local-sets.js';
import { localeFileNames } from '../init/detect.js';

/**
 * The languages of the locale files below a folder, the source locale first: by the patterns of the
 * configuration, if there is one, else by the names of the files. Nothing is read but names.
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
        : codesOfNames(await localeFileNames(files, []));
    const others = [...codes].filter((code) => code !== source).sort();
    return codes.has(source) ? [source, ...others] : others;
  } catch (error) {
    // The service needs no locale files: the commands that do will report what is wrong with them.
    if (error instanceof LocsyncError || error instanceof LocsyncErrors) return [];
    throw error;
  }
}

async function codesOfPatterns(
  files: Parameters<typeof findSets>[0],
  found: FoundConfig,
): Promise<Set<string>> {
  const sets = await findSets(files, found.config.files);
  return new Set(
    sets.flatMap(({ pattern, files: own }) =>
      own.flatMap(({ code }) => (code === undefined ? [] : [serviceCode(pattern.localeMap, code)])),
    ),
  );
}

function codesOfNames(paths: readonly string[]): Set<string> {
  const vendor = ofVendor(paths);
  if (vendor !== undefined) return vendor;
  const words = new Set(paths.flatMap((path) => path.split(/[/.]/)));
  const codes = [...words].filter(
    (word) => looksLikeLanguage(word) && isLanguageTag(word) && isLanguage(word),
  );
  const table = localeTable(
    codes.map((code) => ({ id: code, code, country: '', name: '' })),
    new Map(),
  );
  const about = { technology: '', framework: '', format: '' };
  const patterns = propose(paths, table, about, codes.includes('en') ? 'en' : undefined);
  const named = patterns.flatMap(({ path, files }) => {
    const pattern = compilePattern(path);
    return files.flatMap((file) => pattern.match(file)?.locale ?? []);
  });
  return new Set(named.filter((code) => codes.includes(code)));
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
    return NAMES.of(code.replaceAll('_', '-')) !== undefined;
  } catch {
    return false;
  }
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
