import { groupedBy } from '../util/collections.js';
import { sectionName } from '../lock/base.js';
import type { BoundSet, NamedSource } from './bound-set.js';
import { isMultilingual, pathOf, sectionOf } from './file-set.js';
import { foldCode, type Locale, isSameCode } from '../locales/locale.js';
import type { Lock } from '../lock/lock.js';
import type { Moves } from '../lock/move-sections.js';
import { nfc } from '../text/normal-form.js';
import { nameMatches } from './language-in-name.js';
import { uploadName } from '../patterns/upload-name.js';
import { expand } from '../patterns/template.js';

/*
 * The lock names its sections after files. If a file has been renamed since, its base must not be
 * lost: without one, the next pull would overwrite what was not pushed yet. docs/sync.md says which
 * new names are recognised.
 */

/** A language of a locale file, and the name of its section in the lock. */
export interface SectionFile<S extends NamedSource = NamedSource> {
  readonly bound: BoundSet<S>;
  readonly locale: Locale;
  readonly path: string;
  readonly section: string;
}

/** Every language of every locale file that these sets have, or that pull would write. */
export function sectionFilesOf<S extends NamedSource>(sets: readonly BoundSet<S>[]): SectionFile<S>[] {
  return sets.flatMap((bound) =>
    bound.set.entry.table.locales.map((locale) => {
      const path = pathOf(bound.set, locale);
      return { bound, locale, path, section: sectionOf(bound.set, locale) };
    }),
  );
}

/** The sections of the lock that none of these places has. */
export function sectionsWithoutFile(lock: Lock, places: readonly SectionFile[]): string[] {
  if (lock.sections.size === 0) return [];
  const names = new Set(places.map(({ section }) => section));
  return [...lock.sections.keys()].filter((name) => !names.has(name) && lock.sections.get(name) !== '');
}

/** The sections that differ from a place's only in the spelling of the language's code. */
export function respelledSections(places: readonly SectionFile[], left: readonly string[]): Moves {
  const moves = new Map<string, readonly string[]>();
  const folded = groupedBy(left, foldCode);
  for (const place of left.length > 0 ? places : []) {
    const read = codeReader(place);
    const found = new Set<string>();
    for (const code of codesOfPlace(place)) {
      for (const name of folded.get(foldCode(sectionFor(place, code))) ?? [])
        if (isSameCode(read(name) ?? '', code)) found.add(name);
    }
    if (found.size > 0) moves.set(place.section, [...found]);
  }
  return moves;
}

const sectionFor = ({ bound: { set }, path }: SectionFile, code: string): string =>
  isMultilingual(set) ? sectionName(path, code) : expand(set.template, code);

/** Reads the code out of the name of a section that differs from this place's in the code alone. */
export function codeReader({ bound: { set }, path }: SectionFile): (section: string) => string | undefined {
  if (isMultilingual(set))
    return (name) => (name.startsWith(`${path}#`) ? name.slice(path.length + 1) : undefined);
  const parts: readonly string[] = set.template.split('{locale}');
  const [head = '', ...rest] = parts;
  const fixed = parts.reduce((sum, part) => sum + part.length, 0);
  return (name) => {
    const length = (name.length - fixed) / rest.length;
    if (!Number.isInteger(length) || length < 1 || !name.startsWith(head)) return undefined;
    const code = name.slice(head.length, head.length + length);
    return name === parts.join(code) ? code : undefined;
  };
}

/** The codes by which files and the service call the language of a place. */
export function codesOfPlace({ bound: { set }, locale }: SectionFile): readonly string[] {
  const { table, settings } = set.entry;
  const mapped = [...settings.localeMap].filter(([, tag]) => tag === locale.tag).map(([code]) => code);
  return [...new Set([...table.spellingsOf(locale), locale.code, ...mapped])];
}

/** Whether two codes mean one language of one country: `zh-TW` and `zh-Hant`, `no` and `nb`. */
export function isSameLanguage(left: string, right: string): boolean {
  const full = fullTag(left);
  return full !== undefined && full === fullTag(right);
}

function fullTag(code: string): string | undefined {
  try {
    const tag = code.replaceAll('_', '-').replace(/^no(?=-|$)/i, 'nb');
    return new Intl.Locale(tag).maximize().toString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The paths that the other languages of a moved file had, each with its code, if this path holds
 * the place's language.
 */
function* pathsBefore(
  place: SectionFile,
  before: string,
): Iterable<{ readonly path: string; readonly code: string }> {
  const { locales } = place.bound.set.entry.table;
  if (isMultilingual(place.bound.set)) yield { path: before, code: place.locale.tag };
  else
    for (const { frame } of nameMatches(before, codesOfPlace(place)))
      for (const { code, tag } of locales)
        for (const spelling of new Set([code, tag]))
          yield { path: frame.replaceAll('\u0000', spelling), code: spelling };
}

/**
 * Which source file of the service a file at another path (`before`) would belong to: the place's
 * own, another one that the service has, or none. Undefined if that path does not hold the place's
 * language.
 */
export function sourceBefore(
  place: SectionFile,
  before: string,
  sources: ReadonlySet<string>,
): 'own' | 'other' | 'none' | undefined {
  const { name } = place.bound.set.entry.settings;
  const own = place.bound.sourceFile && nfc(place.bound.sourceFile.name);
  const names = Array.from(pathsBefore(place, before), ({ path, code }) => nfc(uploadName(name, path, code)));
  if (names.length === 0) return undefined;
  if (own !== undefined && names.some((candidate) => candidate === own || candidate.endsWith(`/${own}`)))
    return 'own';
  return names.some((candidate) => sources.has(candidate)) ? 'other' : 'none';
}
