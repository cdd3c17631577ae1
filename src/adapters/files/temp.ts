import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^\.locsync-(\d{1,10})-[0-9a-f]{16}\.tmp$/;

/**
 * A name for a temporary file of this process. No pattern matches it, since it begins with a dot
 * and no format has its extension. It cannot be guessed, its length does not depend on the target,
 * and it tells later runs which process made it.
 */
export function tempName(pid: number): string {
  return `.locsync-${pid}-${randomBytes(8).toString('hex')}.tmp`;
}

/** The process that made a temporary file of this name; undefined for any other name. */
export function tempOwner(name: string): number | undefined {
  const pid = NAME.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/**
 * Removes the temporary files of dead processes in one folder. A file that cannot be removed stays
 * for the next run.
 */
export async function sweepFolder(folder: string, isGone: (pid: number) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = tempOwner(name);
    if (owner === undefined || !isGone(owner)) continue;
    const path = join(folder, name);
    const stat = await lstat(path).catch(() => undefined);
    if (stat?.isFile() === true) await rm(path, { force: true }).catch(() => undefined);
  }
}

/**
 * {@link sweepFolder} for every folder of the project. Walks the whole tree: only after a run was
 * killed.
 */
export async function sweepTree(root: string, isGone: (pid: number) => boolean): Promise<void> {
  await sweepFolder(root, isGone);
  for (const entry of await readdir(root, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
      await sweepTree(join(root, entry.name), isGone);
  }
}
