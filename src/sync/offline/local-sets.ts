import { getOrMake } from '../../core/util/collections.js';
import type { FilePattern } from '../../core/config/types.js';
import { LocsyncError } from '../../core/errors/index.js';
import { keyBelow, type KeyId } from '../../core/keys/key.js';
import { twinOf } from '../../core/files/file-set.js';
import { foldCode, isPseudoLocale, isSameCode, languageIn } from '../../core/locales/locale.js';
import { localeTable, serviceCode, tagMeant, sourceCode } from '../../core/files/locale-table.js';
import { patternMeant } from '../../core/propose/candidates.js';
import { compilePattern, looksLikeLanguage } from '../../core/patterns/compile.js';
import type { Position } from '../../core/text/lines.js';
import type { Document, Format, OutlineNode } from '../../formats/format.js';
import type { Files } from '../../ports/files.js';
import { leavesUnder, type LocaleLeaves } from '../../plan/locale-root.js';
import type { Lock } from '../../core/lock/lock.js';
import { languageFilter } from './local-codes.js';
import { findPaths } from '../load/find-paths.js';
import { readDocument, readLocaleFile } from '../files/read-file.js';

/**
 * The locale files of one file set as they are found without the service: their locales are those
 * that the names say.
 */
export interface LocalSet {
  /** The path with `{locale}`, or the path of a file that holds several languages. */
  readonly name: string;
  readonly pattern: FilePattern;
  /** By code as the path spells it; unknown for a file of several languages. */
  readonly files: readonly { readonly path: string; readonly code: string | undefined }[];
}

/** One language of one file, read. */
export interface Language {
  readonly path: string;
  readonly code: string;
  readonly format: Format;
  readonly leaves: LocaleLeaves;
  /** Where the value of a key stands. */
  readonly position: (key: KeyId) => Position | undefined;
}

/**
 * The file sets of the configuration. Throws PATTERN_UNMATCHED if no pattern finds anything here,
 * unless `mayBeGone`: one pattern may be for files that only the service has. Throws
 * TWO_FILES_ONE_LOCALE if two files match one locale.
 */
export async function findSets(
  files: Files,
  patterns: readonly FilePattern[],
  lock: Lock | undefined,
  mayBeGone: (pattern: FilePattern) => boolean = () => false,
): Promise<readonly LocalSet[]> {
  const sets = new Map<string, LocalSet & { files: { path: string; code: string | undefined }[] }>();
  const taken = new Set<string>();
  const owners = new Map<string, string>();
  const unmatched: FilePattern[] = [];
  const found = await findPaths(files, patterns);
  const isLanguage = languageFilter(patterns, lock);
  for (const [i, pattern] of patterns.entries()) {
    const compiled = compilePattern(pattern.path);
    const matches = (found[i] ?? []).flatMap((path) => {
      const match = compiled.match(path);
      return match ? [{ path, match }] : [];
    });
    const isUnmatched = async (): Promise<boolean> =>
      (await files.glob([compiled.glob], { ignore: pattern.ignore })).length === 0;
    if (matches.length === 0 && !mayBeGone(pattern) && (await isUnmatched())) unmatched.push(pattern);
    for (const { path, match } of matches) {
      if (taken.has(path)) continue;
      const code = match.locale;
      if (code !== undefined && !isLanguage(pattern, code)) continue;
      taken.add(path);
      const owner = `${foldCode(code ?? '')} ${twinOf(match.template)}`;
      const otherPath = owners.get(owner);
      if (otherPath !== undefined && code !== undefined)
        throw LocsyncError.of('TWO_FILES_ONE_LOCALE', { one: otherPath, other: path, locale: code });
      owners.set(owner, path);
      const { template: name } = match;
      getOrMake(sets, name, () => ({ name, pattern, files: [] })).files.push({ path, code });
    }
  }
  const [first] = unmatched;
  if (first && unmatched.length === patterns.length)
    throw LocsyncError.of('PATTERN_UNMATCHED', { pattern: first.path, there: false });
  return [...sets.values()];
}

/** The paths of the files of a set. */
export const pathsOf = ({ files }: LocalSet): readonly string[] => files.map(({ path }) => path);

/**
 * Throws LANGUAGES_MISSING for a pattern without `{locale}` whose files hold no language at their
 * top: nothing of them would be compared.
 */
export async function refuseWithoutLanguages(files: Files, sets: readonly LocalSet[]): Promise<void> {
  for (const { files: found, pattern } of sets) {
    const [file] = found;
    if (!file || file.code !== undefined) continue;
    const document = await readDocument(files, file.path);
    if (!document || document.top.length === 0) continue;
    const isLanguage = ({ kind, path: [root = ''] }: OutlineNode): boolean =>
      (kind === 'map' || kind === 'null') && looksLikeLanguage(root);
    if (document.top.some(isLanguage)) continue;
    const code = sourceCode(pattern);
    const table = localeTable([{ id: code, name: code, code, country: '' }], new Map());
    const paths = sets.filter((set) => set.pattern === pattern).map(({ name }) => name);
    const like = paths
      .map((path) => patternMeant(path, table))
      .find((candidate) => paths.includes(withCode(candidate, code)));
    const meant = like ?? patternMeant(file.path, table);
    throw LocsyncError.of('LANGUAGES_MISSING', { path: file.path, pattern: pattern.path, meant });
  }
}

const withCode = (template: string, code: string): string => template.replaceAll('{locale}', code);

/**
 * What `--locale` lets through: in each file set the code in file names, or the service's as the
 * set's own `localeMap` has it. Throws LOCALE_NOT_HERE for a code that stands for no file of any
 * set, and LOCALE_NOT_SYNCED for one that the configuration leaves out.
 */
export function localeFilter(
  sets: readonly LocalSet[],
  asked: readonly string[],
): (set: LocalSet, code: string) => boolean {
  if (asked.length === 0) return isSyncedHere;
  for (const askedCode of asked) {
    const meant = sets.flatMap((set) =>
      // A file of several languages must be read to find them.
      set.files.flatMap(({ code }) =>
        code === undefined || isMeant(set, askedCode, code) ? [{ set, code }] : [],
      ),
    );
    if (meant.length === 0)
      throw LocsyncError.of('LOCALE_NOT_HERE', { code: askedCode, known: codesHere(sets) });
    if (meant.every(({ set, code }) => code !== undefined && isExcluded(set, code)))
      throw LocsyncError.of('LOCALE_NOT_SYNCED', { code: askedCode });
  }
  return (set, code) => isSyncedHere(set, code) && asked.some((askedCode) => isMeant(set, askedCode, code));
}

const isMeant = ({ pattern }: LocalSet, asked: string, code: string): boolean =>
  isSameCode(tagMeant(pattern.localeMap, asked), code);

/** Whether the configuration lets the locale of this code in file names through. */
export const isSyncedHere = (set: LocalSet, code: string): boolean =>
  !isPseudoLocale(serviceCode(set.pattern.localeMap, code)) && !isExcluded(set, code);

function isExcluded(set: LocalSet, code: string): boolean {
  const { locales, excludeLocales } = set.pattern;
  const isNamed = (name: string): boolean => isMeant(set, name, code);
  return excludeLocales.some(isNamed) || locales?.some(isNamed) === false;
}

/** The codes of the files, the service's and those in file names, each once. */
function codesHere(sets: readonly LocalSet[]): string[] {
  const byFolded = new Map<string, string>();
  for (const { files, pattern } of sets)
    for (const { code } of files)
      for (const spelling of code === undefined ? [] : [serviceCode(pattern.localeMap, code), code])
        if (!byFolded.has(foldCode(spelling))) byFolded.set(foldCode(spelling), spelling);
  return [...byFolded.values()].sort();
}

/** The languages of a file, several if its path names none. Throws what cannot be read. */
export async function readLanguages(
  files: Files,
  path: string,
  code: string | undefined,
): Promise<readonly Language[]> {
  const { document, format } = await readLocaleFile(files, path);
  if (!document) return [];
  return languageRoots(document, code).map((language) => ({
    path,
    format,
    ...languageOf(document, language.code, language.root),
  }));
}

/** The languages of a document by the key above their texts; `code` is the one in its path. */
export function languageRoots(
  document: Document,
  code: string | undefined,
): readonly { readonly code: string; readonly root: string | undefined }[] {
  if (code !== undefined) return [{ code, root: rootOf(document, code) }];
  return topLevel(document)
    .filter(looksLikeLanguage)
    .map((root) => ({ code: root, root }));
}

function languageOf(
  document: Document,
  code: string,
  root: string | undefined,
): Pick<Language, 'code' | 'leaves' | 'position'> {
  return {
    code,
    leaves: leavesUnder(document, root),
    position: (key) => document.leaves.get(keyBelow(root, key))?.position,
  };
}

/** The top-level keys, if each of them holds further keys. */
function topLevel(document: Document): string[] {
  const nodes = document.top;
  return nodes.every(({ kind, item }) => item === undefined && (kind === 'map' || kind === 'null'))
    ? nodes.map((node) => node.path[0] ?? '')
    : [];
}

/**
 * The key under which a file of one language keeps its texts: its code (Rails), also as `pt` in
 * `pt-BR.yml`; none if they are at the top.
 */
function rootOf(document: Document, code: string): string | undefined {
  const roots = topLevel(document);
  const own = roots.find((root) => isSameCode(root, code));
  if (own !== undefined) return roots.length === 1 || roots.every(looksLikeLanguage) ? own : undefined;
  const [only] = roots;
  return roots.length === 1 &&
    only !== undefined &&
    looksLikeLanguage(only) &&
    languageIn(only) === languageIn(code)
    ? only
    : undefined;
}
