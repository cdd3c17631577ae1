import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, basename } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { LocsyncError } from '../../core/errors/index.js';
import { takeDatabase } from './database-lock.js';
import type { Processes } from '../../core/system/process-record.js';
import { kindOf, makeFolder, readStart } from './regular-file.js';
import {
  APPLICATION_ID,
  hasOurSchema,
  migrate,
  SCHEMA_VERSION,
  type Database,
  limitSize,
  PAGE_BYTES,
} from './schema.js';
import { errorCode, messageOf } from '../../core/system/system-error.js';

export interface OpenDatabase {
  readonly database: Database;
  /** Closes the database and releases it. */
  close(): void;
}

// The run lock is there too.
const OWN_FOLDER = '.locsync';

/**
 * Opens the service's database or creates it: for this process alone, in the newest schema, of
 * `maxBytes` at most. A transaction is on disk when its COMMIT returns. Throws the SERVE_DB errors;
 * leaves a file that is not ours unchanged.
 */
export function openDatabase(file: string, processes: Processes, maxBytes: number): OpenDatabase {
  const path = realPath(file);
  checkFiles(path);
  const release = takeDatabase(path, processes);
  let database: Database | undefined;
  try {
    settleJournal(path);
    database = new sqlite.Database(path);
    // A database may have come with the repository: nothing in it runs before its schema is
    // compared with ours.
    database.exec(
      `PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA busy_timeout = 0; PRAGMA page_size = ${PAGE_BYTES}; PRAGMA locking_mode = EXCLUSIVE`,
    );
    checkOurs(database, path);
    makeDurable(database);
    limitSize(database, maxBytes);
    database.exec('PRAGMA cache_size = -16000');
    migrate(database);
    syncFolder(dirname(path));
  } catch (error) {
    if (database?.isOpen === true) database.close();
    release();
    throw asOpenError(error, path);
  }
  const opened = database;
  return {
    database: opened,
    close: () => {
      try {
        opened.close();
      } finally {
        release();
      }
    },
  };
}

/** The real path: lock and owner are next to it. Creates its folder if it is missing. */
function realPath(file: string): string {
  try {
    const folder = dirname(file);
    makeFolder(folder);
    if (basename(folder) === OWN_FOLDER) {
      refuseLink(folder);
      refuseLink(file);
      keepFromGit(folder);
    }
    try {
      return realpathSync(file);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return join(realpathSync(dirname(file)), basename(file));
    }
  } catch (error) {
    throw LocsyncError.of('SERVE_DB_OPEN', { path: file, reason: messageOf(error) }, { cause: error });
  }
}

/** The project's own folder may come with the repository: a link may lead to others' files. */
function refuseLink(path: string): void {
  if (kindOf(path) === 'other') throw new Error(`${path} is a link, a pipe or a device`);
}

/** Refuses anything but regular files for the database, and for what is kept beside it. */
function checkFiles(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm', '.owner', '.lock']) {
    const kind = kindOf(`${path}${suffix}`);
    if (kind === 'nothing' || kind === (suffix === '.lock' ? 'folder' : 'file')) continue;
    const reason = `${basename(path)}${suffix} is not a regular ${suffix === '.lock' ? 'folder' : 'file'}`;
    throw LocsyncError.of('SERVE_DB_OPEN', { path, reason });
  }
  // Its lock and its log are found by its name: a second service would open it by the other one.
  const names = statSync(path, { throwIfNoEntry: false })?.nlink ?? 1;
  if (names > 1)
    throw LocsyncError.of('SERVE_DB_OPEN', { path, reason: `it has ${names} names (hard links)` });
}

/** The project's own folder ignores itself: a database is not committed. */
function keepFromGit(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * The write-ahead log makes a killed service safe. With a rollback journal, node-sqlite3-wasm 0.8
 * takes its own lock folder for that of another process, never rolls back, and leaves half a
 * transaction in the file (seen: 184 of 200 rows of an uncommitted UPDATE). WAL needs no shared
 * memory in exclusive locking mode (sqlite.org/wal.html, section 8).
 */
function makeDurable(database: Database): void {
  const mode = database.get('PRAGMA journal_mode = WAL')?.['journal_mode'];
  if (mode !== 'wal') throw new Error('the journal mode cannot be set to WAL');
  // FULL: the log is flushed at each commit, not only at a checkpoint.
  database.exec('PRAGMA synchronous = FULL');
}

/** Refuses files of other programs and of newer versions before anything is written. */
function checkOurs(database: Database, path: string): void {
  const application = Number(database.get('PRAGMA application_id')?.['application_id']);
  const version = Number(database.get('PRAGMA user_version')?.['user_version']);
  const isEmpty =
    database.get('SELECT count(*) AS n FROM sqlite_schema')?.['n'] === 0 &&
    application === 0 &&
    version === 0;
  if (isEmpty) return;
  if (application !== APPLICATION_ID) throw LocsyncError.of('SERVE_DB_FOREIGN', { path });
  if (version > SCHEMA_VERSION)
    throw LocsyncError.of('SERVE_DB_NEWER', { path, found: version, known: SCHEMA_VERSION });
  // A foreign trigger or view would run with our own statements.
  if (!hasOurSchema(database, version)) throw LocsyncError.of('SERVE_DB_FOREIGN', { path });
}

/**
 * Removes the rollback journal of a start that was killed while it created the file. It protects
 * the change of one page, which is there or not. If left, other SQLite programs would roll the
 * database back to nothing.
 *
 * Beside a file that is not in WAL mode the journal belongs to another program. Then the file is
 * refused, since this SQLite cannot roll it back.
 */
function settleJournal(path: string): void {
  const journal = `${path}-journal`;
  if (sizeOf(journal) === 0) return;
  const header = readStart(path, HEADER_BYTES) ?? Buffer.alloc(0);
  if (header.length > 0 && !isWal(header)) {
    throw LocsyncError.of('SERVE_DB_DAMAGED', {
      path,
      reason: `another program was stopped in the middle of a write (${journal})`,
    });
  }
  // The first start writes one page before its schema with our id. A larger file without it is not
  // ours.
  const isOurs = header.length < HEADER_BYTES || header.readUInt32BE(APPLICATION_AT) === APPLICATION_ID;
  if (!(isOurs || sizeOf(path) <= PAGE_BYTES) || !isJournal(journal))
    throw LocsyncError.of('SERVE_DB_FOREIGN', { path });
  rmSync(journal, { force: true });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const HEADER_BYTES = 100;
const APPLICATION_AT = 68;

/** Bytes 18 and 19 of the header are 2 in WAL mode (sqlite.org/fileformat2.html, section 1.3). */
const isWal = (header: Buffer): boolean => header[18] === 2 && header[19] === 2;

/** Whether a file begins like a rollback journal, or with zeros as a new one does (section 3). */
function isJournal(path: string): boolean {
  const start = readStart(path, JOURNAL_MAGIC.length) ?? Buffer.alloc(0);
  return start.equals(JOURNAL_MAGIC) || start.every((byte) => byte === 0);
}

const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex');

/** Flushes the folder's entries, which the VFS does not: a power failure keeps the log's name. */
function syncFolder(folder: string): void {
  let entries: number;
  try {
    entries = openSync(folder, 'r');
  } catch {
    return; // Windows opens no folders, and keeps their entries by itself.
  }
  try {
    fsyncSync(entries);
  } finally {
    closeSync(entries);
  }
}

/** node-sqlite3-wasm distinguishes its errors only by SQLite's own text (sqlite3_errmsg). */
function asOpenError(error: unknown, path: string): unknown {
  if (!(error instanceof sqlite.SQLite3Error)) return error;
  const reason = error.message;
  if (reason.includes('not a database'))
    return LocsyncError.of('SERVE_DB_NOT_SQLITE', { path }, { cause: error });
  if (reason.includes('readonly')) return LocsyncError.of('SERVE_DB_READ_ONLY', { path }, { cause: error });
  if (reason.includes('locked')) return LocsyncError.of('SERVE_DB_LOCKED', { path }, { cause: error });
  if (reason.includes('malformed'))
    return LocsyncError.of('SERVE_DB_DAMAGED', { path, reason }, { cause: error });
  // "Could not open the database" is the library's own text, and gives no reason.
  if (!mayWrite(path)) return LocsyncError.of('SERVE_DB_READ_ONLY', { path }, { cause: error });
  return LocsyncError.of('SERVE_DB_OPEN', { path, reason }, { cause: error });
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
