import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { LocsyncError } from '../core/errors/index.js';
import { isGone, parseRecord, recordOf, type Processes } from '../core/system/process-record.js';
import { kindOf, readStart } from './own-file.js';
import { errorCode, messageOf } from '../core/system/system-error.js';

/** A record has a few hundred bytes. */
const LIMIT = 16 * 1024;

/**
 * Makes this process the only one to use a database, and returns the function that gives it back.
 *
 * node-sqlite3-wasm locks a database through a folder `<path>.lock`, which a killed process leaves behind, and then nobody can open it
 * any more. So the holder is written to `<path>.owner`: if that process is dead, its lock folder is removed; if it lives, or runs
 * on another machine or in another container, so that it cannot be seen from here, the database is refused. Throws SERVE_DB_IN_USE, SERVE_DB_LOCKED, SERVE_DB_OPEN.
 */
export function takeDatabase(path: string, processes: Processes): () => void {
  const record = `${path}.owner`;
  const self = JSON.stringify(recordOf(processes, hostname()));
  if (!create(record, self)) {
    const found = readRecord(record);
    const owner = found === undefined ? undefined : parseRecord(found)?.record;
    // A record that cannot be read may be one that its writer has not finished: nobody is declared dead on that ground.
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

function readRecord(record: string): string | undefined {
  try {
    return readStart(record, LIMIT)?.toString('utf8');
  } catch {
    return undefined;
  }
}
