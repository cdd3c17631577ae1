import { parseRecord, type ProcessRecord } from '../../core/system/process-record.js';
import { readOwnFile } from './own-file.js';

/** The run that holds the run lock, as its file says. */
export interface LockRecord extends ProcessRecord {
  /** Random; no two runs have the same. */
  readonly id: string;
  /** ISO 8601, UTC. For people only: clocks decide nothing. */
  readonly since: string;
}

/** A record has a few hundred bytes. */
const LIMIT = 16 * 1024;

export function formatRecord(record: LockRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * The record of a lock file; undefined if there is no such file, 'unreadable' if it is not one of
 * ours.
 */
export function readRecord(path: string): LockRecord | 'unreadable' | undefined {
  try {
    const text = readOwnFile(path, LIMIT);
    return text === undefined ? undefined : (lockRecordOf(text) ?? 'unreadable');
  } catch {
    return 'unreadable';
  }
}

function lockRecordOf(text: string): LockRecord | undefined {
  const parsed = parseRecord(text);
  const [id, since] = [parsed?.fields.get('id'), parsed?.fields.get('since')];
  // The id becomes part of a file name.
  if (!parsed || typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id) || typeof since !== 'string')
    return undefined;
  return { id, since, ...parsed.record };
}
