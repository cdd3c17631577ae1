import {
  MOST_UNDONE,
  type PageConflict,
  type PageEdit,
  type PageSaved,
  type PageUndone,
} from '../../core/page/wire.js';
import { integer, text, fromLiteral, namesBelow } from '../store/columns.js';
import { describeLocale } from '../describe-locale.js';
import { foldCode } from '../../core/locales/locale.js';
import { HttpProblem, invalidField } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import { isLocaleCode } from '../server-options.js';
import type { Import, Literals } from '../store/stored-types.js';
import { pageHistory, textOfNow } from './detail.js';
import { filenameFor } from './files.js';
import type { LanguagePair } from './other-forms.js';
import { PluralForms } from './plurals.js';
import { getOrMake } from '../../core/util/collections.js';
import type { NamedFile } from '../import/file-names.js';
import type { Statements } from '../store/statements.js';

const LONGEST_KEY = 2_000;

/**
 * Stores one text that was written in the page as a version of its source file. Saving a text as it
 * is says that it still fits its source text. Throws 409 with the conflict if it was based on
 * another text or source text than those of now, 422 for a key that does not exist.
 */
export function saveEdit(context: ProjectContext, pair: LanguagePair, edit: PageEdit): PageSaved {
  const { store, project } = context;
  const file = store.file(project.id, edit.file);
  if (file === undefined) throw new HttpProblem(404, 'there is no such source file any more');
  // No file can hold half of a character.
  if (Buffer.from(edit.text).toString() !== edit.text)
    throw invalidField('text', 'it holds half of a character (a lone surrogate)');
  const name = JSON.stringify(edit.name);
  store.parts.settle(file.id, name);
  const current = textOfNow(context, file.id, edit.name, edit.locale);
  const source = textOfNow(context, file.id, edit.name, pair.source);
  if (current.key === 0 && !isMissingForm(context, pair, edit))
    throw invalidField('name', 'the source file has no such key');
  const isSource = edit.locale === pair.source;
  const isSame = current.text === edit.text;
  if (isSame && (isSource || source.replaced <= current.version))
    return { version: undefined, key: current.key };
  const conflict = (changed: PageConflict['changed'], theirs: typeof current, locale: number): HttpProblem =>
    new HttpProblem(409, 'somebody else has changed this text', {
      conflict: {
        changed,
        yours: edit.text,
        theirs: { text: theirs.text, version: theirs.version },
        by: pageHistory(context, current.key, locale)[0] ?? null,
      },
    });
  if (!isSame && current.version !== edit.base) throw conflict('text', current, edit.locale);
  if (!isSource && source.version !== edit.source) throw conflict('source', source, pair.source);
  const clash =
    edit.text === '' || isSource
      ? undefined
      : clashingKey(store.statements, { ...edit, file: file.id }, pair.source);
  if (clash !== undefined)
    throw invalidField('text', `this language has ${clash}: no file can hold both, so empty that text first`);
  const stored = storeVersion(context, file, edit.locale, edit.who, 'web_edit', {
    texts: isSame ? new Map() : new Map([[edit.locale, [[name, JSON.stringify(edit.text)]]]]),
    ...(isSame ? { confirmed: new Map([[edit.locale, [name]]]) } : {}),
  });
  return { version: stored, key: textOfNow(context, file.id, edit.name, edit.locale).key };
}

/** A plural form that the language needs and the source language does not have. */
function isMissingForm({ store }: ProjectContext, pair: LanguagePair, edit: PageEdit): boolean {
  if (edit.name.length > LONGEST_KEY) return false;
  const plural = new PluralForms(store.statements, pair).of(edit.file, edit.name);
  return plural?.forms.some(({ name, isNeeded }) => name === edit.name && isNeeded) ?? false;
}

/**
 * Puts back what a version has changed, as a new version; texts that were changed again since stay.
 * Throws 404, 409 if all were changed, and 422 for a version that is too large, or that a push
 * made: its texts are in a repository, from which the next push would bring them back.
 */
export async function undoVersion(
  context: ProjectContext,
  version: number,
  who: string,
): Promise<PageUndone> {
  const { store, project } = context;
  const [of] = store.statements.all('SELECT file FROM version WHERE id = ?', [version]);
  const fileId = of === undefined ? 0 : integer(of, 'file');
  while (store.parts.isBusy(fileId)) await store.parts.ended(fileId);
  const [found] = store.statements.all(
    `SELECT v.file AS file, v.upload AS upload, v.changes AS changes FROM version v JOIN source_file f ON f.id = v.file
     WHERE v.id = ? AND f.project = ?`,
    [version, project.id],
  );
  const file = found && store.file(project.id, integer(found, 'file'));
  if (found === undefined || file === undefined) throw new HttpProblem(404, 'there is no such version');
  if (text(found, 'upload') !== 'web')
    throw new HttpProblem(
      422,
      'a push made this version: change the file back in the repository, and push it',
    );
  if (found['changes'] === null) throw new HttpProblem(422, 'what this version changed was not recorded yet');
  if (integer(found, 'changes') > MOST_UNDONE)
    throw new HttpProblem(422, `it changed more than ${MOST_UNDONE} texts; upload the earlier file instead`);
  const rows = store.statements.all(
    `SELECT k.name AS name, c.locale AS locale, c.before AS before FROM change c JOIN key k ON k.id = c.key
     WHERE c.version = ? AND NOT EXISTS
       (SELECT 1 FROM change n WHERE n.key = c.key AND n.locale = c.locale AND n.version > c.version)`,
    [version],
  );
  const kept = integer(found, 'changes') - rows.length;
  if (rows.length === 0)
    throw new HttpProblem(409, 'nothing is left to undo: its texts were changed again since');
  const texts = new Map<number, Literals[]>();
  const removed = new Map<number, string[]>();
  for (const row of rows) {
    const locale = integer(row, 'locale');
    const before = row['before'];
    if (typeof before === 'string') getOrMake(texts, locale, () => []).push([text(row, 'name'), before]);
    else getOrMake(removed, locale, () => []).push(text(row, 'name'));
  }
  const [locale = 0] = [...texts.keys(), ...removed.keys()];
  storeVersion(context, file, locale, who, 'web_undo', { texts, removed });
  return { undone: rows.length, kept };
}

/** Throws 422 for a code that is not one, or that the project has. */
export function addLanguage(context: ProjectContext, code: string, who: string): void {
  if (!isLocaleCode(code)) throw invalidField('code', 'it is not a code such as de or pt-BR');
  const locales = context.store.locales(context.project.id);
  if (locales.some((locale) => foldCode(locale.code) === foldCode(code)))
    throw invalidField('code', 'the project has this language already');
  context.addLocale(describeLocale(code), who);
}

function storeVersion(
  { store, project, locales }: ProjectContext,
  file: NamedFile,
  locale: number,
  who: string,
  kind: string,
  what: Pick<Import, 'texts' | 'removed' | 'confirmed'>,
): number {
  return store.import({
    ...what,
    project: project.id,
    by: { upload: 'web', who },
    file: file.id,
    filename: filenameFor(store, locales, file, locale),
    event: () => store.addEvent(project.id, kind, '', who),
  }).version;
}

/** How many groups a key is in at most, for this question. */
const MOST_GROUPS = 50;

/**
 * A key of the language with which this one cannot be in one nested file: `items` beside
 * `items.one`. Undefined if there is none, or if the source language holds both as well: then its
 * file is flat, and so are the others.
 */
function clashingKey(
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
