import type { PageProject } from '../../core/page/wire.js';
import { integer } from '../columns.js';
import type { ProjectContext } from '../project-context.js';
import { KeyDifferences, type KeyDifference } from './key-differences.js';

/** The project with its languages and their progress. */
export async function pageProject(context: ProjectContext): Promise<PageProject> {
  const { store, project, locales } = context;
  const differences = await Promise.all(locales.map((locale) => differenceOf(context, locale)));
  const rows = store.statements.all(
    `SELECT t.locale AS locale, sum(t.translated) AS translated FROM tally t
     JOIN source_file f ON f.id = t.file WHERE f.project = ? GROUP BY t.locale`,
    [project.id],
  );
  const translated = new Map(rows.map((row) => [integer(row, 'locale'), integer(row, 'translated')]));
  const [row] = store.statements.all(
    'SELECT count(*) AS files, coalesce(sum(keys), 0) AS keys FROM source_file WHERE project = ?',
    [project.id],
  );
  const total = translated.get(locales[0]?.id ?? 0) ?? 0;
  const languages = locales.map((locale, at) => {
    const { unused, own } = differences[at] ?? NONE;
    const done = (translated.get(locale.id) ?? 0) + own.texts;
    return { ...locale, translated: done, total: total - unused + own.keys };
  });
  const { id, name, technology, framework, format } = project;
  return {
    id,
    name,
    technology,
    framework,
    format,
    languages,
    files: row === undefined ? 0 : integer(row, 'files'),
    keys: row === undefined ? 0 : integer(row, 'keys'),
  };
}

const NONE: KeyDifference = { unused: 0, own: { keys: 0, texts: 0 } };

async function differenceOf(
  { store, project, locales }: ProjectContext,
  locale: { readonly id: number; readonly code: string },
): Promise<KeyDifference> {
  const source = locales[0]?.id ?? 0;
  if (locale.id === source) return NONE;
  const pair = { source, locale: locale.id, code: locale.code };
  let [unused, keys, texts] = [0, 0, 0];
  for (const { id } of store.files(project.id)) {
    const found = await KeyDifferences.of(store).count(id, pair);
    unused += found.unused;
    keys += found.own.keys;
    texts += found.own.texts;
  }
  return { unused, own: { keys, texts } };
}
