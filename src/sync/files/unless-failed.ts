import { LocsyncError } from '../../core/errors/index.js';

/**
 * The error of a reading that failed, where the run goes on without it. Throws what is a bug or an
 * interruption.
 */
export async function unlessFailed<T>(read: () => Promise<T>): Promise<T | LocsyncError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LocsyncError) return error;
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
