import { nfc } from '../text/normal-form.js';
import type { BoundSet, NamedSource } from './bound-set.js';
import { LocsyncError } from '../errors/index.js';
import { isMultilingual, type FileSet } from './file-set.js';
import { foldCode, type Locale } from '../locales/locale.js';
import { frameOf, nameMatches, codeSpans, uncovered } from './language-in-name.js';

/*
 * What the service will make of the names of uploads (docs/service-interface.md, "Upload"): a name
 * that differs from another only in the language code is taken for another language of the same
 * source file. The service does not say which words of a name it takes for a code, so every word
 * counts that is the code of a language of the project.
 */

/** The codes by which the service calls this locale. */
function codesOf({ set: { entry } }: BoundSet<NamedSource>, locale: Locale): readonly string[] {
  const { table, settings } = entry;
  const mapped = [...settings.localeMap].find(([, tag]) => tag === locale.tag);
  return mapped ? [locale.code, mapped[0]] : [locale.code, ...table.spellingsOf(locale)];
}

const allCodes = (bound: BoundSet<NamedSource>): readonly string[] => [
  ...new Set(bound.set.entry.table.locales.flatMap((locale) => codesOf(bound, locale))),
];

/**
 * The names that differ from this one in one language code at most: one frame for each word that is
 * a code, and for all of one code.
 */
const framesOf = (name: string, codes: readonly string[]): ReadonlySet<string> =>
  new Set([name, ...nameMatches(name, codes).map(({ frame }) => frame)]);

/** A name without its code words: names that the service may merge have this in common. */
const skeleton = (name: string, codes: readonly string[]): string =>
  frameOf(name, uncovered(codeSpans(name, codes)));

interface Member<S extends NamedSource> {
  readonly bound: BoundSet<S>;
  readonly names: readonly string[];
}

/**
 * Throws UPLOAD_NAMES_MERGE if the service would merge the uploads of two sets, or those of a set
 * and a source file that is not its own. Two sets that the service has told apart before are in
 * each other's way only if a new name of one leads to the other's.
 */
export function refuseMerges<S extends NamedSource>(
  sets: readonly BoundSet<S>[],
  sources: readonly S[],
): void {
  const [first] = sets;
  if (!first) return;
  const codes = [...new Set(sets.flatMap(allCodes))];
  const members = new Map<string, Member<S>[]>();
  for (const bound of sets) {
    const { locales } = bound.set.entry.table;
    const names = isMultilingual(bound.set) ? locales.slice(0, 1) : locales;
    const [name] = names.map((locale) => bound.uploadName(locale));
    if (name === undefined) continue;
    const key = skeleton(name, codes);
    const member = { bound, names: [...new Set(names.map((locale) => bound.uploadName(locale)))] };
    members.set(key, [...(members.get(key) ?? []), member]);
  }
  const strangers = new Map<string, S[]>();
  for (const source of sources) {
    const key = skeleton(nfc(source.name), codes);
    if (members.has(key)) strangers.set(key, [...(strangers.get(key) ?? []), source]);
  }
  for (const [key, group] of members) {
    for (const [i, one] of group.entries()) {
      for (const other of group.slice(i + 1)) refusePair(one, other, codes);
      for (const source of strangers.get(key) ?? [])
        if (source !== one.bound.source) refuseSource(one, source, codes);
    }
  }
}

function refusePair<S extends NamedSource>(one: Member<S>, other: Member<S>, codes: readonly string[]): void {
  // The service has both, each by its own name: their names are compared with these source files.
  if (one.bound.source && other.bound.source) return;
  const taken = new Map<string, string>();
  for (const name of one.names) for (const frame of framesOf(name, codes)) taken.set(frame, name);
  for (const name of other.names) {
    for (const frame of framesOf(name, codes)) {
      const twin = taken.get(frame);
      if (twin === undefined) continue;
      throw LocsyncError.of('UPLOAD_NAMES_MERGE', {
        one: one.bound.set.template,
        name: twin,
        other: other.bound.set.template,
        otherName: name,
      });
    }
  }
}

function refuseSource<S extends NamedSource>(one: Member<S>, source: S, codes: readonly string[]): void {
  const frames = framesOf(nfc(source.name), codes);
  for (const name of one.names) {
    if (name === (one.bound.source && nfc(one.bound.source.name))) continue;
    if (![...framesOf(name, codes)].some((frame) => frames.has(frame))) continue;
    throw LocsyncError.of('UPLOAD_NAMES_MERGE', {
      one: one.bound.set.template,
      name,
      other: undefined,
      otherName: source.name,
    });
  }
}

/**
 * A locale of a set whose name does not tell the service the language: it sees another one, or
 * none.
 */
export interface UnclearName {
  readonly locale: Locale;
  readonly name: string;
  /** The code that the service would see. */
  readonly seen: string | undefined;
  /** Another locale of the set that has the same name. */
  readonly twin: Locale | undefined;
}

/**
 * The locales of a set whose upload names do not tell their language, so that the files have to.
 * The service is taken to see the longest code, then the one furthest to the right, unless another
 * one makes it a language of the set's own source file.
 */
export function unclearNames(bound: BoundSet<NamedSource>): readonly UnclearName[] {
  if (isMultilingual(bound.set)) return [];
  const { locales } = bound.set.entry.table;
  if (locales.length < 2) return [];
  const codes = allCodes(bound);
  const own = bound.source && nfc(bound.source.name);
  const frames = own === undefined ? undefined : new Set(nameMatches(own, codes).map(({ frame }) => frame));
  return locales.flatMap((locale): UnclearName[] => {
    if (!bound.set.files.has(locale.id)) return [];
    const name = bound.uploadName(locale);
    const ways = nameMatches(name, codes);
    const way = (name === own ? undefined : ways.find(({ frame }) => frames?.has(frame))) ?? ways[0];
    const seen = way?.code;
    const twin = locales.find((one) => one !== locale && bound.uploadName(one) === name);
    const isSeen =
      seen !== undefined && codesOf(bound, locale).some((code) => foldCode(code) === foldCode(seen));
    return isSeen && !twin ? [] : [{ locale, name, seen, twin }];
  });
}

/**
 * Whether names of this set need a look: false for nearly all, found out without reading a name.
 */
export const mayBeUnclear = (
  { template, entry: { settings } }: FileSet,
  codes: ReadonlySet<string>,
): boolean =>
  settings.name !== 'path' ||
  !/(?:^|[/._-])\{locale\}(?:[/.]|$)/.test(template) ||
  template.split(/[/._-]/).some((word) => codes.has(foldCode(word)));
