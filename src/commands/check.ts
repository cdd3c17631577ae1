import {
  BASELINE,
  baselineText,
  entriesOf,
  countOutdated,
  readBaseline,
  type Baseline,
} from '../core/check/baseline.js';
import { severityOf } from '../core/check/rules.js';
import { LocsyncError } from '../core/errors/index.js';
import { append } from '../core/util/collections.js';
import { progressCounter } from '../core/report/progress.js';
import { summarize } from '../core/report/summary.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import { checkSet, type CheckFindings } from '../sync/offline/check-set.js';
import { findSets, refuseWithoutLanguages, localeFilter, pathsOf } from '../sync/offline/local-sets.js';
import { usableLock } from '../sync/offline/own-lock.js';
import { touchedSets } from '../sync/load/path-arguments.js';
import { openWithFiles } from '../sync/load/connect.js';
import { hintContext } from '../sync/context/hint-context.js';
import { quantity } from '../core/text/wording.js';
import type { OptionsOf } from '../options/types.js';

/** What `locsync check` was asked for. */
type CheckCommandOptions = OptionsOf<'check'> & { readonly paths: readonly string[] };

/**
 * Compares each translation on disk with its source text: placeholders, tags, spaces, plural forms.
 * Needs no service, and writes nothing but a baseline that was asked for. Exit 1 for errors that
 * are not in the baseline, 5 if a file could not be read. Throws what {@link findSets} and
 * {@link refuseWithoutLanguages} throw.
 */
export async function check(host: Host, options: CheckCommandOptions): Promise<Report> {
  const { found, files } = await openWithFiles(host, options);
  const { config } = found;
  const lock = await usableLock(files, config.lock);
  const allSets = await findSets(files, config.files, lock);
  const sets = await touchedSets(allSets, pathsOf, { ...options, found, files });
  await refuseWithoutLanguages(files, sets);
  const wants = localeFilter(sets, options.locale);
  const counts = { ...NO_COUNTS };
  const updates = options.updateBaseline;
  if (updates) refusePartOfBaseline(options);
  const stored = await files.read(BASELINE);
  const kept = stored === undefined ? NO_BASELINE : readBaseline(stored.text);
  if (kept === undefined && !updates)
    throw LocsyncError.of('CHECK_BASELINE_UNREADABLE', {}, { place: { path: BASELINE } });
  const result: CheckFindings = {
    rows: [],
    ruleErrors: [],
    ruleWarnings: [],
    found: [],
    checkedPaths: new Set(),
    errors: [],
    warnings: [],
    counts,
    baseline: updates ? NO_BASELINE : (kept ?? NO_BASELINE),
    rules: config.rules,
    lock: severityOf('stale', config.rules) === 'off' ? undefined : lock,
  };
  const onChecked = progressCounter(host.onProgress, 'checking', sets.flatMap((set) => set.files).length);
  for (const set of sets) {
    host.signal.throwIfAborted();
    await checkSet(files, set, wants, result, onChecked);
  }
  const { rows, errors, warnings } = result;
  if (updates) {
    // What could not be read is not mended: its findings stay accepted.
    const unread = new Set(sets.flatMap(pathsOf).filter((path) => !result.checkedPaths.has(path)));
    append(result.found, entriesOf(kept ?? NO_BASELINE, unread));
    const text = baselineText(result.found);
    if (stored !== undefined || result.found.length > 0)
      await files.write(BASELINE, text, stored?.contentHash);
  }
  const ruleErrors = updates ? [] : result.ruleErrors;
  const ruleWarnings = updates ? [] : result.ruleWarnings;
  const most = options.maxWarnings;
  if (most !== undefined && ruleWarnings.length > most)
    errors.push(LocsyncError.of('CHECK_TOO_MANY_WARNINGS', { count: ruleWarnings.length, most }));
  const isWhole = options.locale.length === 0 && options.paths.length === 0 && errors.length === 0;
  const report = reportOf({
    command: 'check',
    summary: {
      ...summarize(rows),
      ...counts,
      outdated: isWhole && !updates ? countOutdated(result.baseline, result.found, config.rules) : 0,
      ...(updates && { problems: 0, baselined: result.found.length }),
    },
    files: rows,
    errors,
    warnings,
    hints: hintContext('check', options, found),
    differs: ruleErrors.length > 0,
    ...(updates && {
      notes: [`${BASELINE} holds ${quantity(result.found.length, 'finding')} now. Commit it.`],
    }),
  });
  return {
    ...report,
    errors: [...report.errors, ...ruleErrors],
    warnings: [...report.warnings, ...ruleWarnings],
  };
}

const NO_BASELINE: Baseline = new Map();

const NO_COUNTS = {
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

/** A baseline of some files or locales would lose what the rest has. Throws OPTIONS_EXCLUDE. */
function refusePartOfBaseline({ locale, paths }: CheckCommandOptions): void {
  const given = locale.length > 0 ? '--locale' : paths.length > 0 ? 'a path' : undefined;
  if (given !== undefined)
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--update-baseline', other: given });
}
