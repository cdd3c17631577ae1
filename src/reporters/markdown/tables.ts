import { digits, quantity } from '../../core/text/wording.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import { valueLines } from '../../core/report/examined.js';
import { untranslatedKeys } from '../../core/report/summary.js';
import { nothingDiffers, wordFor } from '../human/changes.js';
import { comparedText, withoutProblems } from '../human/check.js';
import { originText } from '../human/examined.js';
import { belowLines } from '../human/left-out.js';
import { resolvedParts, resolvedWord } from '../human/resolve.js';
import { pluralLine } from '../human/status.js';
import { stateWord } from '../human/tables.js';
import { undoneWord } from '../human/undo.js';
import { code, markdownTable, quotedText, sentence, type MarkdownColumn } from './text.js';

/** GitHub takes no comment over 65,536 characters: of long lists the first rows are shown. */
const MOST_ROWS = 100;
const NOTHING_READ = { translated: 0, total: 0, unread: 0 };

const leftColumn = (title: string): MarkdownColumn => ({ title, align: 'left' });
const rightColumn = (title: string): MarkdownColumn => ({ title, align: 'right' });

/** The first rows, and how many more there are. */
function shortTable(head: readonly MarkdownColumn[], rows: readonly (readonly string[])[]): string {
  const rest = rows.length - MOST_ROWS;
  const more = rest > 0 ? `\nand ${rest} more\n` : '';
  return markdownTable(head, rows.slice(0, MOST_ROWS)) + more;
}

export function statusLine(report: Report): string {
  const { toPush = 0, toPull = 0, conflicts = 0 } = report.summary;
  const missing = report.checks?.includes('missing') === true ? untranslatedKeys(report) : 0;
  const waiting = [
    ...(toPush > 0 ? [`${quantity(toPush, 'key')} to push`] : []),
    ...(toPull > 0 ? [`${quantity(toPull, 'key')} to pull`] : []),
    ...(conflicts > 0 ? [quantity(conflicts, 'conflict')] : []),
    ...(missing > 0 ? [`${quantity(missing, 'key')} not translated`] : []),
  ];
  if (waiting.length > 0) return `${waiting.join(', ')}.`;
  if (report.files.length === 0) return 'No locale files.';
  const isSound = report.files.every(({ state }) => state === 'in-sync') && report.exitCode === 0;
  return isSound ? `Everything is in sync: ${quantity(report.files.length, 'file')}.` : 'See below.';
}

/** One row a language: how far it is, and what waits. */
export function progressTable(report: Report): string {
  const totals = new Map<string, FileReport['keys']>();
  for (const { locale, keys } of report.files) {
    const sum = totals.get(locale);
    totals.set(locale, sum === undefined ? keys : addCounts(sum, keys));
  }
  const progress = new Map((report.progress ?? []).map((locale) => [locale.locale, locale]));
  const rows = [...new Set([...progress.keys(), ...totals.keys()])].map((locale) => {
    const keys = totals.get(locale);
    const { translated, total, unread } = { ...NOTHING_READ, ...keys, ...progress.get(locale) };
    const waiting = [keys?.toPush ?? 0, keys?.toPull ?? 0, keys?.conflicts ?? 0].map(digits);
    const left = unread > 0 ? `, ${quantity(unread, 'file')} not read` : '';
    return [code(locale), `${digits(translated)} of ${digits(total)}${left}`, ...waiting];
  });
  const head = [
    leftColumn('locale'),
    rightColumn('translated'),
    rightColumn('to push'),
    rightColumn('to pull'),
    rightColumn('conflicts'),
  ];
  return shortTable(head, rows) + (report.pluralExtras === true ? `\n${pluralLine(report)}` : '');
}

const addCounts = (a: FileReport['keys'], b: FileReport['keys']): FileReport['keys'] => ({
  ...a,
  total: a.total + b.total,
  translated: a.translated + b.translated,
  toPush: a.toPush + b.toPush,
  toPull: a.toPull + b.toPull,
  conflicts: a.conflicts + b.conflicts,
});

/** The files that are not in sync, or were not before this run. */
export function fileTable({ files, command }: Report): string {
  const rows = files
    .filter(({ state, reason }) => state !== 'in-sync' && reason === undefined)
    .map(({ path, locale, state, keys }) => {
      const counts = [keys.toPush, keys.toPull, keys.conflicts].map(digits);
      return [code(path), code(locale), stateWord(state), ...counts];
    });
  const counts = [rightColumn('to push'), rightColumn('to pull'), rightColumn('conflicts')];
  const head = [
    leftColumn('file'),
    leftColumn('locale'),
    leftColumn(command === 'status' ? 'state' : 'result'),
    ...counts,
  ];
  return shortTable(head, rows);
}

export function staleList({ files }: Report): string {
  const rows = files.flatMap(({ path, stale = [] }) =>
    stale.map(({ key, line, source, sourceBefore }) => [
      code(line === undefined ? path : `${path}:${line}`),
      code(key),
      quotedText(sourceBefore ?? null),
      quotedText(source),
    ]),
  );
  return shortTable(['file', 'stale', 'source was', 'source is'].map(leftColumn), rows);
}

export const belowList = (report: Report): string =>
  belowLines(report)
    .map((line) => `- ${sentence(line)}\n`)
    .join('');

export function missingList({ files }: Report): string {
  const rows = files.flatMap(({ path, missing = [] }) => missing.map((key) => [code(path), code(key)]));
  return shortTable([leftColumn('file'), leftColumn('not translated')], rows);
}

export function changeTables(report: Report): readonly string[] {
  if (report.nameOnly === true) return [report.files.map(({ path }) => `- ${code(path)}\n`).join('')];
  const rows = report.files.flatMap(({ path, locale, changes = [] }) =>
    changes.map((change) => [
      code(path),
      code(locale),
      code(change.key),
      wordFor(change),
      quotedText(change.here),
      quotedText(change.there),
    ]),
  );
  if (rows.length === 0) return report.errors.length > 0 ? [] : [nothingDiffers(report)];
  return [shortTable(['file', 'locale', 'key', 'what differs', 'here', 'there'].map(leftColumn), rows)];
}

/** The files in which `check` found something. */
export function checkTable(report: Report): string {
  const { errors, summary } = report;
  const problems = new Map<string, number>();
  for (const { key, path = '' } of errors)
    if (key !== undefined) problems.set(path, (problems.get(path) ?? 0) + 1);
  const rows = [...problems].map(([path, n]) => [code(path), digits(n)]);
  const { problems: problemCount = 0 } = summary;
  const end = problemCount > 0 ? quantity(problemCount, 'problem') : withoutProblems(report);
  return `${comparedText(report)}: ${end}.\n${rows.length === 0 ? '' : '\n'}${shortTable([leftColumn('file'), rightColumn('problems')], rows)}`;
}

export function settingsTable({ settings = [] }: Report): string {
  const rows = settings.map((setting) => [
    code(setting.key),
    valueLines(setting.value).map(code).join(' '),
    originText(setting),
  ]);
  return shortTable(['key', 'value', 'from'].map(leftColumn), rows);
}

export function examinedTable({ examined = [] }: Report): string {
  const rows = examined.map(({ subject, state, found }) => [subject, state, found.map(sentence).join(' · ')]);
  return shortTable(['subject', 'state', 'found'].map(leftColumn), rows);
}

export function languageTable({ locales = [] }: Report): string {
  const rows = locales.map(({ tag, code: of, country, name, files }) => [
    code(tag),
    code(of),
    code(country),
    quotedText(name),
    digits(files),
  ]);
  return shortTable(
    [leftColumn('tag'), leftColumn('code'), leftColumn('country'), leftColumn('name'), rightColumn('files')],
    rows,
  );
}

/** What was resolved, one row a file. */
export const resolvedTable = (report: Report): string =>
  shortTable(
    ['file', 'result', 'conflicts'].map(leftColumn),
    report.files.map((file) => [code(file.path), resolvedWord(file, report), resolvedParts(file)]),
  );

/** What an undo has done, one row a file. */
export const undoneTable = (report: Report): string =>
  shortTable(
    ['file', 'result'].map(leftColumn),
    report.files.map(({ path, state }) => [code(path), undoneWord(state, report)]),
  );
