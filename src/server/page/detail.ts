import { CONDITIONS } from './keys.js';
import type { PageDetail, PageHistoryEntry, PageText } from '../../core/page/wire.js';
import { fromLiteral, integer, type Row, text, textOrNull } from '../store/columns.js';
import { HttpProblem } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import type { LanguagePair } from './other-forms.js';
import { hasFinalBreaks, PluralForms } from './plurals.js';
import { AFTER } from './versions.js';

const HISTORY = 30;
/** A longer text of the history is left out: its version shows where it begins. */
const LONGEST_BEFORE = 50_000;

/** One key in one language with all that the editor shows. Throws 404 if there is no such key. */
export function pageDetail(context: ProjectContext, pair: LanguagePair, key: number): PageDetail {
  const { statements } = context.store;
  const [row] = statements.all(
    `SELECT k.file AS file, f.name AS fileName, k.name AS name, s.text AS source, t.text AS text,
       coalesce(s.version, 0) AS sourceVersion, coalesce(t.version, 0) AS version,
       (${CONDITIONS.stale}) AS stale
     FROM key k JOIN source_file f ON f.id = k.file
     LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
     LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
     WHERE k.id = ? AND f.project = ?`,
    [pair.source, pair.locale, key, context.project.id],
  );
  if (row === undefined) throw new HttpProblem(404, 'there is no such key any more');
  const fileName = text(row, 'fileName');
  const name = fromLiteral(text(row, 'name'));
  const isStale = row['stale'] === 1;
  return {
    id: key,
    file: integer(row, 'file'),
    fileName,
    name,
    source: { text: textOrNull(row, 'source'), version: integer(row, 'sourceVersion') },
    target: { text: textOrNull(row, 'text'), version: integer(row, 'version') },
    isStale,
    sourceBefore: isStale ? sourceBefore(context, pair, key, integer(row, 'version')) : null,
    finalBreaks: hasFinalBreaks(fileName),
    plural: new PluralForms(statements, pair).of(integer(row, 'file'), name),
    history: pageHistory(context, key, pair.locale),
  };
}

/** The source text that a translation of this version was made for. */
function sourceBefore(
  { store }: ProjectContext,
  { source }: LanguagePair,
  key: number,
  version: number,
): string | null {
  const [row] = store.statements.all(
    'SELECT before FROM change WHERE key = ? AND locale = ? AND version > ? ORDER BY version LIMIT 1',
    [key, source, version],
  );
  return row === undefined ? null : textOrNull(row, 'before');
}

/** The last changes of a text, the latest first. */
export function pageHistory({ store }: ProjectContext, key: number, locale: number): PageHistoryEntry[] {
  const short = (column: string): string =>
    `CASE WHEN length(${column}) > ${LONGEST_BEFORE} THEN '"…"' ELSE ${column} END`;
  return store.statements
    .all(
      `SELECT c.version AS version, v.number AS number, v.upload AS upload, v.who AS who, v.created AS created,
         ${short('c.before')} AS before, ${short(AFTER)} AS after
       FROM change c JOIN version v ON v.id = c.version
       WHERE c.key = ? AND c.locale = ? ORDER BY c.version DESC LIMIT ${HISTORY}`,
      [key, locale],
    )
    .map(historyEntry);
}

function historyEntry(row: Row): PageHistoryEntry {
  return {
    version: integer(row, 'version'),
    number: integer(row, 'number'),
    upload: text(row, 'upload'),
    who: text(row, 'who'),
    created: integer(row, 'created'),
    before: textOrNull(row, 'before'),
    after: textOrNull(row, 'after'),
  };
}

/** A text of now by its key's name; version 0 and no text if there is none. */
export function textOfNow(
  { store }: ProjectContext,
  file: number,
  name: string,
  locale: number,
): PageText & { readonly key: number; readonly replaced: number } {
  const [row] = store.statements.all(
    `SELECT k.id AS key, t.text AS text, coalesce(t.version, 0) AS version, coalesce(t.replaced, 0) AS replaced
     FROM key k LEFT JOIN translation t ON t.key = k.id AND t.locale = ? WHERE k.file = ? AND k.name = ?`,
    [locale, file, JSON.stringify(name)],
  );
  if (row === undefined) return { key: 0, text: null, version: 0, replaced: 0 };
  return {
    key: integer(row, 'key'),
    text: textOrNull(row, 'text'),
    version: integer(row, 'version'),
    replaced: integer(row, 'replaced'),
  };
}
