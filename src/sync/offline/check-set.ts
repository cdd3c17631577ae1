import { isKnown, type Baseline, type BaselineEntry } from '../../core/check/baseline.js';
import {
  checkAll,
  sourceTexts,
  type LocatedFinding,
  type SourceTexts,
} from '../../core/check/check-catalog.js';
import { findingError } from '../../core/check/finding-error.js';
import { loadIcuIfNeeded } from '../../core/check/check-message.js';
import { orphans } from '../../core/check/orphans.js';
import { severityOf } from '../../core/check/rules.js';
import type { Config } from '../../core/config/types.js';
import { LocsyncError } from '../../core/errors/index.js';
import { serviceCode, sourceCode } from '../../core/files/locale-table.js';
import { keyName } from '../../core/keys/key.js';
import { foldCode } from '../../core/locales/locale.js';
import { hashText } from '../../core/merge/hash.js';
import type { Lock } from '../../core/lock/lock.js';
import type { StaleKey } from '../../core/lock/made-from.js';
import { NO_KEYS, type FileReport } from '../../core/report/file-report.js';
import { problemOf, type Problem } from '../../core/report/problem.js';
import type { Files } from '../../ports/files.js';
import { fileError } from '../files/unless-failed.js';
import { readLanguages, type Language, type LocalSet } from './local-sets.js';
import { staleHere } from './own-lock.js';

/** What `check` has found so far. */
export interface CheckFindings {
  readonly rows: FileReport[];
  /** By rules that are errors, and by those that are warnings. */
  readonly ruleErrors: Problem[];
  readonly ruleWarnings: Problem[];
  /** All that was found, for a new baseline, and the paths of the files that were compared. */
  readonly found: BaselineEntry[];
  readonly checkedPaths: Set<string>;
  readonly baseline: Baseline;
  readonly rules: Config['rules'];
  /** What tells which translations are stale; undefined if nothing does. */
  readonly lock: Lock | undefined;
  readonly errors: LocsyncError[];
  readonly warnings: LocsyncError[];
  /** How often each kind was found, and how many texts were compared. */
  readonly counts: Record<string, number>;
}

/**
 * Compares each translation of a set on disk with its source text, and adds what it finds to
 * `result`. `wants`: the languages that were asked for. `onChecked` is called for each file.
 */
export async function checkSet(
  files: Files,
  set: LocalSet,
  wants: (set: LocalSet, code: string) => boolean,
  result: CheckFindings,
  onChecked: () => void,
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
  await loadIcuIfNeeded(sourceLanguage.leaves.values());
  const source = sourceTexts(sourceLanguage.leaves, sourceLanguage.format.keepsFinalBreak);
  for (const file of set.files) {
    onChecked();
    if (file.code !== undefined && !wants(set, file.code)) continue;
    const languages = file === sourceFile ? inSource : await read(file);
    for (const language of languages) {
      if (!wants(set, language.code)) continue;
      await loadIcuIfNeeded(language.leaves.values());
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
  { ruleErrors, ruleWarnings, found: findings, baseline, counts, rules, checkedPaths }: CheckFindings,
): Omit<FileReport, 'locale'> {
  const { texts, found: compared } = isSource ? { texts: 0, found: [] } : checkAll(source, leaves, code);
  const more = isSource || severityOf('orphans', rules) === 'off' ? [] : orphans(sourceKeys, source, leaves);
  const old = stale.map(({ key }): LocatedFinding => ({
    key: keyName(key),
    at: key,
    finding: { kind: 'stale' },
  }));
  const count = (name: string, by: number): void => void (counts[name] = (counts[name] ?? 0) + by);
  count('texts', texts);
  checkedPaths.add(path);
  let failed = false;
  for (const { key, at, finding } of [...compared, ...more, ...old]) {
    const severity = severityOf(finding.kind, rules);
    if (severity === 'off') continue;
    const entry = { path, rule: finding.kind, key, digest: hashText(JSON.stringify([code, at, finding])) };
    findings.push(entry);
    if (isKnown(baseline, entry)) {
      count('baselined', 1);
      continue;
    }
    count('problems', 1);
    count(finding.kind, 1);
    failed ||= severity === 'error';
    const list = severity === 'error' ? ruleErrors : ruleWarnings;
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
