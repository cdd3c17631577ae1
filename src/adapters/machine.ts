import { hostname } from 'node:os';
import { kill, pid, platform, versions } from 'node:process';
import type { Processes } from '../ports/host.js';

/** What is read of the machine and of this process; nothing of either is ever changed here. */
export interface Machine {
  readonly processes: Processes;
  readonly platform: NodeJS.Platform;
  readonly hostname: string;
  /** Node's version, without the `v`. */
  readonly node: string;
}

/** This machine. */
export const machine: Machine = {
  processes: {
    pid,
    isAlive: (id) => {
      try {
        kill(id, 0);
        return true;
      } catch (error) {
        // EPERM: it is alive, and somebody else's.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
      }
    },
  },
  platform,
  hostname: hostname(),
  node: versions.node,
};
