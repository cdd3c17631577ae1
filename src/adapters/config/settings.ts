import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readSettings } from '../../core/config/read.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { Env } from '../../core/env.js';
import type { Settings } from '../../ports/settings.js';
import {
  createExplorer,
  DOT_FILES,
  EXECUTABLE_FILES,
  PACKAGE_FILE,
  type ConfigExplorer,
  type FoundFile,
} from './explorer.js';
import { assertOwn, ownFolders } from './config-owner.js';
import { assertPlainFile, exists, existingFiles, searchFolders, unreadableError } from './config-files.js';
import { isInside } from '../is-inside.js';
import type { LongWork } from '../long-work.js';
import type { Trust } from '../ownership.js';

/** The validated configuration of the repository. Loads cosmiconfig only for a file. */
export function createSettings(env: Env, trust: Trust, long?: LongWork): Settings {
  return {
    load: async (cwd, explicit) => {
      const folder = await realFolder(cwd);
      const display = (path: string): string => shownPath(folder, path);
      const explorer = (): Promise<ConfigExplorer> =>
        createExplorer(display, async (bytes) => long?.expect(bytes));
      const found =
        explicit === undefined
          ? await search(folder, display, explorer, withCaller(env, trust))
          : await open(folder, explicit, display, explorer);
      const file = display(found.path);
      const read = readSettings(found.root, { file, allowInsecure: env['LOCSYNC_ALLOW_INSECURE'] === '1' });
      return { path: found.path, root: dirname(found.path), ...read, folder };
    },
  };
}

type DisplayPath = (path: string) => string;
/** Called only if there is a file for the explorer. */
type MakeExplorer = () => Promise<ConfigExplorer>;

/** As in git, the user behind `sudo` is trusted too. */
function withCaller(env: Env, trust: Trust): readonly Trust[] {
  const caller = env['SUDO_UID'] ?? '';
  const uid = trust.uid === 0 && /^[0-9]{1,10}$/.test(caller) ? Number(caller) : undefined;
  return uid === undefined ? [trust] : [trust, { uid }];
}

/**
 * The nearest configuration from the folder up to the root of its repository. Never searches above
 * a folder of another user, and refuses a file of another user (the class of CVE-2022-24765): it
 * would decide where our texts go.
 */
async function search(
  folder: string,
  display: DisplayPath,
  explorer: MakeExplorer,
  trusted: readonly Trust[],
): Promise<FoundFile> {
  const folders = await ownFolders(await searchFolders(folder), trusted);
  const top = folders.at(-1) ?? folder;
  for (const current of folders) {
    const dotFiles = await existingFiles(current, DOT_FILES);
    if (dotFiles.length > 1) {
      const names = dotFiles.map((name) => display(join(current, name)));
      throw LocsyncError.of('CONFIG_SEVERAL', { names }, { place: { path: names[0] ?? '' } });
    }
    const files = dotFiles.length === 1 ? dotFiles : await existingFiles(current, [PACKAGE_FILE]);
    if (files.length === 0) continue;
    for (const name of dotFiles) await assertOwn(join(current, name), display, trusted);
    for (const name of files) await assertPlainFile(join(current, name), display(join(current, name)), top);
    const found = await (await explorer()).search(current);
    if (found === undefined) continue;
    await assertOwn(found.path, display, trusted);
    return found;
  }
  for (const current of folders) {
    const [script] = await existingFiles(current, EXECUTABLE_FILES);
    if (script !== undefined)
      throw LocsyncError.of('CONFIG_EXECUTABLE', {}, { place: { path: display(join(current, script)) } });
  }
  throw LocsyncError.of('CONFIG_NOT_FOUND', { folder, top, places: DOT_FILES });
}

/**
 * The file that `--config` names. A link out of the repository is refused only for a file in the
 * repository, which others may have written. Elsewhere the person who typed the path is
 * responsible.
 */
async function open(
  folder: string,
  explicit: string,
  display: DisplayPath,
  explorer: MakeExplorer,
): Promise<FoundFile> {
  const path = resolve(folder, explicit);
  if (explicit === '' || !(await exists(path)))
    throw LocsyncError.of('CONFIG_NO_SUCH_FILE', { path: explicit });
  const top = (await searchFolders(folder)).at(-1) ?? folder;
  const isOfRepository = isInside(top, path) || isInside(top, await realpath(dirname(path)));
  await assertPlainFile(path, display(path), isOfRepository ? top : undefined);
  const found = await (await explorer()).load(path);
  if (found === undefined)
    throw LocsyncError.of('CONFIG_WITHOUT_KEY', {}, { place: { path: display(path) } });
  return found;
}

/** The folder without links, as in git: its parents decide where the search ends. */
async function realFolder(cwd: string): Promise<string> {
  try {
    return await realpath(cwd);
  } catch (error) {
    throw unreadableError(cwd, error);
  }
}

/** A path for people: relative to their working folder, unless it is far away. */
function shownPath(folder: string, path: string): string {
  const way = relative(folder, path);
  const far = isAbsolute(way) || way.startsWith(`..${sep}..${sep}..${sep}`);
  return far ? path : way.split(sep).join('/');
}
