import { bind } from '../../core/files/binding.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { LocsyncError } from '../../core/errors/index.js';
import { fileSets, pathOf, compileEntry, type FileSet, type FilesEntry } from '../../core/files/file-set.js';
import { type Locale, type ServiceLocale } from '../../core/locales/locale.js';
import { localeTable, selectLocales } from '../../core/files/locale-table.js';
import { refuseLeftOut, refuseUnknownCodes, type EntryWithUnknownLocales } from '../../core/files/reach.js';
import { pathOfSection } from '../../core/lock/base.js';
import type { Lock } from '../../core/lock/lock.js';
import { KeyFormatNotes } from '../../core/align/learn-format.js';
import type { Host } from '../../ports/host.js';
import type { Service, ServiceProject, SourceFile } from '../../ports/service.js';
import type { FoundConfig } from '../../ports/settings.js';
import { refuseLostMapKeys } from './locale-map.js';
import type { Files } from '../../ports/files.js';
import { findPaths, findsOnlyIgnored } from './find-paths.js';
import { followRenames } from './follow-renames.js';
import { forgetMergedTexts } from './moved-by-hand.js';
import type { ProjectOptions } from '../context/project-options.js';
import type { ConnectedService, OpenedFolder } from './connect.js';
import { keepCodesOfRenamed } from './renamed-languages.js';
import { findGoneLocales } from './gone-locales.js';
import { touchedSets } from './path-arguments.js';
import { FileHistory } from '../git-history/file-history.js';
import { ReplacedTexts } from '../local-state/replaced-texts.js';
import { refuseMissingLanguages, refuseSharedFiles } from './preflight.js';
import { hintContext, type GivenOptions } from '../context/hint-context.js';
import type { Project } from '../context/project.js';
import { sourceWarnings, unknownLocaleWarnings } from './locale-warnings.js';
import { Uploads } from '../local-state/uploads.js';
import { wereRemoved } from '../files/known-files.js';
import { lockWarnings, readLock } from './read-lock.js';
import { placeIn, refuseNoFiles } from './config-place.js';

/** Reads the service's locales and source files, the locale files here, and the base. */
export async function loadProject(
  opened: OpenedFolder,
  connected: ConnectedService,
  host: Host,
  options: ProjectOptions & GivenOptions,
  command: string,
): Promise<Project> {
  const { found, files } = opened;
  const { connection, service } = connected;
  const { config, root } = found;
  refuseNoFiles(found, host.cwd);
  const owner = { origin: connection.baseUrl.origin, project: connection.project };
  host.onProgress?.({ phase: 'reading' });
  const [locales, sources, paths, stored] = await Promise.all([
    service.locales(),
    service.sourceFiles(),
    findPaths(files, config.files),
    readLock(files, config.lock, owner),
  ]);
  const remote = { service, locales, sources, lock: stored.lock };
  const { entries, sets, warnings } = await arrangeWithKeptCodes(found, host.cwd, paths, remote);
  const place = placeIn(found, host.cwd);
  refuseUnknownCodes(
    entries.map((entry) => withUnknownLocales(entry, sets)),
    place,
  );
  refuseLostMapKeys(sets, place);
  await refuseMissingLanguages(files, sets);
  const binding = bind(sets, entries, sources);
  await refuseUnmatched(files, entries, paths, binding.sets, stored.lock);
  refuseSharedFiles(files, binding.sets);
  const uploads = Uploads.open(host, root, owner);
  const { lock: renamed, moved } = await followRenames(stored.lock, files, binding.sets, sources);
  for (const { from, place } of moved) uploads.record.moved(from, place.section);
  const lock = await forgetMergedTexts(renamed, moved, files, new FileHistory(host, root));
  const given = { paths: options.paths, found, files };
  const chosen = await touchedSets(binding.sets, ({ set }) => localePaths(set), given);
  // With `--locale`, other locales are of no interest.
  const gone = await findGoneLocales(options.locale.length > 0 ? [] : chosen, lock, files);
  const isSelected = selection(entries, options.locale);
  let described: Promise<ServiceProject> | undefined;
  return {
    found,
    connection,
    service,
    describe: () => (described ??= service.project()),
    files,
    hints: hintContext(command, options, found),
    owner,
    stored: { ...stored, lock },
    keyFormats: new KeyFormatNotes(),
    replaced: ReplacedTexts.open(host, root, owner),
    uploads,
    index: connected.index,
    locales,
    isSelected,
    isWritable: isSelected,
    sets: chosen,
    allSets: binding.sets,
    listEmpty: sources.length === 0,
    unmatched: binding.unmatched,
    warnings: [
      ...lockWarnings(stored, config.lock),
      ...uploads.warnings(),
      ...(await uploads.uncovered(
        binding.sets.map(({ set }) => set),
        files,
      )),
      ...warnings,
      ...unknownLocaleWarnings(
        chosen.map(({ set }) => set),
        locales,
        new Set(gone.locales.map(({ path }) => path)),
      ),
    ],
    goneLocales: gone.locales,
    obsoleteSections: gone.obsoleteSections,
    unlisted: new Map(),
    onProgress: host.onProgress,
  };
}

/** Whether a run is about a locale of some files. Throws what `--locale` is refused for. */
function selection(entries: readonly FilesEntry[], asked: readonly string[]): Project['isSelected'] {
  const tables = entries.map(({ table }) => table);
  const wanted = selectLocales(tables, asked);
  refuseLeftOut(entries, asked);
  return (locale, { reach }) => wanted.has(locale.id) && reach.syncs(locale);
}

/** {@link arrange}, with the codes that files here keep of languages that the service renamed. */
async function arrangeWithKeptCodes(
  found: FoundConfig,
  cwd: string,
  paths: Parameters<typeof arrange>[3],
  remote: {
    readonly service: Service;
    readonly locales: readonly ServiceLocale[];
    readonly sources: readonly SourceFile[];
    readonly lock: Lock;
  },
): Promise<ArrangedFiles> {
  const { service, locales, sources, lock } = remote;
  const known = Array.from(lock.sections.keys(), pathOfSection);
  const first = arrange(found, cwd, locales, paths, known);
  const sourceOf = (set: FileSet): SourceFile | undefined =>
    bind(first.sets, first.entries, sources).sets.find((bound) => bound.set === set)?.sourceFile;
  const kept = await keepCodesOfRenamed(first.sets, { lock, locales, service, sourceOf });
  if (!kept) return first;
  const files = found.config.files.map((entry) => kept.get(entry) ?? entry);
  return arrange({ ...found, config: { ...found.config, files } }, cwd, locales, paths, known);
}

/** What is on disk, without the texts: the found files as file sets by the project's locales. */
export interface ArrangedFiles {
  /** The entries of `files`, in their order. */
  readonly entries: readonly FilesEntry[];
  readonly sets: readonly FileSet[];
  readonly warnings: readonly LocsyncError[];
}

/** Sorts the files by the project's locales. Throws what locale tables and sets throw. */
export function arrange(
  found: FoundConfig,
  cwd: string,
  locales: readonly ServiceLocale[],
  paths: readonly (readonly string[])[],
  knownPaths: readonly string[] = [],
): ArrangedFiles {
  const entries = found.config.files.map((pattern) =>
    compileEntry(pattern, localeTable(locales, pattern.localeMap)),
  );
  const onDisk = entries.map((entry, i) => ({ entry, paths: paths[i] ?? [] }));
  const sets = fileSets(onDisk, knownPaths);
  const warnings = sourceWarnings(entries, sets, placeIn(found, cwd));
  return { entries, sets, warnings };
}

/** An entry with the codes of its files that the project lacks. */
const withUnknownLocales = (entry: FilesEntry, sets: readonly FileSet[]): EntryWithUnknownLocales => ({
  ...entry,
  unknownLocales: sets
    .filter((set) => set.entry === entry)
    .flatMap(({ unknownLocaleFiles }) => unknownLocaleFiles.map(({ code }) => code)),
});

/**
 * A pattern that finds nothing on either side is a mistake, not an empty project (CFG-31), unless
 * `ignore` leaves out what it finds.
 */
async function refuseUnmatched(
  files: Files,
  entries: readonly FilesEntry[],
  paths: readonly (readonly string[])[],
  sets: readonly BoundSet<SourceFile>[],
  lock: Lock,
): Promise<void> {
  for (const [i, entry] of entries.entries()) {
    if (sets.some(({ set }) => set.entry === entry) || wereRemoved(lock, entry.settings)) continue;
    if (paths[i]?.some((path) => entry.pattern.match(path, entry.table.spellings) !== undefined)) continue;
    if (await findsOnlyIgnored(files, entry.settings)) continue;
    throw LocsyncError.of('PATTERN_UNMATCHED', { pattern: entry.settings.path, there: true });
  }
}

const localePaths = (set: FileSet): string[] => [
  ...set.entry.table.locales.map((locale: Locale) => pathOf(set, locale)),
  ...set.unknownLocaleFiles.map((file) => file.path),
];
