import { printable } from '../text/printable.js';
import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { quantity } from '../text/wording.js';

const list = (codes: readonly string[]): string => (codes.length === 0 ? 'none' : codes.join(', '));

/** `fr (2 files), nl (1 file)` */
const filesOfLocales = (others: readonly (readonly [code: string, files: number])[]): string =>
  printable(others.map(([code, files]) => `${code} (${quantity(files, 'file')})`).join(', '), 300);

/** How many characters of codes are shown in full: a list that is cut cannot be copied. */
const MOST_OF_LIST = 60;

/** The setting that leaves these locales out: the shorter one of the two that can be copied. */
function leavingOut(known: readonly string[], strangers: readonly string[]): string {
  const [kept, left] = [known.join(', '), strangers.join(', ')];
  if (kept === '' || (kept.length > MOST_OF_LIST && left.length > MOST_OF_LIST))
    return ' with `excludeLocales`';
  return kept.length <= MOST_OF_LIST
    ? `: \`locales: [${printable(kept)}]\``
    : `: \`excludeLocales: [${printable(left)}]\``;
}

/** Locales: their codes, their files, their roots. */
export const localeErrors = {
  LOCALE_UNSAFE: entry<{ code: string; reason: string }>({
    exit: EXIT.local,
    text: ({ code, reason }) => `the locale code "${code}" cannot be part of a file name: ${reason}`,
    hint: () => 'give it a code for file names with `localeMap` in the configuration',
  }),
  LOCALE_COLLISION: entry<{ one: string; other: string; tag: string }>({
    exit: EXIT.usage,
    text: ({ one, other, tag }) =>
      `the locales ${one} and ${other} of the project both map to the code ${tag} in file names`,
    hint: () => 'tell them apart with `localeMap` in the configuration',
  }),
  LOCALE_SHARED: entry<{ code: string; all: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ code, all }) =>
      `this file was synced as ${code}, and the project has ${all.join(' and ')} now: nothing shows which of them it is`,
    hint: ({ code, all: [first = code] }) =>
      `say so with \`localeMap\` in the configuration, such as \`{"${first}": "${code}"}\``,
  }),
  LOCALE_CASE_COLLISION: entry<{ one: string; other: string }>({
    exit: EXIT.local,
    text: ({ one, other }) =>
      `the locales ${one} and ${other} of the project differ only in case: on many disks their files would be the same`,
    hint: () => 'tell them apart with `localeMap` in the configuration',
  }),
  LOCALE_MAP_UNKNOWN: entry<{ key: string; path: string; nearest: string; country: string }>({
    exit: EXIT.usage,
    text: ({ key, path, nearest, country }) =>
      `the project has no locale ${key}, which \`localeMap\` names and ${path} is for; it has ${nearest}${country === '' ? '' : ` (country "${country}")`}, which would get a second file`,
    hint: ({ key, nearest }, run) =>
      `did you mean ${nearest} in place of ${key}? ${run('locales')} lists the codes`,
  }),
  LOCALE_UNKNOWN: entry<{ code: string; known: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ code, known }) => `the project has no locale ${code}; it has ${list(known)}`,
    hint: (_, run) => `list them with ${run('locales')}`,
  }),
  LOCALE_SETTING_UNKNOWN: entry<{
    code: string;
    setting: string;
    known: readonly string[];
    nearest: string | undefined;
  }>({
    exit: EXIT.usage,
    text: ({ code, setting, known }) =>
      `the project has no locale ${code}, which \`${setting}\` names; it has ${list(known)}`,
    hint: ({ code, setting, nearest }, run) =>
      nearest === undefined && setting === 'excludeLocales'
        ? `take ${code} out of \`excludeLocales\`: neither the project nor a file here has it; ${run('locales')} lists the codes`
        : `${nearest === undefined ? '' : `did you mean ${nearest}? `}${run('locales')} lists the codes`,
  }),
  LOCALE_NO_WAY: entry<{ code: string }>({
    exit: EXIT.usage,
    text: ({ code }) => `both \`pullOnly\` and \`pushOnly\` name the locale ${code}`,
    hint: () => 'name it in one of them, or in `excludeLocales` if it should not be synced at all',
  }),
  LOCALE_PULL_ONLY: entry<{ locale: string; count: number }>({
    exit: EXIT.ok,
    text: ({ locale, count }) =>
      `${quantity(count, 'text')} in ${locale} ${count === 1 ? 'is' : 'are'} changed here and not pushed, since \`pullOnly\` names this locale`,
    hint: () => 'change it on the service, or take the locale out of `pullOnly`',
  }),
  LOCALE_NOT_SYNCED: entry<{ code: string }>({
    exit: EXIT.usage,
    text: ({ code }) => `the configuration leaves the locale ${code} out, so \`--locale\` cannot ask for it`,
    hint: () => 'see `locales` and `excludeLocales` in the configuration',
  }),
  SOURCE_LOCALE_MISSING: entry<{ code: string; known: readonly string[]; isDefault: boolean }>({
    exit: EXIT.ok,
    text: ({ code, known, isDefault }) =>
      `the project has no locale ${code}, the ${isDefault ? 'default source locale' : 'source locale of the configuration'}; it has ${list(known)}: no file counts as the source`,
    hint: () =>
      'set `sourceLocale` to the locale that developers write; if file names have another code for it than the service, name both in `localeMap`',
  }),
  LOCALE_STRANGER: entry<{
    code: string;
    source: boolean;
    part?: boolean;
    /** All such locales with their number of files, this one first. */
    others?: readonly (readonly [code: string, files: number])[];
    known?: readonly string[];
  }>({
    exit: EXIT.ok,
    text: ({ code, source, part = false, others = [] }) =>
      `${part ? 'this part of the file is ' : ''}not synced: the project has no ${source ? 'source locale' : 'locale'} ${
        others.some(([, files]) => files > 1) || others.length > 1 ? filesOfLocales(others) : code
      }`,
    hint: ({ code, others = [], part = false, known = [] }) =>
      part
        ? 'add the locale to the project on the service, or take it out of the file'
        : `add the locale to the project on the service, or leave it out for good${leavingOut(known, others.length > 0 ? others.map(([other]) => other) : [code])} or \`ignore\` in the configuration`,
  }),
  /** `reason` is undefined if the file does not exist, and this run cannot make it. */
  SHAPE_UNKNOWN: entry<{ source: string; reason: string | undefined }>({
    exit: EXIT.local,
    text: ({ source, reason }) =>
      `no new file was written: it would take its shape from ${source}, which ${reason === undefined ? 'could not be written' : `cannot be used: ${reason}`}`,
    hint: ({ source, reason }) =>
      reason === undefined
        ? `see the error about ${source} first`
        : `correct ${source}, then run the command again`,
  }),
  KEYS_LIKE_LANGUAGES: entry<{ group: string }>({
    exit: EXIT.local,
    text: ({ group }) =>
      `the service has keys in a group "${group}", which is also a language of the project; a file with this group at its top would be read as texts of that language, so it was not written`,
    hint: () =>
      'rename the group on the service, leave these keys out with `ignoreKeys`, or use a pattern without {locale} for a file of several languages',
  }),
  /** `isKnown`: the key is a language of the project. */
  LOCALE_ROOT: entry<{ root: string; locale: string; isKnown: boolean }>({
    exit: EXIT.local,
    text: ({ root, locale, isKnown }) =>
      `the file is named for ${locale}, but its texts are under the top-level key "${root}", ${isKnown ? 'another' : 'which is not a'} language of the project`,
    hint: ({ locale }) => `rename the top-level key to "${locale}", or the file`,
  }),
  LOCALE_ROOTS: entry<{ locale: string; one: string; line: number; other: string; otherLine: number }>({
    exit: EXIT.local,
    text: ({ locale, one, line, other, otherLine }) =>
      `the file is for ${locale}, but a service may read its top-level keys "${one}" (line ${line}) and "${other}" (line ${otherLine}) as two languages; it was not compared, and nothing of it was uploaded`,
    hint: ({ locale }) =>
      `move each language other than ${locale} to its own file; for files of several languages use a pattern without {locale}`,
  }),
  LOCALE_ROOT_TWICE: entry<{ locale: string; one: string; line: number; other: string }>({
    exit: EXIT.local,
    text: ({ locale, one, line, other }) =>
      `the file holds the language ${locale} twice, here under "${other}" and on line ${line} under "${one}"; it was not compared, and nothing of it was uploaded`,
    hint: () => 'put its texts under one of the two keys',
  }),
  LANGUAGE_ROOT: entry<{ root: string }>({
    exit: EXIT.local,
    text: ({ root }) =>
      `the pattern of this file has no {locale}, so each of its top-level keys is a language, but "${root}" is not; it was not compared, and nothing of it was uploaded`,
    hint: () => 'move the texts under that key below each language, or to another file',
  }),
  LANGUAGES_MISSING: entry<{ path: string; pattern: string; meant: string; only?: string }>({
    exit: EXIT.usage,
    text: ({ path, pattern, only }) =>
      `the pattern ${pattern} has no {locale}, so its files hold several languages under top-level keys, but ${path} ${only === undefined ? 'has no language of the project there' : `is named for ${only} and holds only that language`}`,
    hint: ({ meant }) =>
      `name the files of one language each with {locale} in the pattern, such as ${meant}, or put each language under its code at the top of the file`,
  }),
} as const;
