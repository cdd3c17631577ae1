import sqlite from 'node-sqlite3-wasm';
import type { Row } from './columns.js';
import type { Database } from './schema.js';

type Statement = ReturnType<Database['prepare']>;
export type BoundValue = string | number | Uint8Array | null;

/** The prepared statements of one database, each prepared once. Values are always bound. */
export class Statements {
  readonly #prepared = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  // Always to the last row: an unfinished statement would hold its snapshot, and the log could
  // never be checkpointed.
  all(sql: string, values: BoundValue[] = []): Row[] {
    return this.#use(sql, (statement) => statement.all(values));
  }

  /** The row of a query that always has one, such as a count. */
  row(sql: string, values: BoundValue[] = []): Row {
    const [row] = this.all(sql, values);
    if (row === undefined) throw new TypeError(`no row: ${sql}`);
    return row;
  }

  run(sql: string, values: BoundValue[]): void {
    this.#use(sql, (statement) => statement.run(values));
  }

  /** Returns the id of the new row. */
  insert(sql: string, values: BoundValue[]): number {
    return this.#use(sql, (statement) => Number(statement.run(values).lastInsertRowid));
  }

  close(): void {
    for (const statement of this.#prepared.values()) statement.finalize();
    this.#prepared.clear();
  }

  #prepare(sql: string): Statement {
    try {
      const statement = this.database.prepare(sql);
      this.#prepared.set(sql, statement);
      return statement;
    } catch (error) {
      throw asDamage(error);
    }
  }

  /** Uses the cached prepared statement of this text. A failed one is dropped. */
  #use<T>(sql: string, work: (statement: Statement) => T): T {
    const statement = this.#prepared.get(sql) ?? this.#prepare(sql);
    try {
      return work(statement);
    } catch (error) {
      // After a failed step node-sqlite3-wasm cannot bind it again: sqlite3_reset repeats the
      // step's error.
      this.#prepared.delete(sql);
      discard(statement);
      throw asDamage(error);
    }
  }
}

/** A part of the database is not what SQLite wrote there. The rest may be intact. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
}

/** The error as {@link DatabaseDamaged} if SQLite says so, otherwise the error itself. */
export const asDamage = (error: unknown): unknown =>
  error instanceof sqlite.SQLite3Error && error.message.includes('malformed')
    ? new DatabaseDamaged(error.message, { cause: error })
    : error;

function discard(statement: Statement): void {
  try {
    statement.finalize();
  } catch {
    // sqlite3_finalize repeats the error of the failed step too; the statement is freed anyway.
  }
}
