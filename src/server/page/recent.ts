import { integer } from '../columns.js';
import type { Statements } from '../statements.js';

const RECENT_MS = 7 * 24 * 3600_000;

/** The first version of the last seven days. */
export function firstRecent(statements: Statements): number {
  const [row] = statements.all('SELECT id FROM version WHERE created < ? ORDER BY id DESC LIMIT 1', [
    Date.now() - RECENT_MS,
  ]);
  return row === undefined ? 0 : integer(row, 'id') + 1;
}
