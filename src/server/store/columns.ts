import type { Database } from './schema.js';

/** One row of a query, its columns by name. */
export type Row = ReturnType<Database['all']>[number];

/** An empty text as the database has it: texts are JSON literals. */
export const EMPTY = '""';

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

/** The text of a JSON string literal of the database. */
export function fromLiteral(literal: string): string {
  const value: unknown = JSON.parse(literal);
  if (typeof value !== 'string') throw new TypeError('a literal of the database is not a text');
  return value;
}

/** A JSON string literal without its closing quote. */
export const literalStart = (name: string): string => JSON.stringify(name).slice(0, -1);

/** Exclusive bounds of the literals that begin with a name and a dot: `/` comes after `.`. */
export const namesBelow = (name: string): readonly [string, string] => [
  `${literalStart(name)}.`,
  `${literalStart(name)}/`,
];

/** The text of a column that may hold NULL. */
export function textOrNull(row: Row, column: string): string | null {
  const literal = row[column];
  return typeof literal === 'string' ? fromLiteral(literal) : null;
}

/** How much of a literal is read for an excerpt, in characters. */
export const EXCERPT = 600;

/** The beginning of a text, from {@link EXCERPT} characters, which may end in an escape. */
export function excerptOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (value.length < EXCERPT) return fromLiteral(value);
  const literal = value.slice(0, EXCERPT);
  for (let cut = 0; cut < 12; cut++) {
    try {
      return `${fromLiteral(`${literal.slice(0, literal.length - cut)}"`)}…`;
    } catch {
      // The cut was inside an escape: one character less.
    }
  }
  return '…';
}
