import { integer, text } from './columns.js';
import type { Statements } from './statements.js';
import type { ImportResult, Literals } from './stored-types.js';
import { getOrMake } from '../../core/util/collections.js';

const PART_TEXTS = 250;
/** A part of long texts has fewer of them. */
const PART_CHARACTERS = 256 * 1024;

/** Texts of a version that are still to be imported: a row of table `pending`. */
export interface PendingPart {
  readonly row: number;
  readonly locale: number;
  readonly texts: readonly Literals[];
}

/** The parts of one version, by their rows. */
export interface KeptParts {
  readonly stored: ImportResult;
  readonly parts: Map<number, PendingPart>;
}

/** Cuts the texts of a language into parts that are imported as a whole. */
export function* partsOf(list: readonly Literals[]): Generator<readonly Literals[]> {
  let part: Literals[] = [];
  let characters = 0;
  for (const pair of list) {
    part.push(pair);
    characters += pair[0].length + pair[1].length;
    if (part.length < PART_TEXTS && characters < PART_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

/** The rows of the parts that hold a key, in their order. */
export function rowsByName(parts: Iterable<PendingPart>): Map<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (const { row, texts } of parts) for (const [name] of texts) getOrMake(rows, name, () => []).push(row);
  return rows;
}

/** Inside a transaction. */
export function keepPart(
  statements: Statements,
  version: number,
  locale: number,
  texts: readonly Literals[],
): PendingPart {
  const written = `[${texts.map(([name, value]) => `${name},${value}`).join(',')}]`;
  const values = [version, locale, written];
  const row = statements.insert('INSERT INTO pending (version, locale, texts) VALUES (?, ?, ?)', values);
  return { row, locale, texts };
}

/** Inside the transaction that imports it. */
export function forgetPart(statements: Statements, { row }: PendingPart): void {
  statements.run('DELETE FROM pending WHERE id = ?', [row]);
}

/** What an earlier process has left. A file has one import at a time. */
export function keptParts(statements: Statements): Iterable<KeptParts> {
  const rows = statements.all(
    `SELECT p.id AS id, p.version AS version, p.locale AS locale, p.texts AS texts, v.file AS file,
       v.number AS number, coalesce(v.changes, 0) AS changes
     FROM pending p JOIN version v ON v.id = p.version ORDER BY p.id`,
  );
  const found = new Map<number, KeptParts>();
  for (const row of rows) {
    const stored: ImportResult = {
      file: integer(row, 'file'),
      version: integer(row, 'version'),
      number: integer(row, 'number'),
      changes: integer(row, 'changes'),
    };
    const kept = getOrMake(found, stored.version, () => ({ stored, parts: new Map() }));
    const id = integer(row, 'id');
    kept.parts.set(id, { row: id, locale: integer(row, 'locale'), texts: keptTexts(text(row, 'texts')) });
  }
  return found.values();
}

/** The texts of a row of table `pending`, as they were written: keys and texts in turn. */
function keptTexts(written: string): readonly Literals[] {
  const parsed: unknown = JSON.parse(written);
  if (!Array.isArray(parsed)) throw new TypeError('a pending import holds no list');
  return Array.from({ length: parsed.length / 2 }, (_, at): Literals => [
    JSON.stringify(parsed[2 * at]),
    JSON.stringify(parsed[2 * at + 1]),
  ]);
}
