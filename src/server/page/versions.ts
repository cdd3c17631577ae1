import { EXCERPT, excerptOrNull, fromLiteral, integer, type Row, text } from '../store/columns.js';
import { HttpProblem } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import type { PageChange, PageEvent, PageFile, PageOf, PageVersion } from '../../core/page/wire.js';

const FILES = 100;
const EVENTS = 30;
const VERSIONS_OF_EVENT = 20;
const CHANGES = 100;

const VERSION = `SELECT v.id AS id, v.file AS file, f.name AS name, v.number AS number, v.upload AS upload,
  v.who AS who, v.created AS created, v.changes AS changes, v.locales AS locales
  FROM version v JOIN source_file f ON f.id = v.file`;

/** The source files with their last versions. */
export function pageFiles(context: ProjectContext, after: number): PageOf<PageFile> {
  const { store, project } = context;
  const found = store.files(project.id, after, FILES + 1);
  const items = found.slice(0, FILES).map(({ id, name, keys }): PageFile => {
    const last = store.statements.all(`${VERSION} WHERE v.file = ? ORDER BY v.number DESC LIMIT 1`, [id]);
    const tally = store.statements.all('SELECT locale, translated FROM tally WHERE file = ?', [id]);
    const translated = tally.map((row) => [integer(row, 'locale'), integer(row, 'translated')] as const);
    return {
      id,
      name,
      keys,
      last: last.map((row) => versionOf(context, row))[0],
      translated: Object.fromEntries(translated),
    };
  });
  return { items, next: found.length > FILES ? String(items.at(-1)?.id) : undefined };
}

/** The project's events, the latest first, each with versions of its uploads. */
export function pageEvents(context: ProjectContext, before: number): PageOf<PageEvent> {
  const { statements } = context.store;
  const rows = statements.all(
    `SELECT e.id AS id, kind, subject, e.who AS who, e.created AS created FROM event e
     WHERE e.project = ? AND e.id < ? ORDER BY e.id DESC LIMIT ?`,
    [context.project.id, before, EVENTS + 1],
  );
  const items = rows.slice(0, EVENTS).map((row): PageEvent => {
    const id = integer(row, 'id');
    const versions = statements
      .all(`${VERSION} WHERE v.event = ? ORDER BY v.id DESC LIMIT ?`, [id, VERSIONS_OF_EVENT])
      .map((version) => versionOf(context, version));
    const count = statements.row('SELECT count(*) AS n FROM version WHERE event = ?', [id]);
    return {
      id,
      kind: text(row, 'kind'),
      subject: text(row, 'subject'),
      who: text(row, 'who'),
      created: integer(row, 'created'),
      versions,
      more: integer(count, 'n') - versions.length,
    };
  });
  return { items, next: rows.length > EVENTS ? String(items.at(-1)?.id) : undefined };
}

/** What a version has changed. `after` is a row of the answer before. Throws 404. */
export function pageChanges(context: ProjectContext, version: number, after: string): PageOf<PageChange> {
  const [found] = context.store.statements.all(
    'SELECT 1 FROM version v JOIN source_file f ON f.id = v.file WHERE v.id = ? AND f.project = ?',
    [version, context.project.id],
  );
  if (found === undefined) throw new HttpProblem(404, 'there is no such version');
  const [key = 0, locale = 0] = after.split('.').map(Number);
  const rows = context.store.statements.all(
    `SELECT c.key AS key, c.locale AS locale, k.name AS name, substr(c.before, 1, ${EXCERPT}) AS before,
       substr(${AFTER}, 1, ${EXCERPT}) AS after
     FROM change c JOIN key k ON k.id = c.key JOIN source_file f ON f.id = k.file
     WHERE c.version = ? AND f.project = ? AND (c.key, c.locale) > (?, ?) ORDER BY c.key, c.locale LIMIT ?`,
    [version, context.project.id, key, locale, CHANGES + 1],
  );
  const items = rows.slice(0, CHANGES).map((row) => ({
    key: integer(row, 'key'),
    name: fromLiteral(text(row, 'name')),
    locale: codeOf(context, integer(row, 'locale')),
    before: excerptOrNull(row['before']),
    after: excerptOrNull(row['after']),
  }));
  const last = rows.length > CHANGES ? rows[CHANGES - 1] : undefined;
  return { items, next: last && `${integer(last, 'key')}.${integer(last, 'locale')}` };
}

/** The text after a change: what the next one found, or the text of now. */
export const AFTER = `(SELECT CASE WHEN n.version IS NULL
    THEN (SELECT t.text FROM translation t WHERE t.key = c.key AND t.locale = c.locale) ELSE n.before END
  FROM (SELECT 1) LEFT JOIN (SELECT version, before FROM change
    WHERE key = c.key AND locale = c.locale AND version > c.version ORDER BY version LIMIT 1) n)`;

function versionOf(context: ProjectContext, row: Row): PageVersion {
  const ids: unknown = JSON.parse(text(row, 'locales'));
  const changes = row['changes'];
  return {
    id: integer(row, 'id'),
    file: integer(row, 'file'),
    fileName: text(row, 'name'),
    number: integer(row, 'number'),
    upload: text(row, 'upload'),
    who: text(row, 'who'),
    created: integer(row, 'created'),
    changes: typeof changes === 'number' ? changes : null,
    locales: Array.isArray(ids) ? ids.map((id: unknown) => codeOf(context, Number(id))) : [],
  };
}

const codeOf = ({ locales }: ProjectContext, id: number): string =>
  locales.find((locale) => locale.id === id)?.code ?? '?';
