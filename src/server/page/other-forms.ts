import { heldInOtherForm, pluralKey } from '../../core/check/plural-keys.js';
import { SEPARATOR } from '../../core/keys/key.js';
import { fromLiteral, integer, text, namesBelow } from '../store/columns.js';
import type { Statements } from '../store/statements.js';
import { dottedKey } from '../../core/check/check-catalog.js';

/** The languages that a check compares. */
export interface LanguagePair {
  readonly source: number;
  readonly locale: number;
  readonly code: string;
}

/** `million` of `million.one`; undefined for other names. */
export function formParent(name: string): string | undefined {
  const key = pluralKey(dottedKey(name));
  return key?.group.endsWith(SEPARATOR) === true ? name.slice(0, key.group.length - 1) : undefined;
}

/**
 * The keys, of one key and those below it, that need no text since the language holds the key in
 * another form: `million` beside `million.one`, or the other way round. With their names by id.
 */
export function keysInOtherForm(
  statements: Statements,
  { source, locale }: LanguagePair,
  file: number,
  parent: string,
): ReadonlyMap<number, string> {
  const rows = statements
    .all(
      `SELECT k.id AS id, k.name AS name, s.text AS source, coalesce(t.text, '""') <> '""' AS held FROM key k
       LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
       LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
       WHERE k.file = ? AND k.gone = 0 AND (k.name = ? OR (k.name > ? AND k.name < ?))`,
      [source, locale, file, JSON.stringify(parent), ...namesBelow(parent)],
    )
    .map((row) => {
      const name = fromLiteral(text(row, 'name'));
      return {
        id: integer(row, 'id'),
        name,
        key: dottedKey(name),
        source: row['source'],
        held: row['held'] === 1,
      };
    });
  const lacking = rows.filter((row) => !row.held && row.source !== null).map(({ key }) => key);
  const held = new Set(rows.filter((row) => row.held).map(({ key }) => key));
  const found = new Set(heldInOtherForm(lacking, held));
  const asked = rows.filter((row) => found.has(row.key) && row.source !== '""');
  return new Map(asked.map(({ id, name }) => [id, name]));
}
