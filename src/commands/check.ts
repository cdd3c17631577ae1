import type { Config } from '../core/config/types.js';
import {
  BASELINE,
  baselineText,
  entriesOf,
  isKnown,
  outdated,
  readBaseline,
  type Baseline,
  type BaselineEntry,
} from '../core/check/baseline.js';
import { orphans } from '../core/check/orphans.js';
import { RULES, type CheckRule, type Severity } from '../core/check/rules.js';
import { checkAll, sourceTexts, type FoundAt, type SourceTexts } from '../core/check/catalog.js';
import { readyForMessages } from '../core/check/message.js';
import { findingError } from '../core/check/finding-error.js';
import { LocsyncError } from '../core/errors/index.js';
import { keyName } from '../core/keys/key.js';
import { foldCode } from '../core/locales/locale.js';
import { serviceCode } from '../core/files/locale-table.js';
import { append } from '../core/text/lists.js';
import { hashText } from '../core/merge/hash.js';
import type { Lock } from '../core/merge/lock.js';
import type { StaleKey } from '../core/merge/made-from.js';
import { counting } from '../core/report/progress.js';
import { exitOf, summarize } from '../core/report/summary.js';
import { NO_KEYS, type FileReport } from '../core/report/file-report.js';
import { type Report } from '../core/report/report.js';
import { problemOf, problemsOf, type Problem } from '../core/report/problem.js';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import {
  findSets,
  refuseWithoutLanguages,
  localeFilter,
  readLanguages,
  sourceCode,
  type LocalSet,
  type Language,
} from '../sync/local/local-sets.js';
import { staleHere, usableLock } from '../sync/local/own-lock.js';
import type { ProjectOptions } from '../sync/project-options.js';
import { touchedSets } from '../sync/path-arguments.js';
import { openFolder } from '../sync/connect.js';
import { runContext } from '../sync/run-context.js';
import { placeIn } from '../sync/load-project.js';
import { fileError } from '../sync/compare-project.js';

/** What `check` has found so far. */
interface Findings {
  readonly rows: FileReport[];
  /** By rules that are errors, and by those that are warnings. */
  readonly problems: Problem[];
  readonly slight: Problem[];
  /** All that was found, for a new baseline, and the paths of the files that were compared. */
  readonly found: BaselineEntry[];
  readonly checked: Set<string>;
  readonly baseline: Baseline;
  readonly rules: Config['rules'];
  /** What tells which translations are stale; undefined if nothing does. */
  readonly lock: Lock | undefined;
  readonly errors: LocsyncError[];
  readonly warnings: LocsyncError[];
  /** How often each kind was found, and how many texts were compared. */
  readonly counts: Record<string, number>;
}

/** What `locsync check` was asked for. */
export type CheckCommandOptions = ProjectOptions & {
  readonly maxWarnings?: number | undefined;
  readonly updateBaseline?: boolean;
};

/**
 * Compares each translation on disk with its source text: placeholders, tags, spaces, plural forms.
 * Needs no service, and writes nothing but a baseline that was asked for. Exit 1 for errors that
 * are not in the baseline, 5 if a file could not be read. Throws what {@link findSets} and
 * {@link refuseWithoutLanguages} throw.
 */
export async function check(host: Host, options: CheckCommandOptions): Promise<Report> {
  const { found, files } = await openFolder(host, options);
  const { config } = found;
  if (config.files.length === 0) throw LocsyncError.of('FILES_MISSING', {}, placeIn(found, host.cwd));
  const sets = await touchedSets(await findSets(files, config.files), pathsOf, { ...options, found, files });
  await refuseWithoutLanguages(files, sets);
  const wants = localeFilter(sets, options.locale);
  const counts = {
    problems: 0,
    placeholders: 0,
    tags: 0,
    blanks: 0,
    syntax: 0,
    plural: 0,
    orphans: 0,
    stale: 0,
    texts: 0,
    baselined: 0,
  };
  const updates = options.updateBaseline === true;
  // It would lose what the rest of the files has.
  for (const [other, given] of [
    ['--locale', options.locale],
    ['a path', options.paths],
  ] as const)
    if (updates && given.length > 0)
      throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--update-baseline', other });
  const stored = await files.read(BASELINE);
  const kept = stored === undefined ? NO_BASELINE : readBaseline(stored.text);
  if (kept === undefined && !updates)
    throw LocsyncError.of('CHECK_BASELINE_UNREADABLE', {}, { place: { path: BASELINE } });
  const result: Findings = {
    rows: [],
    problems: [],
    slight: [],
    found: [],
    checked: new Set(),
    errors: [],
    warnings: [],
    counts,
    baseline: updates ? NO_BASELINE : (kept ?? NO_BASELINE),
    rules: config.rules,
    lock: (config.rules?.stale ?? RULES.stale) === 'off' ? undefined : await usableLock(files, config.lock),
  };
  const checked = counting(host.onProgress, 'checking', sets.flatMap((set) => set.files).length);
  for (const set of sets) {
    host.signal.throwIfAborted();
    await checkSet(files, set, wants, result, checked);
  }
  const { rows, errors, warnings } = result;
  if (updates) {
    // What could not be read is not mended: its findings stay accepted.
    const unread = new Set(sets.flatMap(pathsOf).filter((path) => !result.checked.has(path)));
    append(result.found, entriesOf(kept ?? NO_BASELINE, unread));
    const text = baselineText(result.found);
    if (stored !== undefined || result.found.length > 0)
      await files.write(BASELINE, text, stored?.contentHash);
  }
  const problems = updates ? [] : result.problems;
  const slight = updates ? [] : result.slight;
  const most = options.maxWarnings;
  if (most !== undefined && slight.length > most)
    errors.push(LocsyncError.of('CHECK_TOO_MANY_WARNINGS', { count: slight.length, most }));
  const run = runContext('check', options, found);
  const isWhole = options.locale.length === 0 && options.paths.length === 0 && errors.length === 0;
  return {
    command: 'check',
    project: {},
    summary: {
      ...summarize(rows),
      ...counts,
      outdated: isWhole && !updates ? outdated(result.baseline, result.found, config.rules) : 0,
      ...(updates && { problems: 0, baselined: result.found.length }),
    },
    files: rows,
    errors: [...problemsOf(errors, run), ...problems],
    warnings: [...problemsOf(warnings, run), ...slight],
    ...(updates && {
      notes: [
        `${BASELINE} holds ${result.found.length === 1 ? '1 finding' : `${result.found.length} findings`} now. Commit it.`,
      ],
    }),
    exitCode: exitOf(errors, problems.length > 0),
  };
}

async function checkSet(
  files: Files,
  set: LocalSet,
  wants: (set: LocalSet, code: string) => boolean,
  result: Findings,
  checked: () => void,
): Promise<void> {
  const wanted = foldCode(sourceCode(set.pattern));
  const isSource = (code: string): boolean => foldCode(code) === wanted;
  const localeOf = (code: string): string => serviceCode(set.pattern.localeMap, code);
  const read = async ({ path, code }: LocalSet['files'][number]): Promise<readonly Language[]> => {
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
  const { lock } = result;
  const several = sourceFile?.code === undefined;
  await readyForMessages(sourceLanguage.leaves.values());
  const source = sourceTexts(sourceLanguage.leaves, sourceLanguage.format.keepsFinalBreak);
  for (const file of set.files) {
    checked();
    if (file.code !== undefined && !wants(set, file.code)) continue;
    const languages = file === sourceFile ? inSource : await read(file);
    for (const language of languages) {
      if (!wants(set, language.code)) continue;
      await readyForMessages(language.leaves.values());
      const own = isSource(language.code);
      const stale = own || !lock ? [] : staleHere(lock, sourceLanguage, language, several);
      const row = checkLanguage(source, sourceLanguage.leaves, { ...language, stale }, own, result);
      result.rows.push({ ...row, locale: localeOf(language.code) });
    }
  }
}

/** Checks one language of one file: what it finds goes to the findings, its row is returned. */
function checkLanguage(
  source: SourceTexts,
  sourceKeys: Language['leaves'],
  { path, code, leaves, position, stale }: Language & { readonly stale: readonly StaleKey[] },
  isSource: boolean,
  { problems, slight, found: all, baseline, counts, ...result }: Findings,
): Omit<FileReport, 'locale'> {
  const severityOf = (rule: CheckRule): Severity => result.rules?.[rule] ?? RULES[rule];
  const { texts, found: compared } = isSource ? { texts: 0, found: [] } : checkAll(source, leaves, code);
  const more = isSource || severityOf('orphans') === 'off' ? [] : orphans(sourceKeys, source, leaves);
  const old = stale.map(({ key }): FoundAt => ({ key: keyName(key), at: key, finding: { kind: 'stale' } }));
  const count = (name: string, by: number): void => void (counts[name] = (counts[name] ?? 0) + by);
  count('texts', texts);
  result.checked.add(path);
  let failed = false;
  for (const { key, at, finding } of [...compared, ...more, ...old]) {
    const severity = severityOf(finding.kind);
    if (severity === 'off') continue;
    const entry = { path, rule: finding.kind, key, digest: hashText(JSON.stringify([code, at, finding])) };
    all.push(entry);
    if (isKnown(baseline, entry)) {
      count('baselined', 1);
      continue;
    }
    count('problems', 1);
    count(finding.kind, 1);
    failed ||= severity === 'error';
    const list = severity === 'error' ? problems : slight;
    list.push({ ...problemOf(findingError(finding, key, code, { path, ...position(at) })), key });
  }
  let total = isSource ? 0 : source.texts.size;
  let translated = 0;
  for (const [key, leaf] of leaves) {
    if (leaf.text !== '') translated++;
    if (isSource || !source.texts.has(key)) total++;
  }
  const state = failed ? 'failed' : 'in-sync';
  return { path, sourceFile: null, state, keys: { ...NO_KEYS, total, translated, stale: stale.length } };
}

const NO_BASELINE: Baseline = new Map();

const pathsOf = ({ files }: LocalSet): readonly string[] => files.map(({ path }) => path);
