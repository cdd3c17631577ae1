import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Containers often give it 64 MB. */
const ENOUGH_BYTES = 1024 ** 3;

/**
 * A folder for everything that tests write, in memory if the machine has room for it there. Tests
 * make and remove some 100,000 files and folders, and a disk takes ten times the processor time for
 * each. Whatever tests leave in it goes when this process ends.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(isUsable() ? IN_MEMORY : tmpdir(), 'locsync-tests-'));
  // As open as the system's own: some tests run programs as another user.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether programs can be run there, too. */
function isUsable(): boolean {
  if (!existsSync(IN_MEMORY) || !existsSync('/proc/mounts')) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === IN_MEMORY);
  return mount !== undefined && !/\b(?:noexec|ro)\b/.test(mount) && bavail * bsize > ENOUGH_BYTES;
}
