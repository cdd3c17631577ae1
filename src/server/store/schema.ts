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
  // The history of each text. `change` has no column for the text after it: that is the `before` of
  // the text's next change, or the text of now. A text of `version` 0 is older than this history.
  `ALTER TABLE event ADD COLUMN subject TEXT NOT NULL DEFAULT '';
   ALTER TABLE event ADD COLUMN who TEXT NOT NULL DEFAULT '';
   ALTER TABLE version ADD COLUMN who TEXT NOT NULL DEFAULT '';
   ALTER TABLE version ADD COLUMN changes INTEGER; -- NULL: not counted, from before this step
   ALTER TABLE version ADD COLUMN locales TEXT NOT NULL DEFAULT '[]'; -- JSON: ids of locales
   ALTER TABLE key ADD COLUMN gone INTEGER NOT NULL DEFAULT 0; -- 1: without any text
   ALTER TABLE translation ADD COLUMN version INTEGER NOT NULL DEFAULT 0; -- its last change
   ALTER TABLE translation ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0; -- version that last replaced a text
   ALTER TABLE source_file ADD COLUMN keys INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE change (
     key     INTEGER NOT NULL REFERENCES key,
     locale  INTEGER NOT NULL REFERENCES locale,
     version INTEGER NOT NULL REFERENCES version,
     before  TEXT, -- a JSON string literal; NULL: there was no text
     PRIMARY KEY (key, locale, version)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE tally (
     file       INTEGER NOT NULL REFERENCES source_file,
     locale     INTEGER NOT NULL REFERENCES locale,
     translated INTEGER NOT NULL, -- keys with a text here and in the first language
     PRIMARY KEY (file, locale)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX change_of_version ON change (version);
   CREATE INDEX key_of_file ON key (file, gone);
   CREATE INDEX version_of_event ON version (event);
   UPDATE source_file SET keys = (SELECT count(*) FROM key k WHERE k.file = source_file.id);
   INSERT INTO tally (file, locale, translated)
     SELECT k.file, t.locale, count(*) FROM key k
     JOIN source_file f ON f.id = k.file
     JOIN translation s ON s.key = k.id
       AND s.locale = (SELECT min(l.id) FROM locale l WHERE l.project = f.project)
     JOIN translation t ON t.key = k.id
     WHERE s.text <> '""' AND t.text <> '""' GROUP BY k.file, t.locale;`,
  // What is still to be imported of versions with many texts. A row holds keys and texts in turn.
  `CREATE TABLE pending (
     id      INTEGER PRIMARY KEY,
     version INTEGER NOT NULL REFERENCES version,
     locale  INTEGER NOT NULL REFERENCES locale,
     texts   TEXT NOT NULL -- JSON: a list of strings
   ) STRICT;`,
];

/** The size of a page of every database. */
export const PAGE_BYTES = 4096;

/** A database of `maxBytes` at most that no file holds: its end is the end of all that it holds. */
export function openInMemory(maxBytes: number) {
  const database = new sqlite.Database(':memory:');
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  limitSize(database, maxBytes);
  migrate(database);
  return { database, close: () => database.close() };
}

export function limitSize(database: Database, maxBytes: number): void {
  database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / PAGE_BYTES))}`);
}

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

/** Whether a database has exactly the schema of its version: no trigger, no view. */
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
