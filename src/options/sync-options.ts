import type { OptionSpec } from './global-options.js';

export const LOCALE = {
  flags: '--locale <code>',
  description: 'only these locales; repeat it or separate with commas (default: all)',
  repeatable: true,
} as const satisfies OptionSpec;

export const STRICT = {
  flags: '--strict',
  description: 'leave out, and name, each text that `locsync check` would refuse',
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

/** The options of `pull`. */
export const PULL_OPTIONS = [
  LOCALE,
  DRY_RUN,
  { flags: '--force', description: 'let the service win every conflict' },
  {
    flags: '--prune',
    description: 'remove keys that the service does not have; those never pushed only on a first run',
  },
  { flags: '--empty', description: 'let empty translations empty texts here' },
  { flags: '--restore', description: 'write back texts of keys that were deleted here' },
  { flags: '--allow-shrink', description: 'let a file lose more than a fifth of its texts' },
  {
    flags: '--min-translated <n>',
    description: 'leave locales alone of which less than n percent is translated there',
    number: { min: 0, max: 100, whole: false },
  },
  PLAN,
  STRICT,
  { ...WATCH, description: 'stay, and pull again every so many seconds' },
  {
    flags: '--interval <seconds>',
    description: 'how long --watch waits in between (default: 60)',
    number: { min: 1, max: 86_400, whole: true },
    notInLibrary: true,
  },
] as const satisfies readonly OptionSpec[];
