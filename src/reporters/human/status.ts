import { itOrThem, digits, quantity } from '../../core/text/wording.js';
import { largest } from '../../core/util/collections.js';
import { printable } from '../../core/text/printable.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import { untranslatedKeys } from '../../core/report/summary.js';
import { leftOutLines } from './left-out.js';
import { stateCell } from './tables.js';
import type { Ink, Screen } from '../ink.js';
import { wrap } from '../wrap.js';
import { table, widthOf, type Cell, type Column } from '../table.js';

/** The state of a project: translated keys by language, the files that differ, what to do next. */
export function statusLines(report: Report, screen: Screen): string {
  const { ink } = screen;
  if (report.files.length === 0)
    return `${header(report, ink)}No locale files.\n${unmatchedLines(report, ink)}`;
  const parts = [
    progressTable(report, screen),
    filesTable(report, screen),
    ...missingLines(report),
    staleLines(report),
    todoLines(report, screen),
    leftOutLines(report),
    unmatchedLines(report, ink),
  ];
  return header(report, ink) + parts.filter((part) => part !== '').join('\n');
}

/** The project in one line: name, id, technology, framework, format. */
function header(report: Report, ink: Ink): string {
  const { name, id, technology, framework, format } = report.project;
  const about = [technology, framework, format]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  if (id === undefined) return '';
  const title = name === undefined || name === '' ? id : `${name} (${id})`;
  return `${ink.strong(printable(title))}${about === '' ? '' : `  ${ink.faint(printable(about))}`}\n\n`;
}

const BAR = 24;
/** Below this a bar says nothing; its column is left out. */
const SHORTEST_BAR = 8;

/** One row a language and one for all: how many keys have a text; on a terminal with a bar. */
function progressTable(report: Report, screen: Screen): string {
  const { columns, ink } = screen;
  const progress = report.progress ?? [];
  const totals = { locale: 'all', translated: 0, total: 0, unread: 0 };
  for (const { translated, total, unread = 0 } of progress) {
    totals.translated += translated;
    totals.total += total;
    totals.unread += unread;
  }
  const bars = columns === undefined ? 0 : barWidth([...progress, totals], columns);
  const row = (extent: LocaleExtent): Cell[] => {
    const { translated, total, unread = 0 } = extent;
    const paint = translated < total || unread > 0 ? ink.todo : ink.good;
    return [
      { text: printable(extent.locale) },
      ...(bars > 0 ? [{ text: bar(translated, total, bars), paint }] : []),
      { text: total === 0 && unread > 0 ? '' : percent(translated, total) },
      { text: extentOf(extent), paint: ink.faint },
    ];
  };
  const head: Column[] = [
    { title: 'LOCALE', align: 'left' },
    ...(bars > 0 ? [{ title: 'TRANSLATED', align: 'left' } as const] : []),
    { title: bars > 0 ? '' : 'TRANSLATED', align: 'right' },
    { title: '', align: 'left' },
  ];
  const rows = progress.map(row);
  if (rows.length === 0) return '';
  if (rows.length > 1) rows.push(row(totals));
  const explanation = ink.faint(wrap(pluralLine(report), columns, 0));
  return table(head, rows, undefined, ink.faint) + explanation;
}

type LocaleExtent = NonNullable<Report['progress']>[number];

/** Why not every language has the same number of keys, if plural forms are a reason. */
export const pluralLine = ({ pluralExtras = false }: Report): string =>
  pluralExtras ? 'Languages have different numbers of keys, since their plural forms differ.\n' : '';

/** How long a bar may be beside the locales and their numbers; 0 for none. */
function barWidth(rows: readonly LocaleExtent[], columns: number): number {
  const widest = largest(
    rows.map(({ locale }) => widthOf(printable(locale))),
    'LOCALE'.length,
  );
  const numbers = largest(rows.map((row) => extentOf(row).length));
  const left = columns - widest - '  '.length - '  100%  '.length - numbers;
  return left < SHORTEST_BAR ? 0 : Math.min(BAR, left);
}

function extentOf({ translated, total, unread = 0 }: LocaleExtent): string {
  const keys = `${digits(translated)} of ${quantity(total, 'key')}`;
  const files = `${quantity(unread, 'file')} not read`;
  return unread === 0 ? keys : total === 0 ? files : `${keys}, ${files}`;
}

function bar(translated: number, total: number, width: number): string {
  const full = total === 0 ? 0 : Math.floor((translated / total) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

/** Rounded down: 100% is said only if nothing is missing. */
const percent = (translated: number, total: number): string =>
  `${total === 0 ? 100 : Math.floor((translated / total) * 100)}%`;

type WaitingCount = 'toPush' | 'toPull' | 'conflicts';
const WAITING: Record<WaitingCount, string> = { toPush: 'PUSH', toPull: 'PULL', conflicts: 'CONFLICTS' };

/** Locale files that are not in sync, with `--verbose` all; only columns that say something. */
function filesTable(report: Report, screen: Screen): string {
  const { columns, ink, verbose } = screen;
  const shown = report.files.filter((file) => verbose || file.state !== 'in-sync');
  if (shown.length === 0) return '';
  const counted = (['toPush', 'toPull', 'conflicts'] as const).filter((side) =>
    shown.some(({ keys }) => keys[side] > 0),
  );
  const head: Column[] = [
    { title: 'FILE', align: 'left', shrinks: true },
    { title: 'LOCALE', align: 'left' },
    { title: 'KEYS', align: 'right', yields: true },
    ...counted.map((side): Column => ({ title: WAITING[side], align: 'right' })),
    { title: 'STATE', align: 'left' },
  ];
  const number = (n: number): Cell => (n === 0 ? { text: '-', paint: ink.faint } : { text: digits(n) });
  const row = ({ path, locale, keys, state }: FileReport): Cell[] => [
    { text: printable(path) },
    { text: printable(locale) },
    { text: `${digits(keys.translated)}/${digits(keys.total)}`, paint: ink.faint },
    ...counted.map((side) => number(keys[side])),
    state === 'conflict' && keys.notKept === keys.conflicts
      ? { text: 'not kept', paint: ink.bad }
      : stateCell(state, ink),
  ];
  const files = table(head, shown.map(row), columns, ink.faint);
  const rest = report.files.length - shown.length;
  if (rest === 0) return files;
  return `${files}${ink.faint(`${quantity(rest, 'other file')} ${rest === 1 ? 'is' : 'are'} in sync`)}\n`;
}

/** What is to be done, each with the command that does it. */
function todoLines(report: Report, screen: Screen): string {
  const { columns, ink } = screen;
  const { toPush = 0, toPull = 0, conflicts = 0, deletedHere = 0, emptiedThere = 0 } = report.summary;
  const { notCompared = 0, distrusted = 0, notKept = 0 } = report.summary;
  const diff = report.next?.diff ?? '`locsync diff`';
  const lines: string[] = [];
  const todo = (text: string, cure: string): void =>
    void lines.push(`${wrap(`${text} ${cure}`, columns, 2)}\n`);
  if (toPush > 0)
    todo(ink.todo(`${quantity(toPush, 'key')} to push:`), report.next?.push ?? '`locsync push`');
  if (toPull > 0)
    todo(ink.todo(`${quantity(toPull, 'key')} to pull:`), report.next?.pull ?? '`locsync pull`');
  const open = conflicts - notKept;
  if (open > 0) todo(ink.bad(`${quantity(open, 'conflict')}:`), `see both texts with ${diff}`);
  if (notKept > 0)
    todo(ink.bad(`${quantity(notKept, 'text')} not kept as sent by the service:`), `see both with ${diff}`);
  if (deletedHere > 0)
    todo(`${quantity(deletedHere, 'key')} deleted here, still on the service:`, `delete there, see ${diff}`);
  if (emptiedThere > 0) todo(`${quantity(emptiedThere, 'text')} here, empty on the service:`, `see ${diff}`);
  if (notCompared > 0)
    todo(ink.bad(`${quantity(notCompared, 'key')} that cannot be compared:`), 'see the warning');
  if (distrusted > 0) todo(ink.bad(`${quantity(distrusted, 'file')} to look at:`), 'see the warning');
  const missing = report.checks?.includes('missing') === true ? untranslatedKeys(report) : 0;
  if (missing > 0)
    todo(
      ink.todo(`${quantity(missing, 'key')} not translated:`),
      `list them with ${report.next?.missing ?? '`locsync status --missing`'}`,
    );
  const stale = report.summary.stale ?? 0;
  if (stale > 0) todo(ink.todo(`${quantity(stale, 'stale translation')}:`), staleCure(report, stale));
  const skipped = report.files.filter(({ state }) => state === 'skipped').length;
  const inSync = report.files.filter(({ state }) => state === 'in-sync').length;
  if (inSync > 0 && inSync + skipped === report.files.length) {
    const others = deletedHere + emptiedThere + notCompared + distrusted + skipped;
    const subject = others > 0 ? 'Everything else' : 'Everything';
    lines.push(ink.good(`${subject} is in sync: ${quantity(inSync, 'file')}.`) + '\n');
  }
  return lines.join('');
}

/** Source files that no pattern covers: named, since they would go unnoticed. */
function unmatchedLines(report: Report, ink: Ink): string {
  const unmatched = report.unmatched ?? [];
  if (unmatched.length === 0) return '';
  const lines = unmatched.map(
    ({ name, id, keys }) => `  ${printable(name)}  ${ink.faint(`${id}, ${quantity(keys, 'key')}`)}\n`,
  );
  return `${quantity(unmatched.length, 'source file')} of the service that no pattern covers:\n${lines.join('')}`;
}

/** Those that are named can be settled; the others are named first. */
function staleCure({ files, next }: Report, stale: number): string {
  const named = itOrThem(stale);
  if (files.some((file) => file.stale !== undefined))
    return `translate ${named} again, or \`locsync accept\` ${named} if the old text still fits`;
  return `list ${named} with ${next?.stale ?? '`locsync status --stale`'}`;
}

/** The translations whose source text has changed since, each with its place (`status --stale`). */
const staleLines = ({ files }: Report): string =>
  files
    .flatMap((file) =>
      (file.stale ?? []).map(({ key, line, column }) => {
        const place = line === undefined ? file.path : `${file.path}:${line}:${column ?? 1}`;
        return `${printable(place)}  ${printable(key)} (${printable(file.locale)}) is stale\n`;
      }),
    )
    .join('');

/** The keys without a translation, file by file (`status --missing`). */
function missingLines(report: Report): string[] {
  return report.files
    .filter((file) => (file.missing?.length ?? 0) > 0)
    .map((file) => {
      const keys = (file.missing ?? []).map((key) => `  ${printable(key)}\n`).join('');
      return `${printable(file.path)} (${printable(file.locale)}) lacks\n${keys}`;
    });
}
