import type { BaseOwner } from '../core/base.js';
import { bind, type BoundSet } from '../core/binding.js';
import { resolveConnection } from '../core/config/connection.js';
import type { FilePattern } from '../core/config/types.js';
import { LocsyncError } from '../core/errors/index.js';
import { fileSets, pathOf, select, type FileSet, type Selection } from '../core/file-set.js';
import type { Locale, ServiceLocale } from '../core/locale.js';
import { localeTable, selectLocales } from '../core/locales.js';
import { LockReader, NO_LOCK, type Lock } from '../core/lock-reader.js';
import { compilePattern } from '../core/pattern.js';
import type { OnProgress } from '../core/progress.js';
import type { Files, Stamp } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import type { Connection, Service, SourceFile } from '../ports/service.js';
import type { FoundConfig } from '../ports/settings.js';
import type { ProjectOptions } from './options.js';
import { nearestPath, touches } from './paths.js';

/** The lock as it was read, and what it takes to replace it. */
export interface StoredLock {
  readonly lock: Lock;
  readonly stamp: Stamp | undefined;
}

/** A project with both its sides: what the commands that talk to the service start from. */
export interface Project {
  readonly found: FoundConfig;
  readonly connection: Connection;
  readonly service: Service;
  readonly files: Files;
  readonly owner: BaseOwner;
  readonly stored: StoredLock;
  readonly locales: readonly ServiceLocale[];
  /** Whether `--locale` lets this locale through. */
  readonly wants: (locale: ServiceLocale) => boolean;
  /** The file sets that this run is about. */
  readonly sets: readonly BoundSet<SourceFile>[];
  /** All file sets, also those that the path arguments leave out. */
  readonly allSets: readonly BoundSet<SourceFile>[];
  /** The service lists no source file at all. */
  readonly listEmpty: boolean;
  readonly unmatched: readonly SourceFile[];
  readonly warnings: readonly LocsyncError[];
  readonly onProgress: OnProgress | undefined;
}

/** The configuration and the folder that it speaks of. Throws the configuration's errors. */
export async function openFolder(
  host: Host,
  options: ProjectOptions,
): Promise<{ found: FoundConfig; files: Files }> {
  const found = await host.settings.load(host.cwd, options.config);
  return { found, files: host.files(found.root) };
}

/** The service of this configuration, with the token that may go there. Throws the errors of section 3 of the contract. */
export async function connect(
  host: Host,
  found: FoundConfig,
  options: ProjectOptions & { readonly dryRun: boolean },
): Promise<{ connection: Connection; service: Service }> {
  const { named, ...target } = resolveConnection({ config: found.config, env: host.env, flags: options });
  const token = await host.tokens.for(target.baseUrl, named, host.env);
  const connection = { ...target, token };
  const say = (line: string): void => host.terminal.err.write(`${line}\n`);
  const answers = { root: found.root, writable: !options.dryRun };
  const notices = { notify: say, ...(options.debug ? { trace: say } : {}) };
  return { connection, service: await host.service(connection, notices, answers) };
}

/** Reads both sides: the locale list and the source files of the service, the locale files here, the base. */
export async function loadProject(
  opened: { readonly found: FoundConfig; readonly files: Files },
  connected: { readonly connection: Connection; readonly service: Service },
  host: Host,
  options: ProjectOptions,
  needs: { readonly files: boolean } = { files: true },
): Promise<Project> {
  const { found, files } = opened;
  const { connection, service } = connected;
  const { config, root } = found;
  if (config.files.length === 0 && needs.files) throw LocsyncError.of('FILES_MISSING', {});
  const owner = { origin: connection.baseUrl.origin, project: connection.project };
  host.onProgress?.({ phase: 'reading' });
  const [locales, sources, paths, stored] = await Promise.all([
    service.locales(),
    service.sourceFiles(),
    Promise.all(config.files.map((pattern) => findPaths(files, pattern))),
    readLock(files, config.lock, owner),
  ]);
  const selections = config.files.map((pattern) => select(pattern, localeTable(locales, pattern.localeMap)));
  const sets = fileSets(selections.map((selection, i) => ({ selection, paths: paths[i] ?? [] })));
  const binding = bind(sets, selections, sources);
  refuseUnmatched(selections, paths, binding.sets);
  const wanted = wantedLocales(selections, options.locale);
  return {
    found,
    connection,
    service,
    files,
    owner,
    stored,
    locales,
    wants: (locale) => wanted.has(locale.id),
    sets: touched(binding.sets, options.paths, host.cwd, root),
    allSets: binding.sets,
    listEmpty: sources.length === 0,
    unmatched: binding.unmatched,
    warnings: [...lockWarnings(stored, config.lock), ...strangerWarnings(sets)],
    onProgress: host.onProgress,
  };
}

/** The locale files that one pattern finds. */
async function findPaths(files: Files, pattern: FilePattern): Promise<readonly string[]> {
  return files.glob([compilePattern(pattern.path).glob], { ignore: pattern.ignore });
}

async function readLock(files: Files, path: string, owner: BaseOwner): Promise<StoredLock> {
  const reader = new LockReader(owner);
  const stamp = await files.readParts(path, (part) => reader.feed(part));
  return { lock: stamp === undefined ? NO_LOCK : reader.end(), stamp };
}

/** A pattern that finds nothing on either side is a mistake, not an empty project (CFG-31). */
function refuseUnmatched(
  selections: readonly Selection[],
  paths: readonly (readonly string[])[],
  sets: readonly BoundSet<SourceFile>[],
): void {
  for (const [i, selection] of selections.entries()) {
    if (sets.some(({ set }) => set.selection === selection)) continue;
    if (paths[i]?.some((path) => selection.pattern.match(path, selection.table.spellings) !== undefined))
      continue;
    throw LocsyncError.of('PATTERN_UNMATCHED', { pattern: selection.settings.path, there: true });
  }
}

function wantedLocales(selections: readonly Selection[], asked: readonly string[]): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const selection of selections)
    for (const locale of selectLocales(selection.table, asked)) wanted.add(locale.id);
  return wanted;
}

/** The sets that the path arguments touch. Throws PATH_UNMATCHED for one that touches none. */
function touched(
  sets: readonly BoundSet<SourceFile>[],
  paths: readonly string[],
  cwd: string,
  root: string,
): readonly BoundSet<SourceFile>[] {
  if (paths.length === 0) return sets;
  const chosen = new Set<BoundSet<SourceFile>>();
  for (const path of paths) {
    const test = touches(path, cwd, root);
    const hit = sets.filter(({ set }) => localePaths(set).some(test));
    if (hit.length === 0)
      throw LocsyncError.of('PATH_UNMATCHED', {
        path,
        nearest: nearestPath(
          path,
          sets.flatMap(({ set }) => localePaths(set)),
        ),
      });
    for (const set of hit) chosen.add(set);
  }
  return sets.filter((set) => chosen.has(set));
}

const localePaths = (set: FileSet): string[] => [
  ...set.selection.table.locales.map((locale: Locale) => pathOf(set, locale)),
  ...set.strangers.map((stranger) => stranger.path),
];

function lockWarnings(stored: StoredLock, path: string): LocsyncError[] {
  return stored.lock.problems.map((reason) =>
    LocsyncError.of('BASE_DOUBTFUL', { reason }, { place: { path } }),
  );
}

function strangerWarnings(sets: readonly FileSet[]): LocsyncError[] {
  return sets.flatMap((set) =>
    set.strangers.map(({ path, code }) => {
      const source = code === set.selection.settings.sourceLocale;
      return LocsyncError.of('LOCALE_STRANGER', { code, source }, { place: { path } });
    }),
  );
}
