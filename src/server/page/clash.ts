import { text } from '../columns.js';
import { fromLiteral } from '../literals.js';
import type { Statements } from '../statements.js';

/** A key of one file in one language; `name` as the service has it. */
interface KeyOfLanguage {
  readonly file: number;
  readonly locale: number;
  readonly name: string;
}

/** How many groups a key is in at most, for this question. */
const MOST_GROUPS = 50;

/**
 * A key of the language with which this one cannot be in one nested file: `items` beside
 * `items.one`. Undefined if there is none, or if the source language holds both as well: then its
 * file is flat, and so are the others.
 */
export function clashingKey(
  statements: Statements,
  { file, locale, name }: KeyOfLanguage,
  source: number,
): string | undefined {
  const [below] = statements.all(
    `SELECT k.name AS name FROM key k JOIN translation t ON t.key = k.id AND t.locale = ?
     LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
     WHERE k.file = ? AND k.name > ? AND k.name < ? AND t.text <> '""' AND coalesce(s.text, '""') = '""' LIMIT 1`,
    // `/` comes after `.`: these are the keys that begin with the name and a dot.
    [locale, source, file, `${literalStart(name)}.`, `${literalStart(name)}/`],
  );
  if (below) return fromLiteral(text(below, 'name'));
  const groups = groupsOf(name).map((group) => JSON.stringify(group));
  if (groups.length === 0) return undefined;
  const [above] = statements.all(
    `SELECT k.name AS name FROM key k JOIN translation t ON t.key = k.id AND t.locale = ?
     LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
     WHERE k.file = ? AND k.name IN (SELECT value FROM json_each(?)) AND t.text <> '""' AND coalesce(s.text, '""') = '""' LIMIT 1`,
    [locale, source, file, JSON.stringify(groups)],
  );
  return above && fromLiteral(text(above, 'name'));
}

/** A JSON string literal without its closing quote. */
const literalStart = (name: string): string => JSON.stringify(name).slice(0, -1);

/** `a` and `a.b` of `a.b.c`. */
function groupsOf(name: string): string[] {
  const parts = name.split('.').slice(0, MOST_GROUPS);
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
}
