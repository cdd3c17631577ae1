import { LocsyncError } from './index.js';

/**
 * The error of a run that a signal has cut short. `uploads` were on their way. Not a method of
 * {@link Interrupted}, which every start loads: `--version` does not need the texts of all errors.
 */
export function interruptionError({ exit }: { readonly exit: 130 | 143 }, uploads?: number): LocsyncError {
  const args = uploads === undefined ? {} : { uploads };
  return LocsyncError.of(exit === 130 ? 'INTERRUPTED' : 'TERMINATED', args);
}
