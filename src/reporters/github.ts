import { printable } from '../core/text/printable.js';
import type { Problem } from '../core/report/problem.js';
import type { Report } from '../core/report/report.js';
import { human } from './human.js';
import { count } from './human-tables.js';
import type { Printed, OutputOptions } from './reporter.js';

/**
 * Text of a workflow command: what the runner would read as an escape or an end is encoded
 * (GitHub's toolkit, command.ts).
 */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * The human report, with an annotation at file and line for each error and warning, and a table for
 * the job summary.
 */
export function github(report: Report, screen: OutputOptions): Printed {
  const { out, err } = human(report, screen);
  const annotations = [
    ...report.errors.map((problem) => annotation('error', problem)),
    ...report.warnings.map((problem) => annotation('warning', problem)),
  ].join('');
  return { out: out + annotations, err, ...(report.notes === undefined ? { summary: summary(report) } : {}) };
}

function annotation(
  level: 'error' | 'warning',
  { path, line, column, code, message, hint }: Problem,
): string {
  const place = [
    ...(path === undefined ? [] : [`file=${property(printable(path, Infinity))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(`locsync: ${code}`)}`,
  ].join(',');
  return `::${level} ${place}::${data(hint === undefined ? message : `${message}. ${hint}`)}\n`;
}

const cell = (text: string): string => printable(text).replaceAll(/[|\\`<>*_[\]]/g, '\\$&');

function summary(report: Report): string {
  const { head, rows } = report.command === 'check' ? checkTable(report) : syncTable(report);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const lines = [line(head), `${'|---'.repeat(head.length)}|\n`, ...rows.map(line)];
  return `### locsync ${report.command}\n\n${rows.length === 0 ? 'No locale files.\n' : lines.join('')}\n`;
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function syncTable({ files }: Report): Table {
  const rows = files.map(({ path, locale, state, keys }) => {
    const counts = [keys.toPush, keys.toPull, keys.conflicts].map(String);
    return [cell(path), cell(locale), state, `${keys.translated}/${keys.total}`, ...counts];
  });
  return { head: ['file', 'locale', 'state', 'translated', 'to push', 'to pull', 'conflicts'], rows };
}

/**
 * What `check` found in each file. In a file of several languages, counts cannot show which one a
 * problem belongs to.
 */
function checkTable({ files, errors }: Report): Table {
  const problems = tally(errors.filter(({ key }) => key !== undefined));
  const languages = tally(files);
  const rows = files.map(({ path, locale, state, keys, error }) => {
    const isShared = (languages.get(path) ?? 0) > 1;
    const found = isShared ? 'problems' : count(problems.get(path) ?? 0, 'problem');
    const result = error ? 'failed' : state === 'failed' ? found : 'nothing is wrong';
    return [cell(path), cell(locale), result, `${keys.translated}/${keys.total}`];
  });
  return { head: ['file', 'locale', 'result', 'translated'], rows };
}

/** How many of these there are of each path. */
function tally(list: readonly { readonly path?: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path = '' } of list) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
