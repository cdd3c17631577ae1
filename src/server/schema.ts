import sqlite from 'node-sqlite3-wasm';

export type Database = InstanceType<typeof sqlite.Database>;

/** `locs` in ASCII: marks a database as ours (sqlite.org/pragma.html#pragma_application_id). */
export const APPLICATION_ID = 0x6c6f6373;

/**
 * The steps from each schema to the next; a published step never changes. Keys and texts are JSON
 * string literals: node-sqlite3-wasm cuts texts at U+0000, and UTF-8 has no lone surrogates, but
 * JSON may hold both. Besides, a response is then made by joining literals.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE project (
     id         TEXT PRIMARY KEY,
     name       TEXT NOT NULL,
     technology TEXT NOT NULL,
     framework  TEXT NOT NULL,
     format     TEXT NOT NULL,
     token_hash BLOB NOT NULL
   ) STRICT;
   CREATE TABLE locale (
     id      INTEGER PRIMARY KEY AUTOINCREMENT,
     project TEXT NOT NULL REFERENCES project,
     code    TEXT NOT NULL,
     name    TEXT NOT NULL,
     country TEXT NOT NULL,
     UNIQUE (project, code)
   ) STRICT;
   CREATE TABLE event (
     id      INTEGER PRIMARY KEY AUTOINCREMENT,
     project TEXT NOT NULL REFERENCES project,
     kind    TEXT NOT NULL,
     created INTEGER NOT NULL -- milliseconds since 1970
   ) STRICT;
   CREATE TABLE source_file (
     id      INTEGER PRIMARY KEY AUTOINCREMENT,
     project TEXT NOT NULL REFERENCES project,
     name    TEXT NOT NULL,
     UNIQUE (project, name)
   ) STRICT;
   CREATE TABLE version (
     id       INTEGER PRIMARY KEY AUTOINCREMENT,
     file     INTEGER NOT NULL REFERENCES source_file,
     number   INTEGER NOT NULL,
     upload   TEXT NOT NULL,
     event    INTEGER NOT NULL REFERENCES event,
     filename TEXT NOT NULL,
     created  INTEGER NOT NULL, -- milliseconds since 1970
     UNIQUE (file, number)
   ) STRICT;
   CREATE TABLE key (
     id   INTEGER PRIMARY KEY,
     file INTEGER NOT NULL REFERENCES source_file,
     name TEXT NOT NULL, -- a JSON string literal
     UNIQUE (file, name)
   ) STRICT;
   CREATE TABLE translation (
     key    INTEGER NOT NULL REFERENCES key,
     locale INTEGER NOT NULL REFERENCES locale,
     text   TEXT NOT NULL, -- a JSON string literal
     PRIMARY KEY (key, locale)
   ) STRICT, WITHOUT ROWID;`,
];

/** The schema that this version of locsync reads and writes, kept in `user_version`. */
export const SCHEMA_VERSION = STEPS.length;

/** Brings the database to {@link SCHEMA_VERSION}, each step in one transaction with its number. */
export function migrate(database: Database): void {
  const found = Number(database.get('PRAGMA user_version')?.['user_version']);
  for (const [index, step] of STEPS.entries()) {
    if (index < found) continue;
    database.exec(
      `BEGIN IMMEDIATE; ${step} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${index + 1}; COMMIT`,
    );
  }
}

/**
 * Whether a database has exactly the tables and indexes of its schema version: no trigger, no view,
 * no change.
 */
export function hasOurSchema(database: Database, version: number): boolean {
  const model = new sqlite.Database(':memory:');
  try {
    for (const step of STEPS.slice(0, version)) model.exec(step);
    return contentsOf(model) === contentsOf(database);
  } finally {
    model.close();
  }
}

const contentsOf = (database: Database): string =>
  JSON.stringify(database.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'));
