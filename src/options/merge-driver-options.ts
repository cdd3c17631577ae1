import type { OptionSpec } from './global-options.js';

/** What git tells the merge driver. */
export const MERGE_DRIVER_OPTIONS = [
  {
    flags: '--marker-size <n>',
    description: 'characters of a conflict marker (default: 7)',
    number: { min: 1, max: 1_000, whole: true },
  },
  { flags: '--ours-label <text>', description: 'what the markers call our version', mayBeEmpty: true },
  { flags: '--theirs-label <text>', description: 'what they call the other version', mayBeEmpty: true },
] as const satisfies readonly OptionSpec[];
