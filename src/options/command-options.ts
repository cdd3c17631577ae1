import type { OptionSpec } from './global-options.js';

export const LOCALE = {
  flags: '--locale <code>',
  description: 'only these locales; repeat it or separate with commas (default: all)',
  repeatable: true,
} as const satisfies OptionSpec;

export const STRICT = {
  flags: '--strict',
  description: 'leave out, and name, each text that `locsync check` would refuse',
  widens: true,
} as const satisfies OptionSpec;

export const WATCH = { flags: '--watch', notInLibrary: true } as const;

export const DRY_RUN = {
  flags: '--dry-run',
  description: 'show what would be done and do nothing',
} as const satisfies OptionSpec;

export const PLAN = {
  flags: '--plan <file>',
  description: 'write what would be done into a file, for `locsync apply`, and do nothing',
  notInLibrary: true,
} as const satisfies OptionSpec;

export const PULL_OPTIONS = [
  LOCALE,
  DRY_RUN,
  { flags: '--force', description: 'let the service win every conflict', widens: true },
  {
    flags: '--prune',
    description: 'remove keys that the service does not have; those never pushed only on a first run',
    widens: true,
  },
  { flags: '--empty', description: 'let empty translations empty texts here', widens: true },
  { flags: '--restore', description: 'write back texts of keys that were deleted here', widens: true },
  { flags: '--allow-shrink', description: 'let a file lose more than a fifth of its texts' },
  {
    flags: '--min-translated <n>',
    description: 'leave locales alone of which less than n percent is translated there',
    number: { min: 0, max: 100, integer: false },
  },
  PLAN,
  STRICT,
  { ...WATCH, description: 'stay, and pull again every so many seconds' },
  {
    flags: '--interval <seconds>',
    description: 'how long --watch waits in between (default: 60)',
    number: { min: 1, max: 86_400, integer: true },
    notInLibrary: true,
  },
] as const satisfies readonly OptionSpec[];

/** The options of `resolve` besides those that other commands have, too. */
export const RESOLVE_OPTIONS = [
  { flags: '--local', description: 'ask nothing: the texts here win, and the next push sends them' },
  { flags: '--service', description: "ask nothing: write the service's texts" },
  {
    flags: '--key <glob>',
    description: 'only these keys; repeat it or separate with commas: `cart.*`, `legal.**`',
    repeatable: true,
  },
] as const satisfies readonly OptionSpec[];

/** The options of `mv` and `rm`. */
export const RENAME_OPTIONS = [
  { flags: '--file <path>', description: 'a file or glob of the set that is meant, if several have the key' },
  DRY_RUN,
] as const satisfies readonly OptionSpec[];

export const PSEUDO_OPTIONS = [
  {
    flags: '--as <code>',
    description: 'the pseudo-locale: en-XA, ar-XB, qps or the like (default: en-XA, with --bidi ar-XB)',
  },
  { flags: '--bidi', description: 'write each word from right to left' },
  DRY_RUN,
] as const satisfies readonly OptionSpec[];

/** What git tells the merge driver. */
export const MERGE_DRIVER_OPTIONS = [
  {
    flags: '--marker-size <n>',
    description: 'characters of a conflict marker (default: 7)',
    number: { min: 1, max: 1_000, integer: true },
  },
  { flags: '--ours-label <text>', description: 'what the markers call our version', mayBeEmpty: true },
  { flags: '--theirs-label <text>', description: 'what they call the other version', mayBeEmpty: true },
] as const satisfies readonly OptionSpec[];

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
