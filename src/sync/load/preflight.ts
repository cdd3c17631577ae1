import { mayBeUnclear, unclearNames } from '../../core/files/upload-names.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual, pathOf, type FileSet } from '../../core/files/file-set.js';
import { foldCode } from '../../core/locales/locale.js';
import { patternMeant, families } from '../../core/propose/candidates.js';
import type { Files } from '../../ports/files.js';
import type { SourceFile } from '../../ports/service.js';
import { localeRoot, rootsOf, unknownRoots } from '../../plan/locale-root.js';
import type { Project } from '../context/project.js';
import { readDocument } from '../files/read-file.js';

type Sets = readonly BoundSet<SourceFile>[];

/** Throws ONE_FILE_TWICE if two locales share a real file: one would overwrite the other. */
export function refuseSharedFiles(files: Files, sets: Sets): void {
  const paths = sets.flatMap(({ set }) =>
    isMultilingual(set)
      ? [set.template as string]
      : set.entry.table.locales
          .filter((locale) => set.entry.reach.syncs(locale))
          .map((locale) => pathOf(set, locale))
          .filter((path) => !set.entry.ignores(path)),
  );
  const real = files.identities(paths);
  const owners = new Map<string, string>();
  for (const path of paths) {
    const identity = real.get(path);
    if (identity === undefined) continue;
    const owner = owners.get(identity);
    if (owner !== undefined && owner !== path)
      throw LocsyncError.of('ONE_FILE_TWICE', { one: owner, other: path });
    owners.set(identity, path);
  }
}

/**
 * Throws LANGUAGES_MISSING for a pattern without `{locale}` whose files are of one language each:
 * nothing would be compared, or the texts of one language would be written into the file of
 * another.
 */
export async function refuseMissingLanguages(files: Files, sets: readonly FileSet[]): Promise<void> {
  for (const set of sets) {
    if (!isMultilingual(set) || set.files.size === 0) continue;
    const path: string = set.template;
    const { table, settings } = set.entry;
    const about = { pattern: settings.path, meant: patternMeant(path, table) };
    const document = await readDocument(files, path);
    if (!document) continue;
    try {
      unknownRoots(document, table, path, about);
    } catch (error) {
      // What else is wrong with a file concerns that file alone.
      if (error instanceof LocsyncError && error.code !== 'LANGUAGES_MISSING') continue;
      throw error;
    }
    const [only, another] = rootsOf(document, table);
    const [named] = families([path], table).flatMap(({ locales }) => [...locales]);
    if (only && !another && named === only.id)
      throw LocsyncError.of('LANGUAGES_MISSING', { path, ...about, only: only.tag });
  }
}

/**
 * Throws UPLOAD_NAME_UNTOLD if neither the name of an upload nor the content of the file shows the
 * service the language: its texts would be imported into another one.
 */
export async function refuseUnclearNames(project: Project): Promise<void> {
  const words = new Set(
    project.locales.flatMap(({ code }) => [foldCode(code), ...foldCode(code).split('-')]),
  );
  for (const bound of project.sets) {
    if (!mayBeUnclear(bound.set, words)) continue;
    for (const { locale, name, seen, twin } of unclearNames(bound)) {
      const path = pathOf(bound.set, locale);
      const document = await readDocument(project.files, path);
      if (!document || document.top.length === 0) continue;
      if (showsLanguage(() => localeRoot(document, locale, bound.set.entry.table, path))) continue;
      const args = { name, locale: locale.tag, seen, twin: twin && pathOf(bound.set, twin) };
      throw LocsyncError.of('UPLOAD_NAME_UNTOLD', args, { place: { path } });
    }
  }
}

/** Whether the content shows the language; true for content that is refused anyway. */
function showsLanguage(find: () => string | undefined): boolean {
  try {
    return find() !== undefined;
  } catch (error) {
    if (error instanceof LocsyncError) return true;
    throw error;
  }
}
