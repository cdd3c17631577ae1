import { EXIT } from '../errors/exit.js';
import type { Report, ReportedCommand } from './report.js';

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
