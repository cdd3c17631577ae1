import { Interrupted } from '../../ports/host.js';
import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';

/** The result, or the error if the run goes on without. Throws a bug or an interruption. */
export async function unlessFailed<T>(read: () => Promise<T>): Promise<T | LocsyncError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LocsyncError) return error;
    throw error;
  }
}

/** The result; undefined if it fails: something else reports that, or the run does without. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  const result = await unlessFailed(read);
  return result instanceof LocsyncError ? undefined : result;
}

/** As {@link ifReadable}; also undefined if interrupted: other parts of the run report that. */
export async function ifAvailable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ifReadable(read);
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/** What `find` returns; undefined for an error that the file's own row reports. */
export function ifValid<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof LocsyncError) return undefined;
    throw error;
  }
}

/** An error of one file. Throws what ends the run: a rejected token, an interruption, a bug. */
export function fileError(error: unknown): LocsyncError {
  if (!(error instanceof LocsyncError) || error.exit === EXIT.auth || error.cause instanceof Interrupted)
    throw error;
  return error;
}
