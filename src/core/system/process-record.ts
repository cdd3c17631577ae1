import { comparePlaces, readPlace, type ProcessPlace, type ProcessStat } from './process-place.js';

/** What locks need to know about the processes of this machine. */
export interface Processes {
  /** This process. */
  readonly pid: number;
  /** Whether a process of this id runs on this machine, whatever user owns it. */
  isAlive(pid: number): boolean;
  /** What the system says about a process; nothing on systems without /proc. */
  stat(pid: number): ProcessStat;
  /** Where this process runs, as far as the system says. */
  readonly place?: ProcessPlace;
}

/** The process that holds a lock, as the lock's file says. */
export interface ProcessRecord extends ProcessPlace {
  readonly pid: number;
  readonly host: string;
  /**
   * When the process started, in the kernel's terms, to tell another process with the same id
   * apart; absent if the system does not say.
   */
  readonly started?: string;
}

/** This process as a record. */
export function recordOf(processes: Processes, host: string): ProcessRecord {
  const { pid, place } = processes;
  const { started } = processes.stat(pid);
  return { pid, host, ...(started !== undefined && { started }), ...place };
}

/**
 * The record in a lock's file, with its other fields unchecked; undefined if it is not a whole one.
 */
export function parseRecord(
  text: string,
): { readonly record: ProcessRecord; readonly fields: ReadonlyMap<string, unknown> } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [pid, host, started] = [fields.get('pid'), fields.get('host'), fields.get('started')];
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== 'string') return undefined;
  const record = { pid, host, ...(typeof started === 'string' && { started }), ...readPlace(value) };
  return { record, fields };
}

/**
 * Whether the holder of a lock is surely gone. A process that is not visible from here (another
 * machine, another container) may be alive.
 */
export function isGone(holder: ProcessRecord, processes: Processes, host: string): boolean {
  if (holder.host !== host) return false;
  const place = comparePlaces(holder, processes.place ?? {});
  if (place !== 'same') return place === 'rebooted';
  if (!processes.isAlive(holder.pid)) return true;
  const { started, ended } = processes.stat(holder.pid);
  return ended || (holder.started !== undefined && started !== undefined && started !== holder.started);
}
