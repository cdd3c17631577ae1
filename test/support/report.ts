import type { Report } from '../../src/core/report/report.js';

/** The report of a run that found nothing. */
export const emptyReport = (command: Report['command']): Report => ({
  command,
  project: {},
  summary: {},
  files: [],
  errors: [],
  warnings: [],
  exitCode: 0,
});
