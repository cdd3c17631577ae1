import { append } from '../util/collections.js';
import type { LocaleTable } from '../files/locale-table.js';
import { compilePattern } from '../patterns/compile.js';
import { isLanguageTag, looksLikeTag } from '../locales/language-tag.js';
import { localeOfVendor } from './vendor-codes.js';

/** A pattern with what it matches of the files that are there. */
export interface PatternFiles {
  readonly pattern: string;
  /** Files of the project's locales. */
  readonly files: readonly string[];
  /** Other files, whose names only happen to be in a code's place. */
  readonly ignore: readonly string[];
  /** Files of locales that the project lacks. */
  readonly lacking: readonly LackingFile[];
}

/** A file of a locale that the project lacks. */
export interface LackingFile {
  readonly path: string;
  readonly code: string;
}

/** Two ways to say the same: one wide pattern, or one for each template. */
export interface Choice {
  readonly wide: string | undefined;
  readonly narrow: readonly string[];
}

/** More files to leave out than these, and the pattern is the wrong one. */
const FEW_IGNORED = 4;
const MOST_IGNORED = 8;

/** What a pattern matches, or undefined if that is mostly something else. */
export function filesOf(
  pattern: string,
  paths: readonly string[],
  table: LocaleTable,
): PatternFiles | undefined {
  const compiled = compilePattern(pattern);
  const files: string[] = [];
  const others: { readonly path: string; readonly name: string }[] = [];
  for (const path of paths) {
    const match = compiled.match(path, table.spellings);
    if (!match) continue;
    if (match.known) files.push(path);
    else if (match.locale !== undefined) others.push({ path, name: match.locale });
  }
  // Report the file of a language that the project lacks, don't ignore it. Among many such files, a
  // name that only looks like a tag counts as one.
  const strangers = others.filter(({ name }) => !isLanguageTag(name) && localeOfVendor(name) === undefined);
  const doubtful = strangers.filter(({ name }) => looksLikeTag(name));
  const areTags = others.length - strangers.length > doubtful.length;
  const ignore = strangers
    .filter((stranger) => !areTags || !doubtful.includes(stranger))
    .map(({ path }) => path);
  const left = new Set(ignore);
  const lacking = others.flatMap(({ path, name }) => (left.has(path) ? [] : [{ path, code: name }]));
  const tooMany = ignore.length > Math.min(MOST_IGNORED, Math.max(FEW_IGNORED, files.length));
  return files.length === 0 || tooMany ? undefined : { pattern, files, ignore, lacking };
}

/**
 * The wide patterns that are right, in place of the others their narrow ones; of two patterns for
 * one file the one that finds fewer gives way, to its narrow ones if it has some, else altogether.
 */
export function withoutOverlaps(
  choices: readonly Choice[],
  paths: readonly string[],
  table: LocaleTable,
): readonly PatternFiles[] {
  const kept: PatternFiles[] = [];
  const narrow: string[] = [];
  const taken = new Set<string>();
  const keep = (pattern: PatternFiles): void => {
    kept.push(pattern);
    for (const path of [...pattern.files, ...pattern.ignore]) taken.add(path);
  };
  const isFree = (pattern: PatternFiles): boolean => !pattern.files.some((file) => taken.has(file));
  for (const choice of choices) {
    const pattern = choice.wide === undefined ? undefined : filesOf(choice.wide, paths, table);
    if (pattern && isFree(pattern)) keep(pattern);
    else append(narrow, choice.narrow);
  }
  const rest = narrow
    .map((pattern) => filesOf(pattern, paths, table))
    .filter((pattern) => pattern !== undefined);
  for (const pattern of rest.sort((a, b) => b.files.length - a.files.length))
    if (isFree(pattern)) keep(pattern);
  return kept.toSorted((a, b) => (a.pattern < b.pattern ? -1 : 1));
}
