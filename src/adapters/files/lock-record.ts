import { readFile } from 'node:fs/promises';
import { isMissing } from './failure.js';

/** Who holds the run lock, as its file says. */
export interface LockRecord {
  /** Random; no two runs have the same. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** ISO 8601, UTC. For people only: clocks decide nothing. */
  readonly since: string;
  /** When the process started, in the kernel's terms, so that another process with the same pid is told apart; absent where nobody can say. */
  readonly started?: string;
}

export function formatRecord(record: LockRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** The record of a lock file; undefined where there is no such file, 'unreadable' where it is not one of ours. */
export async function readRecord(path: string): Promise<LockRecord | 'unreadable' | undefined> {
  try {
    return parseRecord(await readFile(path, 'utf8')) ?? 'unreadable';
  } catch (error) {
    return isMissing(error) ? undefined : 'unreadable';
  }
}

function parseRecord(text: string): LockRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('id' in value && 'pid' in value && 'host' in value && 'since' in value)) return undefined;
  const { id, pid, host, since } = value;
  const started = 'started' in value ? value.started : undefined;
  // The id becomes part of a file name.
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) return undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== 'string' || typeof since !== 'string') return undefined;
  return { id, pid, host, since, ...(typeof started === 'string' && { started }) };
}

/** The start of a process in ticks since boot, of Linux's /proc (proc_pid_stat(5), field 22); undefined elsewhere and for no process. */
export async function processStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the command in parentheses and may hold anything; the last parenthesis ends it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}
