import type { Report } from '../core/report/report.js';
import { changeLines } from './human-changes.js';
import { checkLines } from './human-check.js';
import { examinedLines, settingLines } from './human-examined.js';
import { problemLines } from './human-problems.js';
import { statusLines } from './human-status.js';
import { localeTable, workLines } from './human-tables.js';
import { resolvedLines } from './human-resolve.js';
import { undoneLines } from './human-undo.js';
import { wrap } from './wrap.js';
import { inkFor } from './ink.js';
import type { Printed, OutputOptions } from './reporter.js';

/** What a person reads: results on stdout, errors and warnings on stderr. */
export function human(report: Report, screen: OutputOptions): Printed {
  const ink = inkFor(screen);
  // What check and doctor found is their result; the other errors are about the run.
  const isTold = report.examined !== undefined && !screen.quiet;
  const aside = isTold
    ? []
    : screen.quiet
      ? report.errors
      : report.errors.filter((problem) => problem.key === undefined);
  const warnings =
    report.command === 'check' && !screen.quiet
      ? report.warnings.filter(({ key }) => key === undefined)
      : report.warnings;
  const err = problemLines({ ...report, errors: aside, warnings }, screen, ink);
  // A run that failed before it had anything to report has no result: neither a table nor "nothing
  // to do".
  const failed = report.errors.length > 0 && Object.keys(report.summary).length === 0;
  if (screen.quiet || failed) return { out: '', err };
  return { out: body(report, screen), err };
}

function body(report: Report, screen: OutputOptions): string {
  const ink = inkFor(screen);
  switch (report.command) {
    case 'locales':
      return localeTable(report, screen, ink);
    case 'status':
      return statusLines(report, screen, ink);
    case 'diff':
      return changeLines(report, screen, ink);
    case 'check':
      return checkLines(report, screen, ink);
    case 'push':
    case 'pull':
      return workLines(report, screen, ink);
    case 'resolve':
      return resolvedLines(report, screen, ink);
    case 'undo':
      return undoneLines(report, screen, ink);
    case '':
    case 'doctor':
      return examinedLines(report, screen, ink);
    case 'config':
      return settingLines(report, screen, ink);
    case 'apply':
    case 'init':
    case 'login':
    case 'logout':
    case 'accept':
    case 'mv':
    case 'rm':
    case 'pseudo':
    case 'git-setup':
      return noteLines(report, screen);
    // What these print is read by programs.
    case 'merge-driver':
    case 'serve':
    case 'completion':
      return noteLines(report);
  }
}

/**
 * What a command that compares no files has to say; a note may hold several lines. A configuration
 * is printed as it is written.
 */
function noteLines(report: Report, screen?: OutputOptions): string {
  const columns = screen?.isTerminal === true && !report.configuration ? screen.columns : undefined;
  const lines = (report.notes ?? []).flatMap((note) => note.split('\n'));
  const indentOf = (line: string): number => line.length - line.trimStart().length + 2;
  return lines.map((line) => `${wrap(line, columns, indentOf(line))}\n`).join('');
}
