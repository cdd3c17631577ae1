import type { Report } from '../core/report.js';
import type { Printed } from './reporter.js';

/** One JSON document on stdout and nothing else (contract.md, section 7). */
export function json(report: Report): Printed {
  const { command, dryRun, exitCode, project, summary, files, errors, warnings } = report;
  const { locales, unmatched, configuration } = report;
  const document = {
    command,
    ok: exitCode === 0,
    exitCode,
    ...(dryRun === undefined ? {} : { dryRun }),
    project,
    summary,
    files,
    ...(locales === undefined ? {} : { locales }),
    ...(unmatched === undefined ? {} : { unmatched }),
    ...(configuration === undefined ? {} : { configuration }),
    errors,
    warnings,
  };
  return { out: `${JSON.stringify(document, undefined, 2)}\n`, err: '' };
}
