/**
 * A promise that is awaited later, or never: its error reaches only those who await it, and does
 * not end the process before that.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
