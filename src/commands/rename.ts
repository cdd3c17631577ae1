import { resolve } from 'node:path';
import type { FilePattern } from '../core/config/types.js';
import { LocsyncError } from '../core/errors/index.js';
import type { Report } from '../core/report/report.js';
import type { OptionsOf } from '../options/types.js';
import type { Host } from '../ports/host.js';
import { openWithFiles, withRunLock } from '../sync/load/connect.js';
import { findSets, type LocalSet, pathsOf } from '../sync/offline/local-sets.js';
import { readOwnLock, refuseUnusable } from '../sync/offline/own-lock.js';
import { touchedSets } from '../sync/load/path-arguments.js';
import { readOnly } from '../sync/load/read-only.js';
import { hadFiles } from '../sync/files/known-files.js';
import { planFileMove, planFileRemoval, setOfPath } from '../sync/rename/files.js';
import { keyTask, setWithKey } from '../sync/rename/find-key.js';
import { planKeys } from '../sync/rename/keys.js';
import { uploadNameOf } from '../sync/rename/read.js';
import { fileReport, keyReport, notRemembered, type RenameRun } from '../sync/rename/report.js';
import { unfinishedChanges, writeChanges, type RenameWorld } from '../sync/rename/write.js';
import { hintContext } from '../sync/context/hint-context.js';

type RenameCommandOptions = OptionsOf<'mv'> | OptionsOf<'rm'>;

/** The old name of a key or a file, and the new one; undefined if it is removed. */
interface RenameNames {
  readonly from: string;
  readonly to: string | undefined;
}

/** Renames a key, or the files of a set, in every locale. Needs no service. */
export const mv = (
  host: Host,
  options: RenameCommandOptions,
  [from = '', to = '']: readonly string[],
): Promise<Report> => rename('mv', host, options, { from, to });

/** Removes a key, or the files of a set, in every locale. Needs no service. */
export const rm = (
  host: Host,
  options: RenameCommandOptions,
  [from = '']: readonly string[],
): Promise<Report> => rename('rm', host, options, { from, to: undefined });

async function rename(
  command: RenameRun['command'],
  host: Host,
  options: RenameCommandOptions,
  names: RenameNames,
): Promise<Report> {
  if (names.from === '' || names.to === '') throw LocsyncError.of('PATH_EMPTY', {});
  const { dryRun } = options;
  const runHost = dryRun ? readOnly(host) : host;
  const { found, files } = await openWithFiles(runHost, options);
  const { config, root } = found;
  return withRunLock(files, async () => {
    const stored = await readOwnLock(files, config.lock);
    refuseUnusable(stored, config.lock);
    // All files of a set may have been moved or removed by hand, or by a run that was killed.
    const sets = await findSets(files, config.files, stored.lock, (pattern) =>
      hadFiles(stored.lock, pattern),
    );
    const memory = runHost.undo?.({ root, writable: !dryRun });
    const place: RenameWorld = { host, files, lockPath: config.lock, stored, memory };
    const run: RenameRun = { command, dryRun, hints: hintContext(command, options, found) };
    const inRoot = (path: string): Promise<string> => files.pathInside(resolve(found.folder, path));
    const path = await inRoot(names.from);
    const set = setOfPath(config.files, sets, stored.lock, path);
    if (set) {
      const to = names.to === undefined ? undefined : await inRoot(names.to);
      return await renameFiles(place, run, config.files, set, { from: path, to });
    }
    const asked =
      options.file === undefined
        ? sets
        : await touchedSets(sets, pathsOf, {
            paths: [options.file],
            found,
            files,
          });
    return await renameKey(place, run, asked, names);
  });
}

async function renameFiles(
  place: RenameWorld,
  run: RenameRun,
  patterns: readonly FilePattern[],
  set: LocalSet,
  { from, to }: RenameNames,
): Promise<Report> {
  const { files, lockPath, stored } = place;
  const planned =
    to === undefined
      ? await planFileRemoval(files, set, stored.lock, from)
      : await planFileMove(files, patterns, set, stored.lock, { from, to });
  const warnings = run.dryRun ? [] : await writeChanges(place, planned);
  return fileReport(run, planned, [...notRemembered(planned, lockPath), ...warnings]);
}

async function renameKey(
  place: RenameWorld,
  run: RenameRun,
  sets: readonly LocalSet[],
  { from, to }: RenameNames,
): Promise<Report> {
  const set = await setWithKey(place, sets, from);
  const planned = planKeys(set, keyTask(set, from, to), place.stored.lock, unfinishedChanges(place));
  const warnings = run.dryRun ? [] : await writeChanges(place, planned);
  return keyReport(run, { from, to, name: uploadNameOf(set) }, planned, [
    ...notRemembered(planned, place.lockPath),
    ...warnings,
  ]);
}
