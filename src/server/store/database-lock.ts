import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { LocsyncError } from '../../core/errors/index.js';
import { isGone, parseRecord, recordOf, type Processes } from '../../core/system/process-record.js';
import { kindOf, readStart } from './regular-file.js';
import { errorCode, messageOf } from '../../core/system/system-error.js';

/** A record has a few hundred bytes. */
const LIMIT = 16 * 1024;

/**
 * Makes this process the only user of a database, and returns the function that releases it.
 *
 * node-sqlite3-wasm locks a database through a folder `<path>.lock`. If a killed process leaves it,
 * no other can open the database. So the holder is recorded in `<path>.owner`: if that process is
 * dead, its lock folder is removed. If it may be alive, here or on another machine or in another
 * container, the database is refused.
 *
 * Throws SERVE_DB_IN_USE, SERVE_DB_LOCKED, SERVE_DB_OPEN.
 */
export function takeDatabase(path: string, processes: Processes): () => void {
  const record = `${path}.owner`;
  const self = JSON.stringify(recordOf(processes, hostname()));
  if (!create(record, self)) {
    const found = readRecord(record);
    const owner = found === undefined ? undefined : parseRecord(found)?.record;
    // An unreadable record may be incomplete: its writer does not count as dead.
    if (found === undefined || owner === undefined) throw LocsyncError.of('SERVE_DB_LOCKED', { path });
    if (!isGone(owner, processes, hostname()))
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

/** Creates the record and flushes it; returns false if there is one already. */
function create(record: string, text: string): boolean {
  try {
    const file = openSync(record, 'wx');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } catch (error) {
      // An incomplete record, on a full disk, would block everybody until a person removes it.
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
 * Removes a dead holder's record and lock folder. Renames the record first, which only one of
 * several starters can do. If the renamed record is not the dead one, another starter was faster,
 * and its record is put back.
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

function readRecord(record: string): string | undefined {
  try {
    return readStart(record, LIMIT)?.toString('utf8');
  } catch {
    return undefined;
  }
}
