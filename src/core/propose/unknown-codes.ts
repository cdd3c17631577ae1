import { LOCALE_PLACEHOLDER } from '../patterns/lex.js';
import { getOrMake } from '../util/collections.js';
import type { LocaleTable } from '../files/locale-table.js';
import { isLanguageTag } from '../locales/language-tag.js';
import { isCandidate, tellsTranslations } from './propose.js';
import { localeOfVendor } from './vendor-codes.js';

/** Many similar files that differ in one word, which is not a code of the project. */
export interface UnknownCodes {
  readonly pattern: string;
  /** What is in place of a code, sorted: `chs`, `cht`. */
  readonly codes: readonly string[];
  readonly files: number;
}

const CODE = /^[A-Za-z][A-Za-z0-9@_-]{1,15}$/;

/**
 * The largest group of files whose folders or names differ in one word, in a place that is called
 * after translations, or with words that are codes of languages. Undefined if there is none.
 */
export function unknownCodes(paths: readonly string[]): UnknownCodes | undefined {
  const groups = new Map<string, Map<string, Set<string>>>();
  const addCode = (pattern: string, code: string, rest: string): void => {
    if (!CODE.test(code)) return;
    const codes = getOrMake(groups, pattern, () => new Map<string, Set<string>>());
    getOrMake(codes, code, () => new Set<string>()).add(rest);
  };
  for (const path of paths.filter(isCandidate)) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const ending = name.slice(name.lastIndexOf('.'));
    for (const [at, part] of parts.entries()) {
      const inside = parts.slice(at + 1).concat(name);
      const within = inside.length > 1 ? `**/*${ending}` : `*${ending}`;
      addCode([...parts.slice(0, at), LOCALE_PLACEHOLDER, within].join('/'), part, inside.join('/'));
    }
    const stem = name.slice(0, name.length - ending.length);
    const joint = Math.max(stem.lastIndexOf('.'), stem.lastIndexOf('_'));
    const start = stem.slice(0, joint + 1);
    addCode([...parts, `${start}${LOCALE_PLACEHOLDER}${ending}`].join('/'), stem.slice(joint + 1), start);
  }
  const found = [...groups].flatMap(([pattern, codes]) => similarCodes(pattern, codes));
  return found.toSorted((a, b) => b.codes.length - a.codes.length || b.files - a.files)[0];
}

/** The group if its members hold the same files, and seem to be languages. */
function similarCodes(
  pattern: string,
  codes: ReadonlyMap<string, ReadonlySet<string>>,
): readonly UnknownCodes[] {
  const members = [...codes].filter(([, own]) =>
    [...codes.values()].some((other) => other !== own && 2 * countShared(own, other) > own.size),
  );
  const isCode = ([code]: readonly [string, unknown]): boolean =>
    isLanguageTag(code) || localeOfVendor(code) !== undefined;
  if (members.length < 2) return [];
  if (!tellsTranslations(pattern) && members.filter(isCode).length < 2) return [];
  const files = members.reduce((sum, [, own]) => sum + own.size, 0);
  return [{ pattern, codes: members.map(([code]) => code).sort(), files }];
}

const countShared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  [...left].filter((path) => right.has(path)).length;

/** The service's code of the locale that each code probably means, as `localeMap` has it. */
export function probableMap(codes: readonly string[], table: LocaleTable): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const code of codes) {
    const meant = localeOfVendor(code);
    const locale = meant === undefined ? undefined : table.find(meant);
    if (locale && !map.has(locale.code)) map.set(locale.code, code);
  }
  return map;
}
