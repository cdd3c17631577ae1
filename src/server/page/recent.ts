import { integer } from '../store/columns.js';
import type { Statements } from '../store/statements.js';

const RECENT_MS = 7 * 24 * 3600_000;

/** The first version of the last seven days, found by halves: versions are in their order. */
export function firstRecent(statements: Pick<Statements, 'all'>, now = Date.now()): number {
  const [end] = statements.all('SELECT coalesce(max(id), 0) + 1 AS id FROM version');
  let from = 1;
  let to = end === undefined ? 1 : integer(end, 'id');
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [row] = statements.all('SELECT id, created FROM version WHERE id >= ? ORDER BY id LIMIT 1', [
      middle,
    ]);
    if (row !== undefined && integer(row, 'created') < now - RECENT_MS) from = integer(row, 'id') + 1;
    else to = middle;
  }
  return from;
}
