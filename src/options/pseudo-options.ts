import type { OptionSpec } from './global-options.js';
import { DRY_RUN } from './sync-options.js';

export const PSEUDO_OPTIONS = [
  {
    flags: '--as <code>',
    description: 'the pseudo-locale: en-XA, ar-XB, qps or the like (default: en-XA, with --bidi ar-XB)',
  },
  { flags: '--bidi', description: 'write each word from right to left' },
  DRY_RUN,
] as const satisfies readonly OptionSpec[];
