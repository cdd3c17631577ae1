import type { ExitCode } from './exit.js';
import type { Suggest } from './suggest.js';

/** What to do next, as one sentence without a full stop; several ways are a line each. */
export type Hint = string | readonly string[];

/** One line of the catalogue: what happened, what to do next, and how the program ends. */
export interface ErrorEntry<Args> {
  readonly exit: ExitCode;
  /** What happened, in one sentence without a full stop. The error's place is added. */
  readonly text: (args: Args) => string;
  /** The sentence holds texts that are nowhere else, and is never cut. */
  readonly isNeverCut?: boolean;
  /** Commands in it come from `run`, so that they act on what the run acted on. */
  readonly hint?: (args: Args, run: Suggest) => Hint | undefined;
}

/** The arguments of a sentence that needs none. */
export type NoArgs = Readonly<Record<string, never>>;

/** Types one catalogue line; returns it as it is. */
export function entry<Args = NoArgs>(line: ErrorEntry<Args>): ErrorEntry<Args> {
  return line;
}
