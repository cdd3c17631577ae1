import type { OptionSpec } from './global-options.js';

/** The blocks of the list of commands. */
export const COMMAND_GROUPS = { daily: 'Every day', setup: 'Set up' } as const;

type CommandGroup = keyof typeof COMMAND_GROUPS;

/** One command as data. */
export interface CommandSpec {
  readonly name: string;
  /** The block of the list of commands that has it; without one, its last line. */
  readonly group?: CommandGroup;
  /** At most 66 characters: the list of commands gives each command one line. */
  readonly summary: string;
  readonly arguments?: string;
  /** What the arguments are, one by one, if they are not paths of locale files. */
  readonly argumentHelp?: string | readonly string[];
  readonly options: readonly OptionSpec[];
  readonly example: string;
}
