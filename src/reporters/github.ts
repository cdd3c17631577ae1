import { printable } from '../core/text/printable.js';
import type { Problem } from '../core/report/problem.js';
import type { Report } from '../core/report/report.js';
import { human } from './human.js';
import { markdownSummary } from './markdown.js';
import type { Printed, OutputOptions } from './reporter.js';

/** Text of a workflow command, encoded as in GitHub's toolkit (command.ts). */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The human report, with an annotation for each error and warning, and a summary. */
export function github(report: Report, screen: OutputOptions): Printed {
  const { out, err } = human(report, screen);
  const annotations = [
    ...report.errors.map((problem) => annotation('error', problem)),
    ...report.warnings.map((problem) => annotation('warning', problem)),
  ].join('');
  return {
    out: out + annotations,
    err,
    ...(report.notes === undefined ? { summary: markdownSummary(report) } : {}),
  };
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
