/**
 * A function that runs tasks, at most `limit` at a time, in the order in which they were given. It bounds what is held in memory; how many
 * requests are in flight is the HTTP layer's business.
 */
export function pool(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
