import type { Findings } from '../../core/errors/findings.js';
import { append } from '../../core/util/collections.js';
import type { LocsyncError } from '../../core/errors/index.js';
import { summarize } from '../../core/report/summary.js';
import { type FileReport } from '../../core/report/file-report.js';
import type { LeftOutReport } from '../../core/report/report-json.js';
import { reportOf, type Report, type ReportContents } from '../../core/report/report.js';
import { type Host, interruptedBy } from '../../ports/host.js';
import type { FileResult } from '../files/compared-file.js';
import type { Project } from '../context/project.js';
import { leftOutOf } from './left-out.js';
import { failedRows, goneRow } from './rows.js';
import { interruptionError } from '../../core/errors/interruption.js';

/** What a command has found about one file. */
export interface FileFindings extends Findings {
  readonly rows: readonly FileReport[];
}

/** Collects the rows, errors and warnings of one run. */
export class RunReport {
  readonly errors: LocsyncError[];
  readonly warnings: LocsyncError[];
  /** The rows of each file, by its path. */
  readonly rows = new Map<string, readonly FileReport[]>();

  /**
   * `gone`: how locales that the project no longer has are reported; `below`: those that are left
   * alone since too little of them is translated.
   */
  constructor(
    private readonly project: Project,
    gone: 'errors' | 'warnings' = 'errors',
    private readonly below: readonly LeftOutReport[] = [],
  ) {
    const goneErrors = project.goneLocales.map(({ error }) => error);
    this.errors = gone === 'errors' ? goneErrors : [];
    this.warnings = [...project.warnings, ...(gone === 'warnings' ? goneErrors : [])];
  }

  /** Takes errors and warnings. */
  take({ errors, warnings }: Findings): void {
    append(this.errors, errors);
    append(this.warnings, warnings);
  }

  /** Takes what was found about the files, and returns it for those that could be compared. */
  add<T extends FileFindings>(results: readonly FileResult<T>[]): T[] {
    return results.flatMap((result) => {
      if ('error' in result) {
        this.errors.push(result.error);
        this.rows.set(result.file.path, failedRows(result.file, result.error, this.project.hints));
        return [];
      }
      this.take(result.value);
      this.rows.set(result.file.path, result.value.rows);
      return [result.value];
    });
  }

  get files(): readonly FileReport[] {
    return [...[...this.rows.values()].flat(), ...this.project.goneLocales.map(goneRow)];
  }

  /** The report of a run that may have been interrupted. */
  finish(
    host: Host,
    { summary, ...found }: Pick<ReportContents, 'command' | 'dryRun' | 'summary' | 'differs'>,
  ): Report {
    const { connection, owner, hints } = this.project;
    const stopped = interruptionOf(host, this.project);
    if (stopped) this.errors.push(stopped);
    return reportOf({
      ...found,
      project: { id: connection.project, baseUrl: owner.origin },
      summary: { ...summarize(this.files), ...summary },
      files: this.files,
      ...leftOutOf(this.project, this.below),
      errors: this.errors,
      warnings: this.warnings,
      hints,
    });
  }
}

/** The error of a run that a signal interrupted; undefined if the run finished. */
function interruptionOf(host: Host, { uploads }: Project): LocsyncError | undefined {
  const by = interruptedBy(host);
  return by && interruptionError(by, uploads.record.own.open);
}
