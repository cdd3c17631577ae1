import type { PageProject } from '../../core/page/wire.js';
import { integer } from '../store/columns.js';
import type { ProjectContext } from '../project-context.js';
import type { KeyDifference } from './key-differences.js';

/** The project with its languages and their progress. */
export async function pageProject(context: ProjectContext): Promise<PageProject> {
  const { store, project, locales } = context;
  const [source = 0] = locales.map(({ id }) => id);
  const others = locales.filter(({ id }) => id !== source);
  const pairs = others.map(({ id, code }) => ({ source, locale: id, code }));
  const differences = await context.keyDifferences.count(pairs);
  const translated = store.versions.translated();
  const row = store.statements.row(
    'SELECT count(*) AS files, coalesce(sum(keys), 0) AS keys FROM source_file WHERE project = ?',
    [project.id],
  );
  const total = translated.get(source) ?? 0;
  const languages = locales.map((locale) => {
    const { uncounted, own } = differences.get(locale.id) ?? NONE;
    const done = (translated.get(locale.id) ?? 0) + own.texts;
    return { ...locale, translated: done, total: total - uncounted + own.keys };
  });
  const { id, name, technology, framework, format } = project;
  return {
    id,
    name,
    technology,
    framework,
    format,
    languages,
    files: integer(row, 'files'),
    keys: integer(row, 'keys'),
  };
}

const NONE: KeyDifference = { uncounted: 0, own: { keys: 0, texts: 0 } };
