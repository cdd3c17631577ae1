/** Where a process runs, as far as its system says: what its process id means depends on it. */
export interface ProcessPlace {
  /** Changes with each start of the machine (Linux: boot_id). */
  readonly boot?: string;
  /** The process ids that it sees (Linux: the pid namespace). Each container has its own. */
  readonly namespace?: string;
  /** A hash of the machine's own id, for two machines of one name. */
  readonly machine?: string;
}

/**
 * What a process here can say about a process there, given that both have the same host name.
 * `same`: process ids mean the same on both sides. `rebooted`: the machine has been started anew
 * since, so that the other process is gone. `elsewhere`: another machine or another container; a
 * process that cannot be seen from here may well be alive.
 */
export function comparePlaces(there: ProcessPlace, here: ProcessPlace): 'same' | 'rebooted' | 'elsewhere' {
  // A side without a namespace runs another system: Windows beside its Linux, for example.
  if (there.namespace !== here.namespace) return 'elsewhere';
  if (differ(there.machine, here.machine)) return 'elsewhere';
  return differ(there.boot, here.boot) ? 'rebooted' : 'same';
}

const differ = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && left !== right;

/**
 * The place in a record that was read from a file; what is not a string of a sensible length is
 * left out.
 */
export function readPlace(record: object): ProcessPlace {
  const value = (name: 'boot' | 'namespace' | 'machine'): string | undefined => {
    const found: unknown = Object.getOwnPropertyDescriptor(record, name)?.value;
    return typeof found === 'string' && found.length <= 100 ? found : undefined;
  };
  const [boot, namespace, machine] = [value('boot'), value('namespace'), value('machine')];
  return {
    ...(boot !== undefined && { boot }),
    ...(namespace !== undefined && { namespace }),
    ...(machine !== undefined && { machine }),
  };
}

/** What a line of Linux's /proc/<pid>/stat says (proc_pid_stat(5)). */
export interface ProcessStat {
  /** Ticks from the machine's start to the process's. */
  readonly started: string | undefined;
  /** Whether it has ended and only its parent has not asked for its exit code yet. */
  readonly ended: boolean;
}

export function readStat(line: string): ProcessStat {
  // The second field is the command in parentheses and may hold anything; the last parenthesis ends
  // it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { started: fields[19], ended: ['Z', 'X', 'x'].includes(fields[0] ?? '') };
}
