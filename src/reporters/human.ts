import type { Report } from '../core/report/report.js';
import { problemLines } from './human/problems.js';
import { screenOf } from './ink.js';
import { hasResult, type OutputOptions, type Printed } from './reporter.js';
import { VIEWS } from './views.js';

/** What a person reads: results on stdout, errors and warnings on stderr. */
export function human(report: Report, options: OutputOptions): Printed {
  const screen = screenOf(options);
  // What check and doctor found is their result; the other errors are about the run.
  const isResult = report.examined !== undefined && !screen.quiet;
  const errors = isResult
    ? []
    : screen.quiet
      ? report.errors
      : report.errors.filter((problem) => problem.key === undefined);
  const warnings =
    report.command === 'check' && !screen.quiet
      ? report.warnings.filter(({ key }) => key === undefined)
      : report.warnings;
  const err = problemLines({ ...report, errors, warnings }, screen);
  const isShown = hasResult(report) && !screen.quiet;
  return { out: isShown ? VIEWS[report.command].lines(report, screen) : '', err };
}
