import type { FilePattern } from '../../core/config/types.js';
import { sourceCode, tagMeant } from '../../core/files/locale-table.js';
import { isKnownLanguage } from '../../core/locales/language-tag.js';
import { foldCode } from '../../core/locales/locale.js';
import { pathOfSection } from '../../core/lock/base.js';
import type { Lock } from '../../core/lock/lock.js';
import { compilePattern, looksLikeLanguage } from '../../core/patterns/compile.js';

/** Whether a code in a path that this pattern matches is that of a language. */
export type LanguageFilter = (pattern: FilePattern, code: string) => boolean;

/**
 * The filter for these patterns, as far as can be said without the service. Languages are the
 * source locale, what `localeMap` and `locales` name, what was synced, and the tags of languages
 * that Unicode knows. So `db.yml` and `web/app.json` are not locale files.
 */
export function languageFilter(patterns: readonly FilePattern[], lock: Lock | undefined): LanguageFilter {
  const named = patterns.map(namedCodes);
  const known = new Map(patterns.map((pattern, i) => [pattern, new Set(named[i]?.map(foldCode))]));
  const isLanguage: LanguageFilter = (pattern, code) =>
    known.get(pattern)?.has(foldCode(code)) === true || isKnownLanguage(code);
  const compiled = patterns.map((pattern) => compilePattern(pattern.path));
  for (const section of lock?.sections.keys() ?? []) {
    // A section of one language of a file of several has that language in its name.
    if (pathOfSection(section) !== section) continue;
    const found = patterns.flatMap((pattern, i) => {
      const code = compiled[i]?.match(section, named[i])?.locale;
      return code === undefined ? [] : [{ pattern, code }];
    });
    if (found.some(({ pattern, code }) => isLanguage(pattern, code))) continue;
    const first = found.find(({ code }) => looksLikeLanguage(code));
    if (first) known.get(first.pattern)?.add(foldCode(first.code));
  }
  return isLanguage;
}

/** The codes that the configuration names for the files of a pattern. */
const namedCodes = (pattern: FilePattern): string[] => {
  const { localeMap, locales = [] } = pattern;
  return [sourceCode(pattern), ...localeMap.values(), ...locales.map((name) => tagMeant(localeMap, name))];
};
