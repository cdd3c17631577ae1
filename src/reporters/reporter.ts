import type { Report } from '../core/report/report.js';

/** How the reader sees what is printed. */
export interface OutputOptions {
  readonly color: boolean;
  readonly columns: number;
  readonly isTerminal: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** What goes where: each a text with its final newline, or ''. */
export interface Printed {
  readonly out: string;
  readonly err: string;
  /** Markdown for the job summary of a CI service. */
  readonly summary?: string;
}

/** Whether a run came to a result: one that failed before has no table to show. */
export const hasResult = ({ errors, summary }: Report): boolean =>
  errors.length === 0 || Object.keys(summary).length > 0;

/** Turns a report into texts. Pure: the same report on the same screen gives the same texts. */
export type Reporter = (report: Report, screen: OutputOptions) => Printed;
