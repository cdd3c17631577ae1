import { readFile } from 'node:fs/promises';
import { readPlace, readStat, type ProcessPlace, type ProcessStat } from '../../core/system/process-place.js';
import { readOwnFile } from './own-file.js';

/** Who holds the run lock, as its file says. */
export interface LockRecord extends ProcessPlace {
  /** Random; no two runs have the same. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** ISO 8601, UTC. For people only: clocks decide nothing. */
  readonly since: string;
  /** When the process started, in the kernel's terms, so that another process with the same pid is told apart; absent if the system does not say. */
  readonly started?: string;
}

/** A record has a few hundred bytes. */
const LIMIT = 16 * 1024;

export function formatRecord(record: LockRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** The record of a lock file; undefined if there is no such file, 'unreadable' if it is not one of ours. */
export function readRecord(path: string): LockRecord | 'unreadable' | undefined {
  try {
    const text = readOwnFile(path, LIMIT);
    return text === undefined ? undefined : (parseRecord(text) ?? 'unreadable');
  } catch {
    return 'unreadable';
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
  return { id, pid, host, since, ...(typeof started === 'string' && { started }), ...readPlace(value) };
}

/** What Linux's /proc says about a process; nothing elsewhere and for no process. */
export async function processStat(pid: number): Promise<ProcessStat> {
  return readStat(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
}
