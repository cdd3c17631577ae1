import type { Row } from './columns.js';

/** The text of a JSON string literal of the database. */
export function fromLiteral(literal: string): string {
  const value: unknown = JSON.parse(literal);
  if (typeof value !== 'string') throw new TypeError('a literal of the database is not a text');
  return value;
}

/** The text of a column that may hold NULL. */
export function textOrNull(row: Row, column: string): string | null {
  const literal = row[column];
  return typeof literal === 'string' ? fromLiteral(literal) : null;
}

/** How much of a literal is read for an excerpt, in characters. */
export const EXCERPT = 600;

/**
 * The beginning of a text, from the first {@link EXCERPT} characters of its literal or more. They
 * may end in the middle of an escape.
 */
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
