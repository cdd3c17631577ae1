import type { Report, ReportDocument } from './report.js';

/** The document of a report. */
export function documentOf(report: Report): ReportDocument {
  const { command, dryRun, exitCode, project, summary, files, errors, warnings } = report;
  const { locales, unmatched, leftOut, left, configuration, settings, examined } = report;
  return {
    schemaVersion: 1,
    command,
    ok: exitCode === 0,
    exitCode,
    ...(dryRun === undefined ? {} : { dryRun }),
    project,
    summary,
    files,
    ...(locales === undefined ? {} : { locales }),
    ...(unmatched === undefined ? {} : { unmatched }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(left === undefined ? {} : { left }),
    ...(settings === undefined ? {} : { settings }),
    ...(examined === undefined ? {} : { examined }),
    ...(configuration === undefined ? {} : { configuration }),
    errors,
    warnings,
  };
}
