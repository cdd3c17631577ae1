import { groupedBy } from '../util/collections.js';
import { LocsyncError } from '../errors/index.js';
import { isMultilingual, namedSets, pathOf, type FileSet, type FilesEntry } from './file-set.js';
import type { Locale } from '../locales/locale.js';
import { nfc } from '../text/normal-form.js';
import { hasOwnWords, uploadName } from '../patterns/upload-name.js';
import { expand } from '../patterns/template.js';
import type { BoundSet, NamedSource } from './bound-set.js';
import { refuseMerges } from './upload-names.js';
import { newSets, placesByPattern } from './new-sets.js';

export interface Binding<S extends NamedSource> {
  readonly sets: readonly BoundSet<S>[];
  /** Source files that no file set and no pattern covers: listed, never written. */
  readonly unmatched: readonly S[];
}

/** The name of a source file as names are compared. */
const nameOf = (source: NamedSource): string => nfc(source.name);

/** All names that files of this set may have been uploaded under, in any spelling. */
function namesOf(set: FileSet): { readonly name: string; readonly depth: number }[] {
  const { table, settings } = set.entry;
  const paths = new Map<string, string>();
  for (const locale of table.locales) {
    paths.set(pathOf(set, locale), locale.tag);
    const remote = remoteCode(set, locale);
    if (remote !== locale.tag) paths.set(expand(set.template, remote), remote);
    for (const spelling of table.spellingsOf(locale)) {
      for (const code of new Set([spelling, spelling.replaceAll('-', '_'), spelling.replaceAll('_', '-')])) {
        const path = expand(set.template, code);
        if (!paths.has(path)) paths.set(path, code);
      }
    }
  }
  const depth = localeDepth(set);
  return [...paths].map(([path, tag]) => ({ name: uploadName(settings.name, path, tag), depth }));
}

/**
 * The name that the source locale gives: a project that has lost this locale still has the source
 * files that were named after it.
 */
function sourceNameOf({ template, entry: { settings } }: FileSet): string {
  const { name, sourceLocale } = settings;
  return uploadName(name, expand(template, sourceLocale), sourceLocale);
}

/**
 * The code of this locale in the names of uploads: the service's own if `localeMap` gives the files
 * here another one, since the service finds the language by the name (docs/service-interface.md,
 * "Upload").
 */
export function remoteCode(set: FileSet, locale: Locale): string {
  const mapped = [...set.entry.settings.localeMap].find(([, tag]) => tag === locale.tag);
  return mapped?.[0] ?? locale.tag;
}

/** How many components at the end of a name must stay to keep the locale in it. */
function localeDepth(set: FileSet): number {
  const parts = uploadName(set.entry.settings.name, set.template, '{locale}').split('/');
  const at = parts.findLastIndex((part: string) => part.includes('{locale}'));
  return isMultilingual(set) || at < 0 ? 1 : parts.length - at;
}

/**
 * Each file set with its source file (docs/configuration.md, "Names on the service"): the one whose
 * name is a name of the set; failing that, the only one whose name is the end of such a name and
 * still holds the locale, unless `name` has words of its own. A set that an entry names is bound
 * this way even if no file of it is on disk; other source files without a file here get a new set
 * if a pattern covers them. Throws TWO_SOURCE_FILES and TWO_FILE_SETS if more than one fits, and
 * UPLOAD_NAMES_COLLIDE if two sets would make one source file: nothing is guessed.
 */
export function bind<S extends NamedSource>(
  existing: readonly FileSet[],
  entries: readonly FilesEntry[],
  sources: readonly S[],
): Binding<S> {
  const absent = new Set(namedSets(entries, existing));
  const sets = [...existing, ...absent];
  const claims = new Claims<S>();
  const names = new Map(sets.map((set) => [set, namesOf(set)]));
  const byName = groupedBy(sources, nameOf);
  for (const set of sets) {
    const exact = new Set<S>();
    for (const { name } of names.get(set) ?? [])
      for (const source of byName.get(name) ?? []) exact.add(source);
    if (exact.size === 0) for (const source of byName.get(sourceNameOf(set)) ?? []) exact.add(source);
    claims.claim(set, [...exact]);
  }
  const places = placesByPattern(entries, sources.filter(claims.isFree));
  // A name of the set in a spelling that is none of the project's own: `EN.yml`, `pt_br.yml`.
  const byTemplate = new Map(sets.map((set) => [set.template, set]));
  for (const [source, { template, entry }] of places) {
    const set = byTemplate.get(template);
    if (set?.entry === entry) claims.claim(set, [...held(claims.bySet.get(set)), source]);
  }
  const exactly = new Set(claims.bySource.keys());
  const byEnd = new Set<FileSet>();
  const candidates = groupedBy(
    sources.filter((source) => !exactly.has(source)),
    nameOf,
  );
  for (const set of sets) {
    if (claims.bySet.has(set) || hasOwnWords(set.entry.settings.name)) continue;
    const ends = new Set<string>();
    for (const { name, depth } of names.get(set) ?? []) {
      const parts = name.split('/');
      for (let from = 1; from <= parts.length - depth; from++) ends.add(parts.slice(from).join('/'));
    }
    const ending = Array.from(ends, (end) => candidates.get(end) ?? []).flat();
    // A set without files does not take what a pattern places elsewhere by its whole name.
    claims.claim(set, absent.has(set) ? ending.filter((source) => !places.has(source)) : ending);
    if (claims.bySet.has(set)) byEnd.add(set);
  }
  const kept = sets.filter((set) => !absent.has(set) || claims.bySet.has(set));
  refuseSharedNames(
    kept.filter((set) => !claims.bySet.has(set)),
    names,
  );
  const fresh = newSets(places, sources.filter(claims.isFree), kept);
  for (const { set, source } of fresh) claims.claim(set, [source]);
  const bound = [...kept, ...fresh.map(({ set }) => set)].map((set) =>
    boundSet(set, claims.bySet.get(set), byEnd.has(set)),
  );
  refuseMerges(bound, sources);
  return {
    sets: bound,
    unmatched: sources.filter(claims.isFree),
  };
}

/**
 * Two sets may have one name while the service has neither. Then the second one to be uploaded
 * would overwrite the first.
 */
function refuseSharedNames(
  sets: readonly FileSet[],
  names: ReadonlyMap<FileSet, readonly { readonly name: string }[]>,
): void {
  const taken = new Map<string, FileSet>();
  for (const set of sets) {
    for (const { name } of names.get(set) ?? []) {
      const owner = taken.get(name) ?? set;
      if (owner !== set)
        throw LocsyncError.of('UPLOAD_NAMES_COLLIDE', { name, one: owner.template, other: set.template });
      taken.set(name, set);
    }
  }
}

const held = <S>(source: S | undefined): S[] => (source === undefined ? [] : [source]);

/** Sets and source files, one to one; another claim is an error that names those in the way. */
class Claims<S extends NamedSource> {
  readonly bySet = new Map<FileSet, S>();
  readonly bySource = new Map<S, FileSet>();

  readonly isFree = (source: S): boolean => !this.bySource.has(source);

  /** Throws TWO_SOURCE_FILES for several candidates, TWO_FILE_SETS if another set has the one. */
  claim(set: FileSet, candidates: readonly S[]): void {
    const [source, second] = candidates;
    if (!source) return;
    if (second)
      throw LocsyncError.of('TWO_SOURCE_FILES', {
        set: set.template,
        one: nameAndId(source),
        other: nameAndId(second),
      });
    const rival = this.bySource.get(source);
    if (rival)
      throw LocsyncError.of('TWO_FILE_SETS', {
        source: source.name,
        one: rival.template,
        other: set.template,
      });
    this.bySource.set(source, set);
    this.bySet.set(set, source);
  }
}

const nameAndId = (source: NamedSource): string => `${source.name} (${source.id})`;

function boundSet<S extends NamedSource>(set: FileSet, source: S | undefined, isEnd: boolean): BoundSet<S> {
  const parts = source?.name.split('/').length ?? 0;
  return {
    set,
    sourceFile: source,
    uploadName: (locale) => {
      const code = remoteCode(set, locale);
      const path = code === locale.tag ? pathOf(set, locale) : expand(set.template, code);
      const name = uploadName(set.entry.settings.name, path, code);
      return isEnd ? name.split('/').slice(-parts).join('/') : name;
    },
  };
}
