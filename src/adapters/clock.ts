import { setMaxListeners } from 'node:events';
import type { Clock } from '../ports/host.js';

/** Node fires a longer timer after 1 ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's clock. */
export const clock: Clock = {
  // Whole milliseconds, so that a duration reads well in a trace.
  now: () => Math.floor(performance.now()),
  date: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, LONGEST_MS),
      );
      // There are as many waits as requests in flight: Node warns about more than ten.
      if (signal) setMaxListeners(0, signal);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
