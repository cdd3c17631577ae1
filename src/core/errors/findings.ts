import type { LocsyncError } from './index.js';

/** What was found about a file, a language or a whole run. */
export interface Findings {
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
}

/** All of these as one. */
export const joinedFindings = (...all: readonly (Findings | undefined)[]): Findings => ({
  errors: all.flatMap((findings) => findings?.errors ?? []),
  warnings: all.flatMap((findings) => findings?.warnings ?? []),
});
