import { getOrMake } from '../../core/util/collections.js';
import { DEFAULTS } from '../../core/config/definition.js';
import { LocsyncError, type Place } from '../../core/errors/index.js';
import { type FileSet, type FilesEntry } from '../../core/files/file-set.js';
import { foldCode, type ServiceLocale, isSameCode } from '../../core/locales/locale.js';
import { meantBy, knownCodes } from '../../core/files/locale-table.js';

/**
 * One warning about all files here of locales that the project lacks, grouped by locale, at the
 * first of them; none about `left`, which another message is about.
 */
export function unknownLocaleWarnings(
  sets: readonly FileSet[],
  locales: readonly ServiceLocale[],
  left: ReadonlySet<string>,
): LocsyncError[] {
  const found = new Map<string, { code: string; source: boolean; paths: string[] }>();
  for (const set of sets)
    for (const { path, code } of set.unknownLocaleFiles) {
      if (!set.entry.reach.syncsCode(code) || left.has(path)) continue;
      const group = getOrMake(found, foldCode(code), () => ({ code, source: false, paths: [] }));
      group.source ||= isOfSource(set, code);
      group.paths.push(path);
    }
  const groups = [...found.values()].toSorted((a, b) => Number(b.source) - Number(a.source));
  const [first] = groups;
  const [path] = first?.paths ?? [];
  if (first === undefined || path === undefined) return [];
  const codes = groups.map(({ code, paths }) => [code, paths.length] as const);
  const projectCodes = locales.map(({ code }) => code);
  return [
    LocsyncError.of(
      'LOCALE_STRANGER',
      { code: first.code, source: first.source, others: codes, known: projectCodes },
      { place: { path } },
    ),
  ];
}

const isOfSource = ({ entry: { settings } }: FileSet, code: string): boolean =>
  isSameCode(code, settings.sourceLocale);

/**
 * Each source locale that the project lacks, once: without one the service's texts win over every
 * file. The warning about a file of an unknown locale says so too.
 */
export function sourceWarnings(
  entries: readonly FilesEntry[],
  sets: readonly FileSet[],
  place: { readonly place?: Place },
): LocsyncError[] {
  const namedCodes = new Set(
    sets.flatMap((set) =>
      set.unknownLocaleFiles.filter(({ code }) => isOfSource(set, code)).map(({ code }) => foldCode(code)),
    ),
  );
  const codes = knownCodes(entries.map(({ table }) => table));
  return entries.flatMap(({ table, settings: { sourceLocale: code } }): LocsyncError[] => {
    if (namedCodes.has(foldCode(code)) || meantBy(table, code).length > 0) return [];
    namedCodes.add(foldCode(code));
    const isDefault = code === DEFAULTS.sourceLocale;
    return [LocsyncError.of('SOURCE_LOCALE_MISSING', { code, known: codes, isDefault }, place)];
  });
}
