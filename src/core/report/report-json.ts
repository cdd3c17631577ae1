import type { ExitCode } from '../errors/exit.js';
import type {
  ConfigurationReport,
  LeftOutReport,
  LeftReport,
  LocaleReport,
  ProjectReport,
  Report,
  ReportedCommand,
  SourceFileReport,
  Summary,
} from './report.js';
import type { ExaminedReport, SettingReport } from './examined.js';
import type { FileReport } from './file-report.js';
import type { Problem } from './problem.js';

/**
 * The one JSON document that every command prints with `--json`, and what the library's functions
 * return. A key once published stays.
 */
export interface ReportDocument {
  /** Rises only if a key goes or changes its meaning; keys and values are added without it. */
  readonly schemaVersion: 1;
  /** The command; empty if the command line names none. */
  readonly command: ReportedCommand;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  /** The exit code of the program. */
  readonly exitCode: ExitCode;
  /** True if nothing was to be done, only found out. */
  readonly dryRun?: boolean;
  readonly project: ProjectReport;
  readonly summary: Summary;
  readonly files: readonly FileReport[];
  /** `locales`: the project's languages. */
  readonly locales?: readonly LocaleReport[];
  /** `status` and `diff`: source files that no pattern covers. */
  readonly unmatched?: readonly SourceFileReport[];
  /**
   * `status`, `diff`, `push` and `pull`: what the configuration leaves out; absent if that is
   * nothing.
   */
  readonly leftOut?: readonly LeftOutReport[];
  /** `mv` and `rm`: what is left to delete on the service. */
  readonly left?: readonly LeftReport[];
  /** `config` and `doctor`: every setting with its value and origin. */
  readonly settings?: readonly SettingReport[];
  /** `doctor`: what it has looked at. */
  readonly examined?: readonly ExaminedReport[];
  /** `init`: the configuration. */
  readonly configuration?: ConfigurationReport;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

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
