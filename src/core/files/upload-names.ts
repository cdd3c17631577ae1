import { getOrMake, groupedBy } from '../util/collections.js';
import { nfc } from '../text/normal-form.js';
import type { BoundSet, NamedSource } from './bound-set.js';
import { LocsyncError } from '../errors/index.js';
import { isMultilingual, type FileSet } from './file-set.js';
import { foldCode, type Locale, isSameCode } from '../locales/locale.js';
import { frameOf, nameMatches, codeSpans, uncoveredSpans } from './language-in-name.js';

/*
 * What the service will make of the names of uploads (docs/service-interface.md, "Upload"): a name
 * that differs from another only in the language code is taken for another language of the same
 * source file. The service does not say which words of a name it takes for a code, so every word
 * counts that is the code of a language of the project.
 */

/** The codes by which the service calls this locale. */
function serviceCodesOf({ set: { entry } }: BoundSet<NamedSource>, locale: Locale): readonly string[] {
  const { table, settings } = entry;
  const mapped = [...settings.localeMap].find(([, tag]) => tag === locale.tag);
  return mapped ? [locale.code, mapped[0]] : [locale.code, ...table.spellingsOf(locale)];
}

const allCodes = (bound: BoundSet<NamedSource>): readonly string[] => [
  ...new Set(bound.set.entry.table.locales.flatMap((locale) => serviceCodesOf(bound, locale))),
];

/**
 * The names that differ from this one in one language code at most: one frame for each word that is
 * a code, and for all of one code.
 */
const framesOf = (name: string, codes: readonly string[]): ReadonlySet<string> =>
  new Set([name, ...nameMatches(name, codes).map(({ frame }) => frame)]);

/** A name without its code words: names that the service may merge have this in common. */
const skeleton = (name: string, codes: readonly string[]): string =>
  frameOf(name, uncoveredSpans(codeSpans(name, codes)));

interface SetMember<S extends NamedSource> {
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
  const byEntry = new Map(sets.map((bound) => [bound.set.entry, bound]));
  const codes = [...new Set([...byEntry.values()].flatMap(allCodes))];
  const members = new Map<string, SetMember<S>[]>();
  for (const bound of sets) {
    // Nothing of a set without a file of the project's languages is uploaded.
    if (bound.set.files.size === 0 && !bound.sourceFile) continue;
    const { locales } = bound.set.entry.table;
    const names = isMultilingual(bound.set) ? locales.slice(0, 1) : locales;
    const [name] = names.map((locale) => bound.uploadName(locale));
    if (name === undefined) continue;
    const member = { bound, names: [...new Set(names.map((locale) => bound.uploadName(locale)))] };
    getOrMake(members, skeleton(name, codes), (): SetMember<S>[] => []).push(member);
  }
  const bySkeleton = groupedBy(sources, (source) => skeleton(nfc(source.name), codes));
  for (const [key, group] of members) {
    const others = bySkeleton.get(key) ?? [];
    const [firstMember] = group;
    // Nearly all sets are alone with their own source file.
    if (group.length === 1 && others.every((source) => source === firstMember?.bound.sourceFile)) continue;
    refuseIndistinctSets(group, codes);
    refuseSources(group, others, codes);
  }
}

interface Owner<S extends NamedSource> {
  readonly bound: BoundSet<S>;
  readonly name: string;
}

/**
 * Refuses two sets of which the service would treat one as the other. If it has both, each by its
 * own name, only their names and these source files are compared.
 */
function refuseIndistinctSets<S extends NamedSource>(
  group: readonly SetMember<S>[],
  codes: readonly string[],
): void {
  // By frame: the first set that has it, and the first that has no source file yet.
  const first = new Map<string, Owner<S>>();
  const unbound = new Map<string, Owner<S>>();
  for (const { bound, names } of group) {
    const own = names.flatMap((name) => Array.from(framesOf(name, codes), (frame) => ({ name, frame })));
    for (const { name, frame } of own) {
      const twin = (bound.sourceFile ? unbound : first).get(frame);
      if (twin === undefined) continue;
      throw LocsyncError.of('UPLOAD_NAMES_MERGE', {
        one: twin.bound.set.template,
        name: twin.name,
        other: bound.set.template,
        otherName: name,
      });
    }
    for (const { name, frame } of own) {
      first.set(frame, first.get(frame) ?? { bound, name });
      if (!bound.sourceFile) unbound.set(frame, unbound.get(frame) ?? { bound, name });
    }
  }
}

/** Refuses a set that the service would take for a source file that is not its own. */
function refuseSources<S extends NamedSource>(
  group: readonly SetMember<S>[],
  sources: readonly S[],
  codes: readonly string[],
): void {
  const byFrame = new Map<string, S[]>();
  for (const source of sources)
    for (const frame of framesOf(nfc(source.name), codes))
      getOrMake(byFrame, frame, (): S[] => []).push(source);
  for (const { bound, names } of group) {
    for (const name of names) {
      if (name === (bound.sourceFile && nfc(bound.sourceFile.name))) continue;
      const shared = [...framesOf(name, codes)].flatMap((frame) => byFrame.get(frame)?.slice(0, 2) ?? []);
      const anotherSource = shared.find((source) => source !== bound.sourceFile);
      if (anotherSource === undefined) continue;
      throw LocsyncError.of('UPLOAD_NAMES_MERGE', {
        one: bound.set.template,
        name,
        other: undefined,
        otherName: anotherSource.name,
      });
    }
  }
}

/** A locale whose file name shows the service another language, or none. */
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
  const own = bound.sourceFile && nfc(bound.sourceFile.name);
  const frames = own === undefined ? undefined : new Set(nameMatches(own, codes).map(({ frame }) => frame));
  const byName = new Map<string, Locale[]>();
  for (const locale of locales) {
    const name = bound.uploadName(locale);
    const localesOfName = byName.get(name) ?? [];
    if (localesOfName.length < 2) byName.set(name, [...localesOfName, locale]);
  }
  return locales.flatMap((locale): UnclearName[] => {
    if (!bound.set.files.has(locale.id)) return [];
    const name = bound.uploadName(locale);
    const ways = nameMatches(name, codes);
    const way = (name === own ? undefined : ways.find(({ frame }) => frames?.has(frame))) ?? ways[0];
    const seen = way?.code;
    const twin = byName.get(name)?.find((candidate) => candidate !== locale);
    const isSeen = seen !== undefined && serviceCodesOf(bound, locale).some((code) => isSameCode(code, seen));
    return isSeen && !twin ? [] : [{ locale, name, seen, twin }];
  });
}

/** Whether names of this set need a look: nearly none does, and no name is read for it. */
export const mayBeUnclear = (
  { template, entry: { settings } }: FileSet,
  codes: ReadonlySet<string>,
): boolean =>
  settings.name !== 'path' ||
  !/(?:^|[/._-])\{locale\}(?:[/.]|$)/.test(template) ||
  template.split(/[/._-]/).some((word) => codes.has(foldCode(word)));
