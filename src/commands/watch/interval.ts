import type { Host } from '../../ports/host.js';
import type { Trigger } from './watch.js';

/**
 * `pull --watch`: a round every so many seconds, counted from the end of the one before, so that
 * two never overlap.
 */
export function everyInterval(host: Host, seconds: number): Trigger {
  return {
    waiting: () => ({ kind: 'polling', seconds }),
    due: () => host.clock.sleep(seconds * 1000, host.signal),
  };
}
