import { EXIT } from '../errors/exit.js';
import type { Report } from './report.js';
import type { ReportedCommand } from './report-json.js';

/** A report without files, problems and counts, for a command to add what it has. */
export const emptyReport = (command: ReportedCommand): Report => ({
  command,
  project: {},
  summary: {},
  files: [],
  errors: [],
  warnings: [],
  exitCode: EXIT.ok,
});
