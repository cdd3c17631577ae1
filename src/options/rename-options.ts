import type { OptionSpec } from './global-options.js';
import { DRY_RUN } from './sync-options.js';

export const RENAME_OPTIONS = [
  { flags: '--file <path>', description: 'a file or glob of the set that is meant, if several have the key' },
  DRY_RUN,
] as const satisfies readonly OptionSpec[];
