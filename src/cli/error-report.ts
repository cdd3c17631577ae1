import { LocsyncError, errorsOf, errorText } from '../core/errors/index.js';
import { interruptionError } from '../core/errors/interruption.js';
import type { ReportedCommand } from '../core/report/report-json.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Invocation } from '../options/read.js';
import { Interrupted } from '../ports/host.js';
import { hintContext } from '../sync/context/hint-context.js';

/**
 * The report of a run that ended with an error before it had one. What is not in the catalogue is a
 * bug. Without an invocation the arguments were not understood.
 */
export function errorReport(error: unknown, command: ReportedCommand, invocation?: Invocation): Report {
  const known = error instanceof Interrupted ? [interruptionError(error)] : errorsOf(error);
  const errors = known.length > 0 ? known : [defectOf(error)];
  const hints = invocation && hintContext(command, { ...invocation.options, paths: invocation.args });
  return reportOf({ command, errors, hints });
}

const defectOf = (error: unknown): LocsyncError =>
  LocsyncError.of(
    'DEFECT',
    { reason: error instanceof Error ? error.message : String(error) },
    { cause: error },
  );

/** A bug as text for stderr, with its stack if --debug is given. */
export function describeDefect(error: unknown, argv: readonly string[]): string {
  const stack = argv.includes('--debug') && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  return `error: ${errorText(defectOf(error))}${stack}`;
}
