import { EXIT } from '../../core/errors/exit.js';
import { LocsyncError } from '../../core/errors/index.js';
import { Interrupted } from '../../ports/host.js';

/** An error of one file. Throws what ends the run: a rejected token, an interruption, a bug. */
export function fileError(error: unknown): LocsyncError {
  if (!(error instanceof LocsyncError) || error.exit === EXIT.auth || error.cause instanceof Interrupted)
    throw error;
  return error;
}
