import { excerptOrNull, fromLiteral, integer, type Row, text, textOrNull } from '../store/columns.js';
import type { KeyFilter, PageKeys, PageRow } from '../../core/page/wire.js';
import type { ProjectContext } from '../project-context.js';
import type { StoredFile } from '../store/stored-types.js';
import type { LanguagePair } from './other-forms.js';
import { PluralForms } from './plurals.js';
import { firstRecent } from './recent.js';

/** How many keys one answer looks at, so that it costs no more however many there are. */
const SCANNED = { all: 10_000, missing: 5_000, stale: 10_000, recent: 10_000, findings: 1_000 } as const;
const SEARCHED = 3_000;
const MOST_FILES = 200;
/** How much of a text a search looks at, and a check of the list. */
const LONGEST = 4_000;

export interface KeysQuestion {
  readonly pair: LanguagePair;
  /** 0 for all files. */
  readonly file: number;
  readonly filter: KeyFilter;
  /** '' for no search. */
  readonly search: string;
  /** `<file>.<key>`: the last one that was looked at. */
  readonly after: string;
}

/** The keys of each filter, in SQL: `s` is the source text, `t` the translation. */
export const CONDITIONS: Readonly<Record<KeyFilter, string>> = {
  all: '1',
  missing: `coalesce(t.text, '""') = '""' AND (s.text <> '""' OR (s.text IS NULL AND t.text IS NOT NULL))`,
  stale: `s.replaced > t.version AND t.text <> '""' AND s.locale <> t.locale`,
  recent: 't.version >= $recent AND t.version > 0',
  findings: `t.text <> '""' AND s.text <> '""' AND s.locale <> t.locale`,
};

/** The keys that a list shows: looks at a limited number, and says if there are more. */
export function pageKeys(context: ProjectContext, question: KeysQuestion): PageKeys {
  const { filter, search, after } = question;
  const recent = filter === 'recent' ? firstRecent(context.store.statements) : 0;
  let left = Math.min(SCANNED[filter], search === '' ? Infinity : SEARCHED);
  let scanned = 0;
  let [from = 0, key = 0] = after.split('.').map(Number);
  const files: PageKeys['files'][number][] = [];
  for (const file of filesFrom(context, question.file, from)) {
    if (file.id !== from) [from, key] = [file.id, 0];
    const chunk = scan(context, { ...question, recent }, file, key, left);
    if (chunk.ids.length > 0)
      files.push({ file: file.id, name: file.name, ids: chunk.ids, names: chunk.names });
    scanned += chunk.scanned;
    left -= chunk.scanned;
    if (chunk.isCut) return { files, scanned, next: `${file.id}.${chunk.last}` };
  }
  const isMore = question.file === 0 && filesFrom(context, 0, from + 1).length > 0;
  return { files, scanned, next: isMore ? `${from}.${Number.MAX_SAFE_INTEGER}` : undefined };
}

function filesFrom({ store, project }: ProjectContext, file: number, from: number): readonly StoredFile[] {
  if (file === 0) return store.files(project.id, Math.max(0, from - 1), MOST_FILES);
  const found = store.file(project.id, file);
  return found === undefined ? [] : [found];
}

function scan(
  { store }: ProjectContext,
  { pair, filter, search, recent }: KeysQuestion & { readonly recent: number },
  file: StoredFile,
  after: number,
  limit: number,
) {
  const { statements } = store;
  const bound = statements.row(
    `SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM
       (SELECT id FROM key WHERE file = ? AND gone = 0 AND id > ? ORDER BY id LIMIT ?)`,
    [file.id, after, limit],
  );
  const scanned = integer(bound, 'n');
  const last = integer(bound, 'last');
  if (scanned === 0) return { ids: [], names: [], scanned, last: after, isCut: false };
  const needsTexts = search !== '' || filter === 'findings';
  const columns = needsTexts
    ? `, substr(s.text, 1, ${LONGEST}) AS source, substr(t.text, 1, ${LONGEST}) AS text`
    : '';
  const joins =
    filter === 'all' && !needsTexts
      ? ''
      : `LEFT JOIN translation s ON s.key = k.id AND s.locale = ${pair.source}
         LEFT JOIN translation t ON t.key = k.id AND t.locale = ${pair.locale}`;
  const condition = CONDITIONS[filter].replace('$recent', String(recent));
  const rows = statements.all(
    `SELECT k.id AS id, k.name AS name${columns} FROM key k ${joins}
     WHERE k.file = ? AND k.gone = 0 AND k.id > ? AND k.id <= ? AND ${condition} ORDER BY k.id`,
    [file.id, after, last],
  );
  const forms = new PluralForms(statements, pair);
  const found = rows.filter(
    (row) =>
      (search === '' || holds(row, search)) &&
      (filter !== 'findings' || countFindings(forms, file, row) > 0) &&
      (filter !== 'missing' || !forms.needsNoText(file.id, fromLiteral(text(row, 'name')))),
  );
  return {
    ids: found.map((row) => integer(row, 'id')),
    names: found.map((row) => fromLiteral(text(row, 'name'))),
    scanned,
    last,
    isCut: scanned === limit,
  };
}

/** Compares literals: what is searched for is one without its quotes. */
function holds(row: Row, search: string): boolean {
  return ['name', 'source', 'text'].some((column) => {
    const value = row[column];
    return typeof value === 'string' && value.toLowerCase().includes(search);
  });
}

/** The form of a search that {@link pageKeys} takes. */
export const searchForm = (typed: string): string => JSON.stringify(typed).slice(1, -1).toLowerCase();

function countFindings(forms: PluralForms, file: StoredFile, row: Row): number {
  const source = row['source'];
  const translation = row['text'];
  if (typeof source !== 'string' || typeof translation !== 'string') return 0;
  if (source.length >= LONGEST || translation.length >= LONGEST) return 0;
  return forms.findings({
    file: file.id,
    fileName: file.name,
    name: fromLiteral(text(row, 'name')),
    source: textOrNull(row, 'source'),
    text: textOrNull(row, 'text'),
  }).length;
}

/** The lines of the list for these keys. */
export function pageRows(
  { store, project }: ProjectContext,
  pair: LanguagePair,
  ids: readonly number[],
): readonly PageRow[] {
  const { statements } = store;
  const forms = new PluralForms(statements, pair);
  const rows = statements.all(
    `SELECT k.id AS id, k.file AS file, f.name AS fileName, k.name AS name, substr(s.text, 1, ${LONGEST}) AS source,
       substr(t.text, 1, ${LONGEST}) AS text, (${CONDITIONS.missing}) AS missing, (${CONDITIONS.stale}) AS stale
     FROM key k JOIN source_file f ON f.id = k.file
     LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
     LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
     WHERE f.project = ? AND k.gone = 0 AND k.id IN (SELECT value FROM json_each(?))`,
    [pair.source, pair.locale, project.id, JSON.stringify(ids)],
  );
  return rows.map((row) => {
    const file = { id: integer(row, 'file'), name: text(row, 'fileName'), keys: 0 };
    const name = fromLiteral(text(row, 'name'));
    return {
      id: integer(row, 'id'),
      file: file.id,
      name,
      source: excerptOrNull(row['source']),
      text: excerptOrNull(row['text']),
      isMissing: row['missing'] === 1 && !forms.needsNoText(file.id, name),
      isStale: row['stale'] === 1,
      findings: countFindings(forms, file, row),
    };
  });
}
