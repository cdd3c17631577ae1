import { exitOf } from '../errors/exit.js';
import type { LocsyncError } from '../errors/index.js';
import type { HintContext } from '../errors/suggest.js';
import { given } from '../util/collections.js';
import { problemsOf } from './problem.js';
import type { ReportDocument } from './report-json.js';

/** What `status --check` can fail for. */
export const STATUS_CHECKS = ['push', 'pull', 'conflict', 'missing', 'stale'] as const;
export type StatusCheck = (typeof STATUS_CHECKS)[number];

/** What a command found and did: all that is printed comes from here, and so does the exit code. */
export interface Report extends Omit<ReportDocument, 'schemaVersion' | 'ok'> {
  /** The lock file, if this run has written it. */
  readonly lockWritten?: string;
  /** `--plan`: the file that it was written into. */
  readonly planWritten?: string;
  /** `status --check`: what the exit code was asked for. */
  readonly checks?: readonly StatusCheck[];
  /** `diff --name-only`. */
  readonly nameOnly?: boolean;
  /** By locale, how many keys of the source locale have a text; files that it lacks count. */
  readonly progress?: readonly {
    readonly locale: string;
    readonly translated: number;
    readonly total: number;
    /** Files of the locale that could not be read, and do not count; absent if there are none. */
    readonly unread?: number;
  }[];
  /** `status`: some locale has keys of plural forms that the source locale lacks. */
  readonly pluralExtras?: boolean;
  /** `status`: the commands to run next on what it was asked about. */
  readonly next?: Readonly<Record<'push' | 'pull' | 'diff' | 'missing' | 'stale', string>>;
  /** What a command that compares no files prints, line by line. */
  readonly notes?: readonly string[];
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
    ...given({ dryRun }),
    project,
    summary,
    files,
    ...given({ locales, unmatched, leftOut, left, settings, examined, configuration }),
    errors,
    warnings,
  };
}

/** What a command has found, as {@link reportOf} takes it. */
export interface ReportContents
  extends Pick<Report, 'command'>, Partial<Omit<Report, 'command' | 'errors' | 'warnings' | 'exitCode'>> {
  readonly errors?: readonly LocsyncError[];
  readonly warnings?: readonly LocsyncError[];
  /** What the commands that its hints suggest have to carry. */
  readonly hints?: HintContext | undefined;
  /** The command answers with exit code 1 if there are no errors. */
  readonly differs?: boolean;
}

/** The report of a command: its errors and warnings as they are shown, and its exit code. */
export const reportOf = ({
  dryRun = false,
  errors = [],
  warnings = [],
  hints,
  differs,
  ...found
}: ReportContents): Report => ({
  project: {},
  summary: {},
  files: [],
  ...found,
  ...(dryRun ? { dryRun } : {}),
  errors: problemsOf(errors, hints),
  warnings: problemsOf(warnings, hints),
  exitCode: exitOf(errors, differs),
});
