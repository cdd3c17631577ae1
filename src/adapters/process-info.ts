import { createHmac } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid, platform, versions } from 'node:process';
import * as asked from 'node:process';
import { errorCode } from '../core/system/system-error.js';
import { readStat, type ProcessPlace } from '../core/system/process-place.js';
import type { Processes } from '../core/system/process-record.js';

/** Facts about the machine and this process; nothing is changed here. */
export interface ProcessInfo {
  readonly processes: Processes;
  readonly platform: NodeJS.Platform;
  /** The user that this process acts as; undefined on systems without owners (Windows). */
  readonly uid: number | undefined;
  /** Whether a process with this id runs that this user could end. */
  isOwnProcess(pid: number): boolean;
  readonly hostname: string;
  /** Node's version, without the `v`. */
  readonly node: string;
}

/** This machine. */
export const processInfo: ProcessInfo = {
  processes: {
    pid,
    isAlive: (id) => {
      try {
        kill(id, 0);
        return true;
      } catch (error) {
        // EPERM: it is alive and belongs to another user.
        return errorCode(error) === 'EPERM';
      }
    },
    stat: (id) => readStat(attempt(() => readFileSync(`/proc/${id}/stat`, 'utf8')) ?? ''),
    place: placeOf(),
  },
  platform,
  // Through the namespace: a name that this system lacks cannot be imported.
  uid: asked.geteuid?.(),
  isOwnProcess: (id) => {
    try {
      kill(id, 0);
      return true;
    } catch {
      return false;
    }
  },
  hostname: hostname(),
  node: versions.node,
};

/** Linux provides all three, other systems none. */
function placeOf(): ProcessPlace {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'));
  // The machine's id is confidential (machine-id(5)): a hash is enough to tell two machines apart.
  const id = attempt(() => readFileSync('/etc/machine-id', 'utf8').trim());
  const machine =
    id === undefined ? undefined : createHmac('sha256', 'locsync').update(id).digest('hex').slice(0, 16);
  return {
    ...(boot !== undefined && { boot }),
    ...(namespace !== undefined && { namespace }),
    ...(machine !== undefined && { machine }),
  };
}

function attempt(read: () => string): string | undefined {
  try {
    const found = read();
    return found === '' ? undefined : found;
  } catch {
    return undefined;
  }
}
