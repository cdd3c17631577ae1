import { belowLines, leftOutLines } from './left-out.js';
import { digits, quantity } from '../../core/text/wording.js';
import { shellWord } from '../../core/text/shell-word.js';
import { printable } from '../../core/text/printable.js';
import type { FileReport, FileState } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import { isWorkedOn } from '../../core/report/summary.js';
import { kindsText, plannedLines } from './planned.js';
import type { Ink, Screen } from '../ink.js';
import { isTooWide, table, type Cell, type Column } from '../table.js';

const STATES: Record<FileState, { readonly word: string; readonly paint: keyof Ink }> = {
  'in-sync': { word: 'in sync', paint: 'good' },
  'to-push': { word: 'to push', paint: 'todo' },
  'to-pull': { word: 'to pull', paint: 'todo' },
  both: { word: 'push + pull', paint: 'todo' },
  conflict: { word: 'conflict', paint: 'bad' },
  'only-here': { word: 'not on service', paint: 'todo' },
  'only-there': { word: 'missing here', paint: 'todo' },
  pushed: { word: 'pushed', paint: 'good' },
  pulled: { word: 'pulled', paint: 'good' },
  skipped: { word: 'skipped', paint: 'bad' },
  failed: { word: 'failed', paint: 'bad' },
};

/** The state of a file as a word. */
export const stateWord = (state: FileState): string => STATES[state].word;

const STATE: Column = { title: 'STATE', align: 'left' };
const FILE: Column = { title: 'FILE', align: 'left', shrinks: true };
const LOCALE: Column = { title: 'LOCALE', align: 'left' };
const EXTENT: Column = { title: 'KEYS', align: 'left' };

/** The state of a file as a word in its colour. */
export const stateCell = (state: FileState, ink: Ink): Cell => ({
  text: STATES[state].word,
  paint: ink[STATES[state].paint],
});

/** The result of each file under STATE, FILE and the title of the third column; a closing line. */
export function outcomeLines(
  title: string,
  rows: readonly (readonly Cell[])[],
  closing: string,
  { columns, ink }: Screen,
): string {
  const head: Column[] = [STATE, FILE, { title, align: 'left' }];
  const body = rows.length === 0 ? '' : `${table(head, rows, columns, ink.faint)}\n`;
  return `${body}${closing}\n`;
}

/** The project's languages. */
export function localeTable(report: Report, { columns, ink }: Screen): string {
  const rows = (report.locales ?? []).map((locale): Cell[] => [
    { text: printable(locale.tag) },
    { text: printable(locale.code) },
    { text: printable(locale.country) },
    { text: printable(locale.name) },
    { text: digits(locale.files) },
    { text: locale.id, paint: ink.faint },
  ]);
  const head: Column[] = [
    { title: 'TAG', align: 'left' },
    { title: 'CODE', align: 'left' },
    { title: 'COUNTRY', align: 'left' },
    { title: 'NAME', align: 'left', shrinks: true },
    { title: 'FILES', align: 'right' },
    { title: 'ID', align: 'left' },
  ];
  return table(head, rows, columns, ink.faint);
}

const QUIET_STATES = new Set<FileState>(['in-sync', 'to-pull', 'only-there', 'to-push', 'only-here', 'both']);

/** Locales that too little is translated of have a line of their own. */
const isQuiet = ({ state, reason }: FileReport): boolean => QUIET_STATES.has(state) || reason !== undefined;

const keysOf = ({ keys }: FileReport, { command }: Report): number =>
  command === 'push' ? keys.toPush : keys.toPull;

const hasWork = (file: FileReport, report: Report): boolean =>
  report.dryRun === true && isWorkedOn(file, report);

/** State, path and extent of what push or pull did (or would do) with each file. */
export function workRows(report: Report, ink: Ink): (readonly [state: Cell, path: Cell, extent: Cell])[] {
  return report.files.map((file) => [
    hasWork(file, report) && file.state !== 'conflict'
      ? { text: `would ${report.command === 'push' ? 'push' : 'pull'}`, paint: ink.todo }
      : stateCell(file.state, ink),
    { text: printable(file.path) },
    { text: extent(file, keysOf(file, report), isWorkedOn(file, report)), paint: ink.faint },
  ]);
}

/** The rows under their titles. Cut paths may look alike: then the locale has its column. */
function workTable(report: Report, { columns, ink }: Screen): string {
  const rows = workRows(report, ink);
  const head: Column[] = [STATE, FILE, EXTENT];
  if (!isTooWide(head, rows, columns)) return table(head, rows, columns, ink.faint);
  const withLocale = rows.map(([state, path, extent], i): Cell[] => [
    state,
    path,
    { text: printable(report.files[i]?.locale ?? '') },
    extent,
  ]);
  return table([STATE, FILE, { ...LOCALE, yields: true }, EXTENT], withLocale, columns, ink.faint);
}

/** What push or pull did (or would do) with each file, and a closing line. */
export function workLines(report: Report, screen: Screen): string {
  const files = report.files.filter((file) => screen.verbose || !isQuiet(file) || hasWork(file, report));
  const body = files.length === 0 ? '' : workTable({ ...report, files }, screen);
  const planned = plannedLines(report, screen);
  const below = belowLines(report).map((line) => `${line}\n`);
  const leftOut = screen.verbose ? leftOutLines(report) : below.join('');
  return `${body}${body === '' ? '' : '\n'}${planned}${closingLine(report)}\n${commitLine(report)}${leftOut}`;
}

/** The lock says what the files hold: one without the other would undo what was pulled. */
const commitLine = ({ lockWritten, planWritten, files }: Report): string => {
  if (planWritten !== undefined)
    return `Do it with \`locsync apply ${printable(shellWord(planWritten), Infinity)}\`.\n`;
  if (lockWritten === undefined) return '';
  if (files.some(({ state }) => state === 'pulled'))
    return `Commit the files together with ${printable(lockWritten)}.\n`;
  return files.some(({ state }) => state === 'pushed') ? `Commit ${printable(lockWritten)}.\n` : '';
};

/** What push or pull did (or would do), in one sentence. */
export function closingLine(report: Report): string {
  const planned = report.dryRun === true;
  const verb = report.command === 'push' ? 'push' : 'pull';
  // A file that holds several languages has a row for each.
  const acted = new Set(report.files.filter((file) => isWorkedOn(file, report)).map(({ path }) => path)).size;
  if (acted > 0)
    return `${planned ? `Would ${verb}` : verb === 'push' ? 'Pushed' : 'Pulled'} ${quantity(acted, 'file')}.`;
  return report.errors.length === 0
    ? `Nothing to ${verb}.`
    : `${planned ? 'Would' : 'Did'} not ${verb} anything.`;
}

/** How much of a file a row is about: its conflicts, if any, and the keys that are worked on. */
function extent({ state, keys }: FileReport, n: number, worked: boolean): string {
  const extent = kindsText(keys, n) ?? quantity(n, 'key');
  if (state === 'conflict') return `${worked ? `${extent}, ` : ''}${quantity(keys.conflicts, 'conflict')}`;
  return extent;
}
