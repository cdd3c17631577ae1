import { LocsyncError } from '../errors/index.js';
import { spellingsLike, type FileSet, type FilesEntry } from './file-set.js';
import { templateFromName } from '../patterns/upload-name.js';
import { type Template } from '../patterns/template.js';
import { foldPath } from '../patterns/paths.js';
import type { NamedSource } from './bound-set.js';

interface ScopedTemplate {
  readonly entry: FilesEntry;
  readonly template: Template;
}

/** Where the patterns put source files by their whole name, the first pattern first. */
export function placesByPattern<S extends NamedSource>(
  entries: readonly FilesEntry[],
  sources: readonly S[],
): ReadonlyMap<S, ScopedTemplate> {
  const places = new Map<S, ScopedTemplate>();
  for (const source of sources) {
    for (const entry of entries) {
      const { pattern, settings, table } = entry;
      const template = templateFromName(pattern, settings.name, source.name, table.spellings);
      if (template === undefined) continue;
      places.set(source, { entry, template });
      break;
    }
  }
  return places;
}

/** File sets for source files that no file here has yet, at their places. */
export function newSets<S extends NamedSource>(
  places: ReadonlyMap<S, ScopedTemplate>,
  sources: readonly S[],
  existing: readonly FileSet[],
): { set: FileSet; source: S }[] {
  const taken = new Map(existing.map((set) => [foldPath(set.template), set.template]));
  const fresh: { set: FileSet; source: S }[] = [];
  for (const source of sources) {
    const place = places.get(source);
    if (!place) continue;
    const owner = taken.get(foldPath(place.template));
    if (owner !== undefined)
      throw LocsyncError.of('TWO_FILE_SETS', { source: source.name, one: owner, other: place.template });
    taken.set(foldPath(place.template), place.template);
    const like = spellingsLike(place.entry, existing);
    fresh.push({ source, set: { ...place, files: new Map(), unknownLocaleFiles: [], ...like } });
  }
  return fresh;
}
