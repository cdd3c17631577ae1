import type { Database } from './schema.js';

/** One row of a query, its columns by name. */
export type Row = ReturnType<Database['all']>[number];

/** The text of a column. Throws for any other value. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

/** The integer of a column. Throws for any other value. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no integer`);
  return value;
}

/** The bytes of a column. Throws for any other value. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} holds no bytes`);
  return value;
}
