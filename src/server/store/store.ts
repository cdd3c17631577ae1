import sqlite from 'node-sqlite3-wasm';
import { openDatabase, type OpenDatabase } from './database.js';
import type { Processes } from '../../core/system/process-record.js';
import { bytes, integer, text, type Row } from './columns.js';
import { PartImports, type StartedImport } from './part-imports.js';
import { openInMemory } from './schema.js';
import { roomOf, StorageFull } from './storage-room.js';
import { asDamage, Statements } from './statements.js';
import { VersionWriter } from './version-writer.js';
import type { WriteLog } from './write-log.js';
import type {
  StoredProject,
  StoredLocale,
  StoredFile,
  Literals,
  Import,
  ImportResult,
} from './stored-types.js';

/**
 * Everything that the service stores. SQL is here, in `schema.ts`, `database.ts`, `text-writer.ts`
 * and the queries of `page/`; values are always bound.
 */
export class Store {
  readonly #opened: OpenDatabase;
  readonly statements: Statements;
  readonly versions: VersionWriter;
  readonly writes: WriteLog;
  /** The large imports that are under way. */
  readonly parts: PartImports;
  /** Called after each version is on disk. */
  onVersion: (stored: ImportResult) => void = () => undefined;

  private constructor(opened: OpenDatabase, file: string | undefined) {
    this.#opened = opened;
    this.statements = new Statements(opened.database);
    this.versions = new VersionWriter(this.statements);
    this.writes = this.versions.writes;
    this.parts = new PartImports({
      statements: this.statements,
      versions: this.versions,
      transaction: (work) => this.transaction(work),
      room: () => roomOf(opened.database, file),
      finished: (stored) => this.onVersion(stored),
    });
  }

  /** Throws the SERVE_DB errors of {@link openDatabase}. */
  static open(file: string | undefined, processes: Processes, maxBytes: number): Store {
    const opened = file === undefined ? openInMemory(maxBytes) : openDatabase(file, processes, maxBytes);
    const store = new Store(opened, file);
    store.parts.recover();
    return store;
  }

  close(): void {
    this.parts.close();
    this.statements.close();
    this.#opened.close();
  }

  /**
   * Runs `work` as one transaction: on disk as a whole when this returns, not at all if this
   * throws. Throws {@link StorageFull} if the disk or the size limit of the database is full, and
   * `DatabaseDamaged`.
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
      this.versions.resetCounts();
      if (error instanceof sqlite.SQLite3Error && /disk is full|disk I\/O error/.test(error.message)) {
        throw new StorageFull(error.message, { cause: error });
      }
      throw asDamage(error);
    }
  }

  projects(): readonly StoredProject[] {
    return this.statements.all('SELECT * FROM project ORDER BY rowid').map((row) => ({
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
    this.statements.run(
      `INSERT INTO project (id, name, technology, framework, format, token_hash) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, technology = excluded.technology,
         framework = excluded.framework, format = excluded.format, token_hash = excluded.token_hash`,
      [project.id, project.name, project.technology, project.framework, project.format, project.tokenHash],
    );
  }

  /** The project's locales in the order of their addition: the first is the source locale. */
  locales(project: string): readonly StoredLocale[] {
    return this.statements
      .all('SELECT id, code, name, country FROM locale WHERE project = ? ORDER BY id', [project])
      .map((row) => ({
        id: integer(row, 'id'),
        code: text(row, 'code'),
        name: text(row, 'name'),
        country: text(row, 'country'),
      }));
  }

  /** Inside a transaction. */
  addLocale(project: string, locale: Omit<StoredLocale, 'id'>): void {
    this.statements.run('INSERT INTO locale (project, code, name, country) VALUES (?, ?, ?, ?)', [
      project,
      locale.code,
      locale.name,
      locale.country,
    ]);
  }

  /** Inside a transaction: records an event and returns its id. `subject`: what it was about. */
  addEvent(project: string, kind: string, subject = '', who = ''): number {
    return this.statements.insert(
      'INSERT INTO event (project, kind, created, subject, who) VALUES (?, ?, ?, ?, ?)',
      [project, kind, Date.now(), subject, who],
    );
  }

  hasEvent(project: string, event: number): boolean {
    return (
      this.statements.all('SELECT 1 FROM event WHERE id = ? AND project = ?', [event, project]).length > 0
    );
  }

  /** Up to `limit` source files of the project with an id above `after`, by id; -1 for all. */
  files(project: string, after = 0, limit = -1): readonly StoredFile[] {
    return this.statements
      .all(`${SELECT_FILE} WHERE f.project = ? AND f.id > ? ORDER BY f.id LIMIT ?`, [project, after, limit])
      .map(storedFile);
  }

  file(project: string, file: number): StoredFile | undefined {
    return this.statements
      .all(`${SELECT_FILE} WHERE f.project = ? AND f.id = ?`, [project, file])
      .map(storedFile)[0];
  }

  /** The names of the file's keys as JSON string literals, in the order of their addition. */
  keys(file: number): readonly string[] {
    return this.statements
      .all('SELECT name FROM key WHERE file = ? AND gone = 0 ORDER BY id', [file])
      .map((row) => text(row, 'name'));
  }

  /** The texts of one file in one language, in the order in which the file's keys were added. */
  texts(file: number, locale: number): readonly Literals[] {
    const rows = this.statements.all(
      `SELECT k.name AS name, t.text AS text FROM key k JOIN translation t ON t.key = k.id
       WHERE k.file = ? AND t.locale = ? ORDER BY k.id`,
      [file, locale],
    );
    return rows.map((row) => [text(row, 'name'), text(row, 'text')]);
  }

  /** The texts of a file in a language as a JSON object, in the order of their addition. */
  languageObject(file: number, locale: number): string {
    return this.versions.contents.of(file, locale, () => {
      const row = this.statements.row(
        `SELECT coalesce(group_concat(k.name || ':' || t.text, ',' ORDER BY k.id), '') AS members
         FROM key k JOIN translation t ON t.key = k.id WHERE k.file = ? AND t.locale = ?`,
        [file, locale],
      );
      return `{${text(row, 'members')}}`;
    });
  }

  /** Stores an upload as a new version, in one transaction. Texts that it lacks stay. */
  import(upload: Import): ImportResult {
    this.#endOthers(upload);
    const stored = this.transaction(() => this.versions.write(this.versions.create(upload), upload));
    this.onVersion(stored);
    return stored;
  }

  /** As {@link import}, but lets others go on while many texts are stored. */
  importLarge(upload: Import): StartedImport {
    if (this.parts.suits(upload)) return this.parts.start(upload);
    const stored = this.import(upload);
    return { stored, done: Promise.resolve(stored) };
  }

  /** Stores the texts of a version that was made earlier without them. */
  putLate(stored: ImportResult, upload: Import): void {
    this.parts.finish(stored.file);
    this.onVersion(this.transaction(() => this.versions.write(stored, upload)));
  }

  /** What an import under way says about the same keys comes first. */
  #endOthers({ file, texts, removed, confirmed, isReplacing }: Import): void {
    if (file === undefined || !this.parts.isBusy(file)) return;
    const names = new Set([...texts.values()].flatMap((list) => list.map(([name]) => name)));
    for (const list of [...(removed?.values() ?? []), ...(confirmed?.values() ?? [])])
      for (const name of list) names.add(name);
    if (isReplacing === true) this.parts.finish(file);
    else for (const name of names) this.parts.settle(file, name);
  }
}

const SELECT_FILE = `SELECT f.id AS id, f.name AS name, f.keys AS keys FROM source_file f`;

function storedFile(row: Row): StoredFile {
  return { id: integer(row, 'id'), name: text(row, 'name'), keys: integer(row, 'keys') };
}
