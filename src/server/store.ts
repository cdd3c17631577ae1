import sqlite from 'node-sqlite3-wasm';
import { openDatabase, type OpenDatabase } from './database.js';
import type { Processes } from '../core/system/process-record.js';
import { ContentCache } from './content-cache.js';
import { bytes, integer, text, type Row } from './columns.js';
import { StorageFull } from './storage-full.js';
import type { StoredProject, StoredLocale, StoredFile, Literals, Import, ImportResult } from './stored.js';

type Statement = ReturnType<OpenDatabase['database']['prepare']>;
type BoundValue = string | number | Uint8Array;

/**
 * Everything that the service stores. Besides `schema.ts` and `database.ts` the only file with SQL;
 * values are always bound.
 */
export class Store {
  readonly #opened: OpenDatabase;
  readonly #statements = new Map<string, Statement>();
  readonly #contents = new ContentCache();

  private constructor(opened: OpenDatabase) {
    this.#opened = opened;
  }

  /** Throws the SERVE_DB errors of {@link openDatabase}. */
  static open(file: string, processes: Processes, maxBytes: number): Store {
    return new Store(openDatabase(file, processes, maxBytes));
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#opened.close();
  }

  /**
   * Runs `work` as one transaction: on disk as a whole when this returns, not at all if this
   * throws. Throws {@link StorageFull} if the disk or the size limit of the database is full.
   */
  transaction<T>(work: () => T): T {
    const { database } = this.#opened;
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite rolls back by itself after some errors (sqlite.org/lang_transaction.html, section
      // 3).
      if (database.inTransaction) database.exec('ROLLBACK');
      if (error instanceof sqlite.SQLite3Error && /disk is full|disk I\/O error/.test(error.message)) {
        throw new StorageFull(error.message, { cause: error });
      }
      throw error;
    }
  }

  projects(): readonly StoredProject[] {
    return this.#all('SELECT * FROM project ORDER BY rowid').map((row) => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      technology: text(row, 'technology'),
      framework: text(row, 'framework'),
      format: text(row, 'format'),
      tokenHash: bytes(row, 'token_hash'),
    }));
  }

  /** Inside a transaction: creates or updates the project. */
  saveProject(project: StoredProject): void {
    this.#run(
      `INSERT INTO project (id, name, technology, framework, format, token_hash) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, technology = excluded.technology,
         framework = excluded.framework, format = excluded.format, token_hash = excluded.token_hash`,
      [project.id, project.name, project.technology, project.framework, project.format, project.tokenHash],
    );
  }

  /**
   * The project's locales in the order in which they were added: the first is the source locale.
   */
  locales(project: string): readonly StoredLocale[] {
    return this.#all('SELECT id, code, name, country FROM locale WHERE project = ? ORDER BY id', [
      project,
    ]).map((row) => ({
      id: integer(row, 'id'),
      code: text(row, 'code'),
      name: text(row, 'name'),
      country: text(row, 'country'),
    }));
  }

  /** Inside a transaction. */
  addLocale(project: string, locale: Omit<StoredLocale, 'id'>): void {
    this.#run('INSERT INTO locale (project, code, name, country) VALUES (?, ?, ?, ?)', [
      project,
      locale.code,
      locale.name,
      locale.country,
    ]);
  }

  /** Inside a transaction: records an event and returns its id. */
  addEvent(project: string, kind: string): number {
    return this.#insert('INSERT INTO event (project, kind, created) VALUES (?, ?, ?)', [
      project,
      kind,
      Date.now(),
    ]);
  }

  hasEvent(project: string, event: number): boolean {
    return this.#all('SELECT 1 FROM event WHERE id = ? AND project = ?', [event, project]).length > 0;
  }

  /** Up to `limit` source files of the project with an id above `after`, by id; -1 for all. */
  files(project: string, after = 0, limit = -1): readonly StoredFile[] {
    return this.#all(`${SELECT_FILE} WHERE f.project = ? AND f.id > ? ORDER BY f.id LIMIT ?`, [
      project,
      after,
      limit,
    ]).map(storedFile);
  }

  file(project: string, file: number): StoredFile | undefined {
    return this.#all(`${SELECT_FILE} WHERE f.project = ? AND f.id = ?`, [project, file]).map(storedFile)[0];
  }

  /**
   * The names of the file's keys as JSON string literals, in the order in which they were added.
   */
  keys(file: number): readonly string[] {
    return this.#all('SELECT name FROM key WHERE file = ? ORDER BY id', [file]).map((row) =>
      text(row, 'name'),
    );
  }

  /** The texts of one file in one language, in the order in which the file's keys were added. */
  texts(file: number, locale: number): readonly Literals[] {
    const rows = this.#all(
      `SELECT k.name AS name, t.text AS text FROM key k JOIN translation t ON t.key = k.id
       WHERE k.file = ? AND t.locale = ? ORDER BY k.id`,
      [file, locale],
    );
    return rows.map((row) => [text(row, 'name'), text(row, 'text')]);
  }

  /**
   * The texts of one file in one language as a JSON object, its keys in the order in which they
   * were added.
   */
  languageObject(file: number, locale: number): string {
    return this.#contents.of(file, locale, () => {
      const [row] = this.#all(
        `SELECT coalesce(group_concat(k.name || ':' || t.text, ',' ORDER BY k.id), '') AS members
         FROM key k JOIN translation t ON t.key = k.id WHERE k.file = ? AND t.locale = ?`,
        [file, locale],
      );
      return `{${row ? text(row, 'members') : ''}}`;
    });
  }

  /**
   * Stores one upload as a new version of its file, in one transaction. Texts that the upload lacks
   * stay, unless it replaces.
   */
  import(upload: Import): ImportResult {
    return this.transaction(() => {
      const file =
        upload.file ??
        this.#insert('INSERT INTO source_file (project, name) VALUES (?, ?)', [
          upload.project,
          upload.filename,
        ]);
      const [last] = this.#all('SELECT coalesce(max(number), 0) AS number FROM version WHERE file = ?', [
        file,
      ]);
      const number = (last === undefined ? 0 : integer(last, 'number')) + 1;
      const version = this.#insert(
        "INSERT INTO version (file, number, upload, event, filename, created) VALUES (?, ?, 'api', ?, ?, ?)",
        [file, number, upload.event, upload.filename, Date.now()],
      );
      this.putTexts(file, upload.texts, upload.isReplacing ?? false);
      return { file, version, number };
    });
  }

  /** Inside a transaction: stores these texts by language. */
  putTexts(file: number, texts: Import['texts'], isReplacing: boolean): void {
    this.#contents.drop(file);
    if (isReplacing) this.#clear(file, texts.keys());
    for (const [locale, list] of texts) {
      for (const [name, value] of list) {
        this.#run('INSERT INTO key (file, name) VALUES (?, ?) ON CONFLICT DO NOTHING', [file, name]);
        this.#run(
          `INSERT INTO translation (key, locale, text) SELECT id, ?, ? FROM key WHERE file = ? AND name = ?
           ON CONFLICT (key, locale) DO UPDATE SET text = excluded.text WHERE text <> excluded.text`,
          [locale, value, file, name],
        );
      }
    }
    if (isReplacing)
      this.#run('DELETE FROM key WHERE file = ? AND id NOT IN (SELECT key FROM translation)', [file]);
  }

  #clear(file: number, locales: Iterable<number>): void {
    for (const locale of locales)
      this.#run('DELETE FROM translation WHERE locale = ? AND key IN (SELECT id FROM key WHERE file = ?)', [
        locale,
        file,
      ]);
  }

  /** Uses the cached prepared statement of this text. A failed one is dropped. */
  #use<T>(sql: string, work: (statement: Statement) => T): T {
    const statement = this.#statements.get(sql) ?? this.#opened.database.prepare(sql);
    this.#statements.set(sql, statement);
    try {
      return work(statement);
    } catch (error) {
      // After a failed step node-sqlite3-wasm cannot bind it again: sqlite3_reset repeats the
      // step's error.
      this.#statements.delete(sql);
      discard(statement);
      throw error;
    }
  }

  // Always to the last row: an unfinished statement would hold its snapshot, and the log could
  // never be checkpointed.
  #all(sql: string, values: BoundValue[] = []): Row[] {
    return this.#use(sql, (statement) => statement.all(values));
  }

  #run(sql: string, values: BoundValue[]): void {
    this.#use(sql, (statement) => statement.run(values));
  }

  #insert(sql: string, values: BoundValue[]): number {
    return this.#use(sql, (statement) => Number(statement.run(values).lastInsertRowid));
  }
}

function discard(statement: Statement): void {
  try {
    statement.finalize();
  } catch {
    // sqlite3_finalize repeats the error of the failed step too; the statement is freed anyway.
  }
}

const SELECT_FILE = `SELECT f.id AS id, f.name AS name, (SELECT count(*) FROM key k WHERE k.file = f.id) AS keys FROM source_file f`;

function storedFile(row: Row): StoredFile {
  return { id: integer(row, 'id'), name: text(row, 'name'), keys: integer(row, 'keys') };
}
