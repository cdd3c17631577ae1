import { LocsyncError } from './errors/index.js';
import { isMultilingual, pathOf, type FileSet, type Selection } from './file-set.js';
import type { Locale } from './locale.js';
import { expand, templateFromName, uploadName } from './pattern.js';
import { foldPath } from './paths.js';

/** What binding needs to know of a source file of the service. */
export interface NamedSource {
  readonly id: string;
  readonly name: string;
}

/** A file set and the source file that it belongs to; undefined where the service has none yet. */
export interface BoundSet<S extends NamedSource> {
  readonly set: FileSet;
  readonly source: S | undefined;
  /** The name under which this locale's file is uploaded. */
  uploadName(locale: Locale): string;
}

export interface Binding<S extends NamedSource> {
  readonly sets: readonly BoundSet<S>[];
  /** Source files that no file set and no pattern covers: listed, never written. */
  readonly unmatched: readonly S[];
}

const fold = (name: string): string => name.normalize('NFC');

/** All names that the files of this set could have been uploaded under, whichever locale and spelling came first. */
function namesOf(set: FileSet): { readonly name: string; readonly depth: number }[] {
  const { table, settings } = set.selection;
  const paths = new Map<string, string>();
  for (const locale of table.locales) {
    paths.set(pathOf(set, locale), locale.tag);
    const remote = remoteCode(set, locale);
    if (remote !== locale.tag) paths.set(expand(set.template, remote), remote);
    for (const spelling of table.spellingsOf(locale))
      for (const code of [spelling, spelling.replaceAll('-', '_'), spelling.replaceAll('_', '-')])
        if (!paths.has(expand(set.template, code))) paths.set(expand(set.template, code), code);
  }
  return [...paths].map(([path, tag]) => ({
    name: fold(uploadName(settings.name, path, tag)),
    depth: localeDepth(set),
  }));
}

/**
 * The code that stands for this locale in the names of uploads: the service's own where `localeMap` gives the files here another one, since
 * the service tells by the name which language a file is (service-interface.md, upload, rule 1).
 */
function remoteCode(set: FileSet, locale: Locale): string {
  const mapped = [...set.selection.settings.localeMap].find(([, tag]) => tag === locale.tag);
  return mapped?.[0] ?? locale.tag;
}

/** How many components of a name, counted from its end, must stay so that the locale stays in it. */
function localeDepth(set: FileSet): number {
  const parts = uploadName(set.selection.settings.name, set.template, '{locale}').split('/');
  const at = parts.findLastIndex((part: string) => part.includes('{locale}'));
  return isMultilingual(set) || at < 0 ? 1 : parts.length - at;
}

/**
 * Each file set with its source file (contract.md, section 3): the one whose name is a name of the set; failing that, the only one whose
 * name is the end of such a name and still tells the locale. Source files without a file here get a new set where a pattern covers them.
 * Throws TWO_SOURCE_FILES and TWO_FILE_SETS where more than one fits: nothing is guessed.
 */
export function bind<S extends NamedSource>(
  sets: readonly FileSet[],
  selections: readonly Selection[],
  sources: readonly S[],
): Binding<S> {
  const byName = new Map<string, S[]>();
  for (const source of sources)
    byName.set(fold(source.name), [...(byName.get(fold(source.name)) ?? []), source]);
  const claimed = new Map<S, FileSet>();
  const bound = new Map<FileSet, S>();
  const claim = (set: FileSet, candidates: readonly S[]): void => {
    const [source, second] = candidates;
    if (!source) return;
    if (second)
      throw LocsyncError.of('TWO_SOURCE_FILES', {
        set: set.template,
        one: named(source),
        other: named(second),
      });
    const rival = claimed.get(source);
    if (rival)
      throw LocsyncError.of('TWO_FILE_SETS', {
        source: source.name,
        one: rival.template,
        other: set.template,
      });
    claimed.set(source, set);
    bound.set(set, source);
  };
  const names = new Map(sets.map((set) => [set, namesOf(set)]));
  for (const set of sets) {
    const exact = new Set<S>();
    for (const { name } of names.get(set) ?? [])
      for (const source of byName.get(name) ?? []) exact.add(source);
    claim(set, [...exact]);
  }
  const exactly = new Set(claimed.keys());
  const byEnd = new Set<FileSet>();
  for (const set of sets) {
    if (bound.has(set)) continue;
    const ends = new Set<string>();
    for (const { name, depth } of names.get(set) ?? []) {
      const parts = name.split('/');
      for (let from = 1; from <= parts.length - depth; from++) ends.add(parts.slice(from).join('/'));
    }
    const candidates = sources.filter((source) => !exactly.has(source) && ends.has(fold(source.name)));
    claim(set, candidates);
    if (bound.has(set)) byEnd.add(set);
  }
  const fresh = newSets(
    selections,
    sources.filter((source) => !claimed.has(source)),
    sets,
  );
  for (const { set, source } of fresh) claim(set, [source]);
  return {
    sets: [...sets, ...fresh.map(({ set }) => set)].map((set) =>
      boundSet(set, bound.get(set), byEnd.has(set)),
    ),
    unmatched: sources.filter((source) => !claimed.has(source)),
  };
}

const named = (source: NamedSource): string => `${source.name} (${source.id})`;

function boundSet<S extends NamedSource>(set: FileSet, source: S | undefined, isEnd: boolean): BoundSet<S> {
  const parts = source?.name.split('/').length ?? 0;
  return {
    set,
    source,
    uploadName: (locale) => {
      const code = remoteCode(set, locale);
      const path = code === locale.tag ? pathOf(set, locale) : expand(set.template, code);
      const name = uploadName(set.selection.settings.name, path, code);
      return isEnd ? name.split('/').slice(-parts).join('/') : name;
    },
  };
}

/** File sets for source files that no file here has yet, where exactly one template of the configuration gives their path. */
function newSets<S extends NamedSource>(
  selections: readonly Selection[],
  sources: readonly S[],
  existing: readonly FileSet[],
): { set: FileSet; source: S }[] {
  const taken = new Map(existing.map((set) => [foldPath(set.template), set.template]));
  const fresh: { set: FileSet; source: S }[] = [];
  for (const source of sources) {
    for (const selection of selections) {
      const template = templateFromName(
        selection.pattern,
        selection.settings.name,
        source.name,
        selection.table.spellings,
      );
      if (template === undefined) continue;
      const other = taken.get(foldPath(template));
      if (other !== undefined)
        throw LocsyncError.of('TWO_FILE_SETS', { source: source.name, one: other, other: template });
      taken.set(foldPath(template), template);
      fresh.push({ source, set: { selection, template, files: new Map(), strangers: [] } });
      break;
    }
  }
  return fresh;
}
