import { checkAll, sourceTexts, type SourceTexts } from '../../core/check/catalog.js';
import { readyForMessages } from '../../core/check/message.js';
import { findingError } from '../../core/check/finding-error.js';
import { LocsyncError } from '../../core/errors/index.js';
import { foldCode } from '../../core/locales/locale.js';
import { serviceCode } from '../../core/files/locale-table.js';
import { counting } from '../../core/report/progress.js';
import { exitOf, summarize } from '../../core/report/summary.js';
import { NO_KEYS, type FileReport } from '../../core/report/file-report.js';
import { type Report } from '../../core/report/report.js';
import { problemOf, problemsOf, type Problem } from '../../core/report/problem.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import { findSets, localeFilter, readLanguages, sourceCode, type CheckSet, type Language } from './files.js';
import type { ProjectOptions } from '../../sync/project-options.js';
import { touchedSets } from '../../sync/path-arguments.js';
import { openFolder } from '../../sync/connect.js';
import { runContext } from '../../sync/run-context.js';
import { placeIn } from '../../sync/load-project.js';
import { fileError } from '../../sync/compare-project.js';

/** What `check` has found so far. */
interface Findings {
  readonly rows: FileReport[];
  readonly problems: Problem[];
  readonly errors: LocsyncError[];
  readonly warnings: LocsyncError[];
  /** How often each kind was found, and how many texts were compared. */
  readonly counts: Record<string, number>;
}

/**
 * Compares each translation on disk with its source text: placeholders, tags, spaces, plural forms.
 * Needs no service and writes nothing. Exit 1 if something was found, 5 if a file could not be
 * read.
 */
export async function check(host: Host, options: ProjectOptions): Promise<Report> {
  const { found, files } = await openFolder(host, options);
  const { config } = found;
  if (config.files.length === 0) throw LocsyncError.of('FILES_MISSING', {}, placeIn(found, host.cwd));
  const sets = await touchedSets(await findSets(files, config.files), pathsOf, { ...options, found, files });
  const wants = localeFilter(sets, options.locale);
  const counts = { problems: 0, placeholders: 0, tags: 0, blanks: 0, syntax: 0, plural: 0, texts: 0 };
  const result: Findings = { rows: [], problems: [], errors: [], warnings: [], counts };
  const checked = counting(host.onProgress, 'checking', sets.flatMap((set) => set.files).length);
  for (const set of sets) {
    host.signal.throwIfAborted();
    await checkSet(files, set, wants, result, checked);
  }
  const { rows, problems, errors, warnings } = result;
  const run = runContext('check', options, found);
  return {
    command: 'check',
    project: {},
    summary: { ...summarize(rows), ...counts },
    files: rows,
    errors: [...problemsOf(errors, run), ...problems],
    warnings: problemsOf(warnings, run),
    exitCode: exitOf(errors, problems.length > 0),
  };
}

async function checkSet(
  files: Files,
  set: CheckSet,
  wants: (set: CheckSet, code: string) => boolean,
  result: Findings,
  checked: () => void,
): Promise<void> {
  const wanted = foldCode(sourceCode(set.pattern));
  const isSource = (code: string): boolean => foldCode(code) === wanted;
  const localeOf = (code: string): string => serviceCode(set.pattern.localeMap, code);
  const read = async ({ path, code }: CheckSet['files'][number]): Promise<readonly Language[]> => {
    try {
      return await readLanguages(files, path, code);
    } catch (error) {
      const failure = fileError(error);
      result.errors.push(failure);
      const locale = localeOf(code ?? '');
      const row = { path, locale, sourceFile: null, keys: NO_KEYS, error: problemOf(failure) };
      result.rows.push({ ...row, state: 'failed' });
      return [];
    }
  };
  const sourceFile = set.files.find(({ code }) => code === undefined || isSource(code));
  const inSource = sourceFile ? await read(sourceFile) : [];
  const sourceLanguage = inSource.find(({ code }) => isSource(code));
  if (!sourceLanguage) {
    const failed = result.rows.some((row) => row.path === sourceFile?.path && row.state === 'failed');
    if (!failed)
      result.warnings.push(
        LocsyncError.of('CHECK_WITHOUT_SOURCE', { locale: set.pattern.sourceLocale, set: set.name }),
      );
    return;
  }
  await readyForMessages(sourceLanguage.leaves.values());
  const source = sourceTexts(sourceLanguage.leaves, sourceLanguage.format.keepsFinalBreak);
  for (const file of set.files) {
    checked();
    if (file.code !== undefined && !wants(set, file.code)) continue;
    const languages = file === sourceFile ? inSource : await read(file);
    for (const language of languages) {
      if (!wants(set, language.code)) continue;
      await readyForMessages(language.leaves.values());
      const row = checkLanguage(source, language, isSource(language.code), result);
      result.rows.push({ ...row, locale: localeOf(language.code) });
    }
  }
}

/** Checks one language of one file: what it finds goes to the findings, its row is returned. */
function checkLanguage(
  source: SourceTexts,
  { path, code, leaves, position }: Language,
  isSource: boolean,
  { problems, counts }: Findings,
): Omit<FileReport, 'locale'> {
  const { texts, found } = isSource ? { texts: 0, found: [] } : checkAll(source, leaves, code);
  const count = (name: string, by: number): void => void (counts[name] = (counts[name] ?? 0) + by);
  count('texts', texts);
  count('problems', found.length);
  for (const { key, at, finding } of found) {
    count(finding.kind, 1);
    problems.push({ ...problemOf(findingError(finding, key, code, { path, ...position(at) })), key });
  }
  let total = isSource ? 0 : source.texts.size;
  let translated = 0;
  for (const [key, leaf] of leaves) {
    if (leaf.text !== '') translated++;
    if (isSource || !source.texts.has(key)) total++;
  }
  const state = found.length > 0 ? 'failed' : 'in-sync';
  return { path, sourceFile: null, state, keys: { ...NO_KEYS, total, translated } };
}

const pathsOf = ({ files }: CheckSet): readonly string[] => files.map(({ path }) => path);
