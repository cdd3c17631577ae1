import { printable } from '../core/printable.js';
import type { Problem, Report } from '../core/report.js';
import { human } from './human.js';
import type { Printed, Screen } from './reporter.js';

/** Text of a workflow command: what the runner would read as an escape or an end is encoded (GitHub's toolkit, command.ts). */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The human report, with an annotation at file and line for each error and warning, and a table for the job summary. */
export function github(report: Report, screen: Screen): Printed {
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
  const rows = report.files.map(
    ({ path, locale, state, keys }) =>
      `| ${cell(path)} | ${cell(locale)} | ${state} | ${keys.translated}/${keys.total} | ${keys.toPush} | ${keys.toPull} | ${keys.conflicts} |\n`,
  );
  const head =
    '| file | locale | state | translated | to push | to pull | conflicts |\n|---|---|---|---|---|---|---|\n';
  return `### locsync ${report.command}\n\n${rows.length === 0 ? 'No locale files.\n' : head + rows.join('')}\n`;
}
