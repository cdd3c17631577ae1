/** A function that runs tasks, at most `limit` at a time, in the order in which they were given. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A waiting task takes over the place of this one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * A function that runs tasks in the order in which they were given, those that run at a time not
 * heavier than `limit` together; one task always runs.
 */
export function limitWeight(limit: number): <T>(weight: number, task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: { readonly weight: number; readonly start: () => void }[] = [];
  const startNext = (): void => {
    for (
      let next = waiting[0];
      next && (running === 0 || running + next.weight <= limit);
      next = waiting[0]
    ) {
      waiting.shift();
      running += next.weight;
      next.start();
    }
  };
  return async (weight, task) => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      return await task();
    } finally {
      running -= weight;
      startNext();
    }
  };
}
