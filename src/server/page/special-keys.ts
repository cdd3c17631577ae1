import type { PluralForm } from '../../core/keys/key.js';
import { pluralKey, pluralTypeOf } from '../../core/check/plural-keys.js';
import { EMPTY, fromLiteral, integer, type Row, text } from '../store/columns.js';
import type { BoundValue, Statements } from '../store/statements.js';
import type { Pause } from '../import/stepwise.js';
import { PluralForms } from './plurals.js';
import { dottedKey } from '../../core/check/check-catalog.js';
import { getOrMake } from '../../core/util/collections.js';

/** How many keys one query looks at. */
const KEYS = 5_000;

interface FormKey {
  readonly id: number;
  readonly form: PluralForm;
  readonly type: 'cardinal' | 'ordinal';
}

/** The keys that a language has and the source language has not. */
export interface OwnKeys {
  readonly keys: number;
  readonly texts: number;
}

export const NO_KEYS: OwnKeys = { keys: 0, texts: 0 };

/** The keys of a file that not every language needs. */
export interface SpecialKeys {
  /** Plural forms of the source language. */
  readonly forms: readonly FormKey[];
  /** Names of keys below which there are plural forms: a language may have one or the other. */
  readonly formParents: ReadonlySet<string>;
  /** By language. */
  readonly own: ReadonlyMap<number, OwnKeys>;
}

/** One file, or all of a project. */
export type FileOrProject = { readonly file: number } | { readonly project: string };

/** The special keys by file, of files that have any. Reads in pieces. */
export async function specialKeys(
  statements: Statements,
  scope: FileOrProject,
  source: number,
  pause: Pause,
): Promise<Map<number, SpecialKeys>> {
  const found = new Map<number, ReturnType<typeof noSpecialKeys>>();
  const of = (row: Row) => getOrMake(found, integer(row, 'file'), noSpecialKeys);
  for await (const [where, values] of ranges(statements, scope, pause)) {
    const groups = new PluralForms(statements, { source, locale: source, code: '' });
    for (const row of candidates(statements, source, where, values)) {
      const name = fromLiteral(text(row, 'name'));
      const key = pluralKey(dottedKey(name));
      if (key !== undefined && groups.isForm(integer(row, 'file'), name))
        of(row).forms.push({ id: integer(row, 'id'), form: key.form, type: pluralTypeOf(key.group) });
      await pause();
    }
    for (const row of formParents(statements, where, values))
      of(row).formParents.add(fromLiteral(text(row, 'name')));
    await pause();
    const others = statements.all(
      `SELECT k.file AS file, t.locale AS locale, count(*) AS keys, sum(t.text <> '${EMPTY}') AS texts
       FROM key k CROSS JOIN translation t ON t.key = k.id
       WHERE ${where} AND NOT EXISTS (SELECT 1 FROM translation s WHERE s.key = k.id AND s.locale = ?)
       GROUP BY k.file, t.locale`,
      [...values, source],
    );
    for (const row of others) {
      const { own } = of(row);
      const before = own.get(integer(row, 'locale')) ?? NO_KEYS;
      own.set(integer(row, 'locale'), {
        keys: before.keys + integer(row, 'keys'),
        texts: before.texts + integer(row, 'texts'),
      });
    }
    await pause();
  }
  return found;
}

const noSpecialKeys = () => ({
  forms: [] as FormKey[],
  formParents: new Set<string>(),
  own: new Map<number, OwnKeys>(),
});

/** Keys below which one of these keys is a plural form. */
const formParents = (statements: Statements, where: string, values: readonly BoundValue[]): readonly Row[] =>
  statements.all(
    `SELECT DISTINCT p.file AS file, p.name AS name FROM key k
     JOIN key p ON p.file = k.file AND p.gone = 0
       AND p.name = substr(k.name, 1, length(k.name) - CASE
         WHEN substr(k.name, -5) IN ('.one"', '.two"', '.few"') THEN 5
         WHEN substr(k.name, -6) IN ('.zero"', '.many"') THEN 6
         WHEN substr(k.name, -7) = '.other"' THEN 7 END) || '"'
     WHERE ${where}`,
    [...values],
  );

/** Keys with a source text that end as plural forms; `zero` and `other` are used everywhere. */
const candidates = (
  statements: Statements,
  source: number,
  where: string,
  values: readonly BoundValue[],
): readonly Row[] =>
  statements.all(
    `SELECT k.id AS id, k.file AS file, k.name AS name FROM key k
     WHERE ${where} AND (substr(k.name, -4) IN ('one"', 'two"', 'few"') OR substr(k.name, -5) = 'many"')
       AND EXISTS (SELECT 1 FROM translation s WHERE s.key = k.id AND s.locale = ? AND s.text <> '${EMPTY}')`,
    [...values, source],
  );

/** Conditions with their values, each of which is true for some of the keys. */
async function* ranges(
  statements: Statements,
  scope: FileOrProject,
  pause: Pause,
): AsyncGenerator<readonly [where: string, values: readonly BoundValue[]]> {
  const isFile = 'file' in scope;
  // The keys of many files are read in their own order, not file by file.
  const of = isFile ? 'k.file = ?' : '+k.file IN (SELECT id FROM source_file WHERE project = ?)';
  const bound = isFile ? 'WHERE file = ? AND gone = 0 AND id > ?' : 'WHERE id > ?';
  for (let after: number | undefined = 0; after !== undefined;) {
    const row = statements.row(
      `SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM
         (SELECT id FROM key ${bound} ORDER BY id LIMIT ${KEYS})`,
      isFile ? [scope.file, after] : [after],
    );
    const last = integer(row, 'last');
    yield [
      `${of} AND k.gone = 0 AND k.id > ? AND k.id <= ?`,
      [isFile ? scope.file : scope.project, after, last],
    ];
    after = integer(row, 'n') < KEYS ? undefined : last;
    await pause();
  }
}

/** Those of these keys that have a text in a language. Reads in pieces. */
export async function* withText(
  statements: Statements,
  locale: number,
  ids: readonly number[],
  pause: Pause,
): AsyncGenerator<number> {
  for (let at = 0; at < ids.length; at += KEYS) {
    const rows = statements.all(
      `SELECT t.key AS id FROM json_each(?) j JOIN translation t ON t.key = j.value AND t.locale = ?
       WHERE t.text <> '${EMPTY}'`,
      [JSON.stringify(ids.slice(at, at + KEYS)), locale],
    );
    for (const row of rows) yield integer(row, 'id');
    await pause();
  }
}
