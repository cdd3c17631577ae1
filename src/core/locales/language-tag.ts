type NameType = 'language' | 'script' | 'region';

// Making one takes ten times as long as a look-up, and there may be as many as files.
const made: Partial<Record<NameType, Intl.DisplayNames>> = {};
const names = (type: NameType): Intl.DisplayNames =>
  (made[type] ??= new Intl.DisplayNames(['en'], { type, fallback: 'none' }));

/**
 * As isLanguageTag, with names that Unicode does not know, variants among them: `be-tarask`, `lrc`,
 * and `map` too.
 */
export const looksLikeTag = (name: string): boolean => /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(name);

/** A language, perhaps with script and region, in any case and with either joint. */
const SHAPE = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i;

/** Folders of programs whose names are codes of languages too, such as `src` of Sardinian. */
const OF_PROGRAMS = /^(?:src|bin|ext|gen|mac|man|new|pro|war)$/i;

/**
 * Whether a name is the tag of a language, of the project or not: `en-GB`, `dsb`, `sr@latin`. Words
 * that only look like one are recognised by what Unicode knows: `en-ui` has no region, `map` is not
 * a language. `src` and its like are folders.
 */
export function isLanguageTag(name: string): boolean {
  const bare = /^([^@]+)@[a-z]{1,16}$/i.exec(name)?.[1];
  if (bare !== undefined) return isLanguageTag(bare);
  if (OF_PROGRAMS.test(name)) return false;
  if (isMadeUp(name)) return true;
  const [, language, script, region] = SHAPE.exec(name) ?? [];
  if (language === undefined) return false;
  const knownScript = script === undefined ? undefined : names('script').of(titleCase(script)) !== undefined;
  const knownRegion =
    region === undefined ? undefined : names('region').of(region.toUpperCase()) !== undefined;
  if (knownScript === false || knownRegion === false) return false;
  // A script or a region beside it is enough: Unicode's list of languages is not complete
  // (`skr-arab`).
  if (knownScript === true || knownRegion === true || language.length === 2) return true;
  return names('language').of(language.toLowerCase()) !== undefined;
}

/** Variants of languages that software is translated into (RFC 5646, section 2.2.5). */
const VARIANT =
  /[-_@](?:valencia|tarask|19[09][16]|posix|oxendict|abl1943|ao1990|arevela|arevmda|ekavsk|ijekavsk|polyton|monoton|scouse|pinyin|hepburn)$/i;

/**
 * As isLanguageTag, but two letters have to be a language or, as in `jp.json`, a country that
 * Unicode knows: `db` and `ui` are neither.
 */
export function isKnownLanguage(name: string): boolean {
  const bare = name.replace(VARIANT, '');
  if (!/^[a-z]{2}$/i.test(bare)) return isLanguageTag(bare);
  return (
    names('language').of(bare.toLowerCase()) !== undefined ||
    names('region').of(bare.toUpperCase()) !== undefined
  );
}

/**
 * A language with a part that is not registered, in capitals or after an `x`: `en-BORK`, `en_TST`,
 * `de-x-formal`. Such locales are made for tests and for jokes.
 */
function isMadeUp(name: string): boolean {
  const [, language] = /^([a-z]{2,3})[-_](?:[A-Z]{3,8}|x[-_][a-z0-9]{1,8})$/.exec(name) ?? [];
  return language !== undefined && names('language').of(language) !== undefined;
}

const titleCase = (script: string): string => script.charAt(0).toUpperCase() + script.slice(1).toLowerCase();
