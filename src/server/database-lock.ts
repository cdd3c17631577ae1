import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { LocsyncError } from '../core/errors/index.js';
import { comparePlaces, readPlace, readStat, type ProcessPlace } from '../core/system/process-place.js';
import { kindOf, readStart } from './own-file.js';
import { errorCode, messageOf } from '../core/system/system-error.js';

/** What the service needs to know of processes; `main.ts` has the real one. */
export interface Processes {
  /** The id of this process. */
  readonly pid: number;
  /** Whether a process of this id runs on this machine, whoever owns it. */
  isAlive(pid: number): boolean;
  /** Where this process runs, as far as the system says. */
  readonly place?: ProcessPlace;
}

/** A record has a few hundred bytes. */
const LIMIT = 16 * 1024;

interface Owner extends ProcessPlace {
  readonly pid: number;
  readonly host: string;
  /** When the process was started, in the machine's own terms; '' where it does not tell. */
  readonly birth: string;
}

/**
 * Makes this process the only one to use a database, and returns the function that gives it back.
 *
 * node-sqlite3-wasm locks a database through a folder `<path>.lock`, which a killed process leaves behind, and then nobody can open it
 * any more. So the holder is written to `<path>.owner`: if that process is dead, its lock folder is removed; if it lives, or runs
 * on another machine or in another container, so that it cannot be seen from here, the database is refused. Throws SERVE_DB_IN_USE, SERVE_DB_LOCKED, SERVE_DB_OPEN.
 */
export function takeDatabase(path: string, processes: Processes): () => void {
  const record = `${path}.owner`;
  const self = JSON.stringify({
    pid: processes.pid,
    host: hostname(),
    birth: birthOf(processes.pid).birth,
    ...processes.place,
  } satisfies Owner);
  if (!create(record, self)) {
    const found = readRecord(record);
    const owner = found === undefined ? undefined : parseOwner(found);
    // A record that cannot be read may be one that its writer has not finished: nobody is declared dead on that ground.
    if (found === undefined || owner === undefined) throw LocsyncError.of('SERVE_DB_LOCKED', { path });
    if (mayLive(owner, processes))
      throw LocsyncError.of('SERVE_DB_IN_USE', { path, pid: owner.pid, host: owner.host });
    takeOver(path, record, found);
    if (!create(record, self)) throw LocsyncError.of('SERVE_DB_LOCKED', { path });
  } else if (kindOf(`${path}.lock`) !== 'nothing') {
    rmSync(record, { force: true });
    throw LocsyncError.of('SERVE_DB_LOCKED', { path });
  }
  return () => {
    if (readRecord(record) === self) rmSync(record, { force: true });
  };
}

/** Creates the record if there is none, and flushes it: false where there is one. */
function create(record: string, text: string): boolean {
  try {
    const file = openSync(record, 'wx');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } catch (error) {
      // Half a record, on a full disk, would keep everybody out until a person removes it.
      rmSync(record, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    const path = record.slice(0, -'.owner'.length);
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS') {
      throw LocsyncError.of('SERVE_DB_READ_ONLY', { path }, { cause: error });
    }
    throw LocsyncError.of('SERVE_DB_OPEN', { path, reason: messageOf(error) }, { cause: error });
  }
}

/**
 * Removes a dead holder's record and lock folder. The record is first renamed to a name of our own, which only one of several starters can do;
 * if what was renamed is not what was judged dead, another starter was quicker, and its record is put back.
 */
function takeOver(path: string, record: string, dead: string): void {
  const aside = `${record}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(record, aside);
  } catch {
    throw LocsyncError.of('SERVE_DB_LOCKED', { path });
  }
  if (readRecord(aside) !== dead) {
    renameSync(aside, record);
    throw LocsyncError.of('SERVE_DB_LOCKED', { path });
  }
  try {
    rmdirSync(`${path}.lock`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw LocsyncError.of('SERVE_DB_LOCKED', { path }, { cause: error });
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Whether the holder may be alive. One that cannot be seen from here always may. */
function mayLive(owner: Owner, processes: Processes): boolean {
  if (owner.host !== hostname()) return true;
  const place = comparePlaces(owner, processes.place ?? {});
  if (place !== 'same') return place === 'elsewhere';
  if (!processes.isAlive(owner.pid)) return false;
  const { birth, ended } = birthOf(owner.pid);
  return !ended && (owner.birth === '' || birth === '' || owner.birth === birth);
}

/** Boot and start time of a process as Linux tells them (proc(5), field 22), so that a process id used again is recognised; '' elsewhere. */
function birthOf(pid: number): { readonly birth: string; readonly ended: boolean } {
  try {
    const { started, ended } = readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (started === undefined) return { birth: '', ended };
    return { birth: `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${started}`, ended };
  } catch {
    return { birth: '', ended: false };
  }
}

function readRecord(record: string): string | undefined {
  try {
    return readStart(record, LIMIT)?.toString('utf8');
  } catch {
    return undefined;
  }
}

/** The holder, or undefined for what is no whole record. */
function parseOwner(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const pid = 'pid' in value ? value.pid : undefined;
    const host = 'host' in value ? value.host : undefined;
    const birth = 'birth' in value ? value.birth : undefined;
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof birth !== 'string') return undefined;
    return { pid, host, birth, ...readPlace(value) };
  } catch {
    return undefined;
  }
}
