import { Chalk, type ChalkInstance } from 'chalk';
import type { OutputOptions } from './reporter.js';

/** Colours by what they mean; each means one thing. */
export interface Ink {
  /** What is as it should be. */
  readonly good: (text: string) => string;
  /** What waits to be done. */
  readonly todo: (text: string) => string;
  /** What needs a person. */
  readonly bad: (text: string) => string;
  /** What may be overlooked. */
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

/** The colours of a screen; the texts unchanged if it has none. */
export function inkFor(screen: { readonly color: boolean }): Ink {
  const chalk: ChalkInstance = new Chalk({ level: screen.color ? 1 : 0 });
  return { good: chalk.green, todo: chalk.yellow, bad: chalk.red, faint: chalk.dim, strong: chalk.bold };
}

/** What a report is laid out for: its columns (undefined without a terminal) and its colours. */
export interface Screen extends Pick<OutputOptions, 'quiet' | 'verbose'> {
  readonly columns: number | undefined;
  readonly ink: Ink;
}

export const screenOf = ({ columns, isTerminal, quiet, verbose, color }: OutputOptions): Screen => ({
  columns: isTerminal ? columns : undefined,
  ink: inkFor({ color }),
  quiet,
  verbose,
});
