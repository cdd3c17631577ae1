import { append } from '../../core/util/collections.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { LocaleTable } from '../../core/files/locale-table.js';
import { compilePattern } from '../../core/patterns/compile.js';
import { looksLikeTag } from '../../core/locales/language-tag.js';
import { isCandidate, tellsTranslations, type ProposedPattern } from '../../core/propose/propose.js';
import { readDocument, readLocaleFile } from '../../sync/files/read-file.js';
import { unlessFailed } from '../../sync/files/unless-failed.js';
import type { Files } from '../../ports/files.js';

/** A pattern whose files cannot be read. */
export interface LeftOut {
  readonly pattern: string;
  readonly fault: LocsyncError;
}

/** Reads at most this many files of a pattern; one that can be read is enough. */
const TRIED = 3;

/**
 * The patterns whose files can be read: a list at the root has to have items with ids. A pattern
 * stays if one of its first files, the source locale's before all, can be read.
 */
export async function readablePatterns(
  files: Files,
  proposed: readonly ProposedPattern[],
  table: LocaleTable,
  sourceLocale: string,
): Promise<{ readonly patterns: readonly ProposedPattern[]; readonly leftOut: readonly LeftOut[] }> {
  const patterns: ProposedPattern[] = [];
  const leftOut: LeftOut[] = [];
  for (const pattern of proposed) {
    const isSource = isFileOf(pattern.path, table, sourceLocale);
    const first = pattern.files.toSorted((a, b) => Number(isSource(b)) - Number(isSource(a))).slice(0, TRIED);
    const faults: LocsyncError[] = [];
    for (const path of first) {
      const read = await unlessFailed(() => readLocaleFile(files, path));
      if (!(read instanceof LocsyncError)) break;
      faults.push(read);
    }
    const [fault] = faults;
    if (fault === undefined || faults.length < first.length) patterns.push(pattern);
    else leftOut.push({ pattern: pattern.path, fault });
  }
  return { patterns, leftOut };
}

/** Whether a path of this pattern is a file of a locale. */
export function isFileOf(pattern: string, table: LocaleTable, locale: string): (path: string) => boolean {
  const compiled = compilePattern(pattern);
  const id = table.find(locale)?.id;
  return (path) => {
    const code = compiled.match(path, table.spellings)?.locale;
    return code !== undefined && table.find(code)?.id === id;
  };
}

/** More files than these in such places, and they are something else. */
const MOST_READ = 100;

/** The first files in places that are called after translations. */
const translationPlaces = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isCandidate(path) && tellsTranslations(path)).slice(0, MOST_READ);

/**
 * The files that hold several languages under their top-level keys, in places that are called after
 * translations: a pattern without `{locale}` each.
 */
export async function multilingualFiles(
  files: Files,
  paths: readonly string[],
  table: LocaleTable,
  sourceLocale: string,
): Promise<readonly ProposedPattern[]> {
  const found: ProposedPattern[] = [];
  const source = table.find(sourceLocale)?.id;
  for (const path of translationPlaces(paths)) {
    if (/[^A-Za-z0-9._/@~ -]/.test(path)) continue;
    const document = await readDocument(files, path);
    if (!document) continue;
    const roots = document.top.map(({ kind, item, path: [name = ''] }) => ({
      name,
      locale: kind === 'map' && item === undefined ? table.calledBy(name)[0]?.id : undefined,
    }));
    const languageNodes = roots.filter(({ locale }) => locale !== undefined);
    const isSource = languageNodes.some(({ locale }) => locale === source);
    if (!(languageNodes.length > 1 || (isSource && roots.length === 1))) continue;
    if (roots.every(({ name }) => looksLikeTag(name)))
      found.push({ path, files: [path], ignore: [], lacking: [] });
  }
  return found;
}

/** Languages at the top of files that hold nothing else there: several, or English alone. */
export async function languagesAtTop(
  files: Files,
  paths: readonly string[],
  isLanguage: (name: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of translationPlaces(paths)) {
    const document = await readDocument(files, path);
    const names = document?.top.map(({ kind, path: [name = ''] }) => (kind === 'map' ? name : '')) ?? [];
    if (!names.every(looksLikeTag)) continue;
    const languages = names.filter(isLanguage);
    if (languages.length > 1 || (names.length === 1 && languages[0] === 'en')) append(found, languages);
  }
  return found;
}
