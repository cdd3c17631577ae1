import { relative, resolve, sep } from 'node:path';
import { LocsyncError } from '../core/errors/index.js';
import { keyName } from '../core/keys/key.js';
import { foldCode } from '../core/locales/locale.js';
import { nearest } from '../core/text/nearest.js';
import type { OptionsOf } from '../options/types.js';
import { keysNamed, pluralForms } from '../plan/rename.js';
import type { Host } from '../ports/host.js';
import type { Report } from '../core/report/report.js';
import { openFolder } from '../sync/connect.js';
import { placeIn } from '../sync/load-project.js';
import { touchedSets } from '../sync/path-arguments.js';
import { readOnly } from '../sync/read-only.js';
import { findSets, sourceCode, type LocalSet } from '../sync/local/local-sets.js';
import { readOwnLock } from '../sync/local/own-lock.js';
import { planFileMove, planFileRemoval, setOfPath } from '../sync/rename/files.js';
import { hasBase, planKeys } from '../sync/rename/keys.js';
import { keysOf, readSet, uploadNameOf, type RenameSet } from '../sync/rename/read.js';
import { fileReport, keyReport, notRemembered, type RenameCommand } from '../sync/rename/report.js';
import { lastChanges, refuseUnusable, writeChanges, type RenameWorld } from '../sync/rename/write.js';

type RenameOptions = OptionsOf<'mv'> | OptionsOf<'rm'>;

/** Renames a key, or the files of a set, in every locale. Needs no service. */
export const mv = (
  host: Host,
  options: RenameOptions,
  [from = '', to = '']: readonly string[],
): Promise<Report> => rename('mv', host, options, { from, to });

/** Removes a key, or the files of a set, in every locale. Needs no service. */
export const rm = (host: Host, options: RenameOptions, [from = '']: readonly string[]): Promise<Report> =>
  rename('rm', host, options, { from, to: undefined });

async function rename(
  command: RenameCommand,
  host: Host,
  options: RenameOptions,
  task: { readonly from: string; readonly to: string | undefined },
): Promise<Report> {
  if (task.from === '' || task.to === '') throw LocsyncError.of('PATH_EMPTY', {});
  const world = options.dryRun ? readOnly(host) : host;
  const { found, files } = await openFolder(world, options);
  const { config, root, folder } = found;
  if (config.files.length === 0) throw LocsyncError.of('FILES_MISSING', {}, placeIn(found, host.cwd));
  const release = await files.lock();
  try {
    const [sets, stored] = await Promise.all([
      findSets(files, config.files),
      readOwnLock(files, config.lock),
    ]);
    refuseUnusable(stored, config.lock);
    const memory = world.undo?.({ root, writable: !options.dryRun });
    const place: RenameWorld = { host, files, lockPath: config.lock, stored, memory };
    const inRoot = (path: string): string => relative(root, resolve(folder, path)).split(sep).join('/');
    const path = inRoot(task.from);
    const ofPath = setOfPath(config.files, sets, stored.lock, path);
    if (ofPath) {
      const planned =
        task.to === undefined
          ? await planFileRemoval(files, ofPath, stored.lock, path)
          : await planFileMove(files, config.files, ofPath, stored.lock, { from: path, to: inRoot(task.to) });
      const warnings = options.dryRun ? [] : await writeChanges(place, planned);
      return fileReport(command, options.dryRun, planned, [
        ...notRemembered(planned, config.lock),
        ...warnings,
      ]);
    }
    const asked =
      options.file === undefined
        ? sets
        : await touchedSets(sets, (set) => set.files.map((file) => file.path), {
            paths: [options.file],
            found,
            files,
          });
    const set = await setWithKey(place, asked, task.from);
    const { from, to } = task;
    if (to !== undefined) refuseInside(from, to);
    const { pullOnly } = set.set.pattern;
    const source = sourceCode(set.set.pattern);
    if (
      pullOnly.some((one) =>
        [source, set.set.pattern.sourceLocale].some((code) => foldCode(code) === foldCode(one)),
      )
    )
      throw LocsyncError.of('KEY_PULL_ONLY', { key: from, locale: set.set.pattern.sourceLocale });
    const forms = pluralForms(
      set.files.flatMap(({ languages }) => languages),
      from,
    );
    const planned = planKeys(set, { from, to, forms }, stored.lock, lastChanges(place));
    const warnings = options.dryRun ? [] : await writeChanges(place, planned);
    return keyReport(command, options.dryRun, { from, to, name: uploadNameOf(set) }, planned, [
      ...notRemembered(planned, config.lock),
      ...warnings,
    ]);
  } finally {
    await release();
  }
}

function refuseInside(from: string, to: string): void {
  if (from === to) throw LocsyncError.of('KEY_TAKEN', { key: to, by: from });
  if (from.startsWith(`${to}.`) || to.startsWith(`${from}.`))
    throw LocsyncError.of('KEY_INSIDE', { from, to });
}

/**
 * The one set that has a key: in its files, or in the lock and not removed yet, if the files have
 * lost it already. Throws KEY_NOT_HERE and KEY_IN_SEVERAL.
 */
async function setWithKey(
  { host, files, stored: { lock } }: RenameWorld,
  sets: readonly LocalSet[],
  key: string,
): Promise<RenameSet> {
  const here: RenameSet[] = [];
  const inLock: RenameSet[] = [];
  const known = new Set<string>();
  for (const set of sets) {
    host.signal.throwIfAborted();
    const read = await readSet(files, set, lock);
    const forms = pluralForms(
      read.files.flatMap(({ languages }) => languages),
      key,
    );
    const has = (keys: Iterable<Parameters<typeof keyName>[0]>): boolean =>
      keysNamed(keys, key, forms).length > 0;
    if (read.files.some(({ languages }) => languages.some(({ leaves }) => has(leaves.keys()))))
      here.push(read);
    else if ([...read.sections.values()].some((base) => has(base.keys()))) inLock.push(read);
    else for (const one of keysOf(read)) known.add(keyName(one));
  }
  const isUnsettled = ({ sections }: RenameSet): boolean =>
    [...sections.values()].some((base) =>
      keysNamed(base.keys(), key, new Set()).some((one) => hasBase(base, one)),
    );
  const candidates = here.length > 0 ? here : inLock.some(isUnsettled) ? inLock.filter(isUnsettled) : inLock;
  const [set, another] = candidates;
  if (!set) throw LocsyncError.of('KEY_NOT_HERE', { key, nearest: nearest(key, known) });
  if (another) throw LocsyncError.of('KEY_IN_SEVERAL', { key, sets: candidates.map((one) => one.set.name) });
  return set;
}
