import type { OptionSpec } from './global-options.js';

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
