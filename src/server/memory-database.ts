import sqlite from 'node-sqlite3-wasm';
import type { OpenDatabase } from './database.js';
import { migrate } from './schema.js';

const PAGE_BYTES = 4096;

/** A database of `maxBytes` at most that no file holds: its end is the end of all that it holds. */
export function openInMemory(maxBytes: number): OpenDatabase {
  const database = new sqlite.Database(':memory:');
  database.exec(
    `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / PAGE_BYTES))}`,
  );
  migrate(database);
  return { database, close: () => database.close() };
}
