import { randomBytes } from 'node:crypto';
import { link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LocsyncError } from '../../core/errors/index.js';
import { comparePlaces } from '../../core/system/process-place.js';
import { isGone, recordOf, type Processes } from '../../core/system/process-record.js';
import { errorCode, isMissing, reasonOf } from '../../core/system/system-error.js';
import { formatRecord, readRecord, type LockRecord } from './run-lock-record.js';
import { writeNew } from './own-file.js';
import { FOLDER, ignoreOwnFolder, makeOwnFolder } from './own-folder.js';
import { sweepFolder, sweepTree, tempName } from './temp.js';
import type { Clock } from '../../ports/host.js';

export interface LockOptions extends Processes {
  readonly hostname: string;
  readonly clock: Clock;
  /** Ends the wait for another run. */
  readonly signal?: AbortSignal;
  /** How long to wait for another run, in milliseconds; default 5,000. */
  readonly lockWait?: number;
  /** Gets a sentence if the lock of a dead run was taken over. */
  readonly notify?: (notice: string) => void;
}

const HEAD = 'run.lock';
const POLL = 100;

/**
 * Takes the run lock, a file that only one run can create.
 *
 * A run that finds the holder dead does not remove its file. Two runs could do that at once, and
 * the second would remove the new lock of the first. Instead it creates the file that succeeds the
 * dead one and is named after it; again only one run can. So the holder is the end of a chain that
 * begins at `run.lock`. A release removes the head first; without it, the rest of the chain means
 * nothing.
 *
 * Waits a little, then throws RUN_LOCKED or RUN_LOCK_UNREADABLE; RUN_LOCK_FAILED if the folder
 * cannot be written.
 */
export async function takeLock(root: string, options: LockOptions): Promise<() => Promise<void>> {
  const folder = join(root, FOLDER);
  try {
    await makeOwnFolder(folder);
    await ignoreOwnFolder(folder, options.pid);
    const record = newRecord(options);
    const held = await waitFor(folder, record, options);
    await sweepFolder(folder, (pid) => !options.isAlive(pid));
    if (held.dead !== undefined) {
      const dead = held.dead.pid;
      options.notify?.(`took over the run lock of process ${dead}, which is gone`);
      await sweepTree(root, (pid) => pid === dead || !options.isAlive(pid));
    } else await removeStray(folder);
    return () => giveBack(folder, record.id);
  } catch (error) {
    if (error instanceof LocsyncError || options.signal?.aborted === true) throw error;
    throw LocsyncError.of(
      'RUN_LOCK_FAILED',
      { lock: `${FOLDER}/${HEAD}`, reason: reasonOf(error) },
      { cause: error },
    );
  }
}

function newRecord(options: LockOptions): LockRecord {
  const since = new Date(options.clock.date()).toISOString();
  return { id: randomBytes(16).toString('hex'), since, ...recordOf(options, options.hostname) };
}

interface HeldLock {
  /** The dead run that held the lock before, if there was one. */
  readonly dead: LockRecord | undefined;
}

async function waitFor(folder: string, record: LockRecord, options: LockOptions): Promise<HeldLock> {
  for (let left = options.lockWait ?? 5_000; ;) {
    const result = await attempt(folder, record, options);
    if (typeof result === 'object' && !(result instanceof LocsyncError)) return result;
    // The chain changes only while other runs take and release the lock. Do not wait without end
    // for a disk on which it never settles.
    if (left <= 0) throw result === 'again' ? unreadableError(HEAD) : result;
    const pause = result === 'again' ? 1 : POLL;
    await options.clock.sleep(pause, options.signal);
    left -= pause;
  }
}

const unreadableError = (file: string): LocsyncError =>
  LocsyncError.of('RUN_LOCK_UNREADABLE', { lock: `${FOLDER}/${file}` });

/**
 * One attempt: the lock, the error that names its holder, or `again` if the chain changed
 * meanwhile.
 */
async function attempt(
  folder: string,
  record: LockRecord,
  options: LockOptions,
): Promise<HeldLock | LocsyncError | 'again'> {
  const { head, last, file } = readChain(folder);
  if (last === 'unreadable') return unreadableError(file);
  if (last !== undefined && !isGone(last, options, options.hostname)) {
    const isHost = last.host === options.hostname;
    const here = isHost && comparePlaces(last, options.place ?? {}) === 'same';
    return LocsyncError.of('RUN_LOCKED', {
      pid: last.pid,
      host: last.host,
      since: last.since,
      lock: `${FOLDER}/${HEAD}`,
      here,
      apart: isHost && !here,
    });
  }
  const ownName = last === undefined ? HEAD : successor(last.id);
  if (!(await create(folder, ownName, record, options.pid))) return 'again';
  if (last === undefined) return { dead: undefined };
  // The chain may have been released while it was read. Its head is removed first: if it still
  // exists, only this run has succeeded the dead one.
  if (isHead(folder, head)) return { dead: last };
  await rm(join(folder, ownName), { force: true });
  return 'again';
}

interface LockChain {
  readonly head: string | undefined;
  readonly last: LockRecord | 'unreadable' | undefined;
  /** The file of `last`. */
  readonly file: string;
}

function readChain(folder: string): LockChain {
  let file = HEAD;
  let last = readRecord(join(folder, file));
  const head = typeof last === 'object' ? last.id : undefined;
  const seen = new Set<string>();
  while (typeof last === 'object') {
    // No run succeeds itself: these files were forged.
    if (seen.has(last.id)) return { head, last: 'unreadable', file };
    seen.add(last.id);
    const next = successor(last.id);
    const record = readRecord(join(folder, next));
    if (record === undefined) break;
    file = next;
    last = record;
  }
  return { head, last, file };
}

const successor = (id: string): string => `run-${id}.lock`;

function isHead(folder: string, id: string | undefined): boolean {
  const head = readRecord(join(folder, HEAD));
  return typeof head === 'object' && head.id === id;
}

// File systems without hard links (exFAT, some shares). There a kill between opening and writing
// leaves a lock that a person must remove.
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/**
 * Creates a lock file with its whole content at once; returns false if it exists. An empty one,
 * after a loss of power, could only be removed by a person.
 */
async function create(folder: string, name: string, record: LockRecord, pid: number): Promise<boolean> {
  const temp = join(folder, tempName(pid));
  const path = join(folder, name);
  try {
    await writeNew(temp, formatRecord(record), 0o666);
    await link(temp, path).catch((error: unknown) => {
      if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
      return writeNew(path, formatRecord(record), 0o666);
    });
    return true;
  } catch (error) {
    // Missing: the holder has swept it, in whose container this process is not visible.
    if (errorCode(error) === 'EEXIST' || isMissing(error)) return false;
    throw error;
  } finally {
    await rm(temp, { force: true }).catch(() => undefined);
  }
}

/**
 * Removes the rest of a chain whose release was killed. The caller's lock is a head without a
 * successor.
 */
async function removeStray(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^run-[0-9a-f]{32}\.lock$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/**
 * Removes the chain, its head first, if this run is still its end. Never throws: the next run takes
 * over a lock that we fail to remove.
 */
async function giveBack(folder: string, id: string): Promise<void> {
  try {
    const chain: string[] = [];
    let file = HEAD;
    for (;;) {
      const record = readRecord(join(folder, file));
      if (typeof record !== 'object' || chain.includes(file)) return;
      chain.push(file);
      if (record.id === id) break;
      file = successor(record.id);
    }
    for (const name of chain) await rm(join(folder, name), { force: true });
  } catch {
    // See above.
  }
}
