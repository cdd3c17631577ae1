import { fromLiteral, text, namesBelow } from '../columns.js';
import type { Statements } from '../statements.js';
import type { PageEdit } from '../../core/page/wire.js';

/** How many groups a key is in at most, for this question. */
const MOST_GROUPS = 50;

/**
 * A key of the language with which this one cannot be in one nested file: `items` beside
 * `items.one`. Undefined if there is none, or if the source language holds both as well: then its
 * file is flat, and so are the others.
 */
export function clashingKey(
  statements: Statements,
  { file, locale, name }: Pick<PageEdit, 'file' | 'locale' | 'name'>,
  source: number,
): string | undefined {
  const find = (which: string, values: readonly string[]): string | undefined => {
    const [row] = statements.all(
      `SELECT k.name AS name FROM key k JOIN translation t ON t.key = k.id AND t.locale = ?
       LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
       WHERE k.file = ? AND ${which} AND t.text <> '""' AND coalesce(s.text, '""') = '""' LIMIT 1`,
      [locale, source, file, ...values],
    );
    return row && fromLiteral(text(row, 'name'));
  };
  const below = find('k.name > ? AND k.name < ?', namesBelow(name));
  if (below !== undefined) return below;
  const groups = groupsOf(name).map((group) => JSON.stringify(group));
  if (groups.length === 0) return undefined;
  return find('k.name IN (SELECT value FROM json_each(?))', [JSON.stringify(groups)]);
}

/** `a` and `a.b` of `a.b.c`. */
function groupsOf(name: string): string[] {
  const parts = name.split('.').slice(0, MOST_GROUPS);
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
}
