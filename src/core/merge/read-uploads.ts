import { parseEntry, type UploadEntry } from './upload-entry.js';

const DAY_MS = 86_400_000;
/** Days after which an upload is forgotten. */
export const UPLOAD_DAYS = 14;
/** Milliseconds for which a settled upload is remembered: its last part may arrive late. */
export const SETTLED_MS = 60_000;

/** What the lines of an earlier run say. */
export interface ReadUploads {
  readonly entries: readonly UploadEntry[];
  /** Uploads that are too old to be remembered, and that may have taken texts. */
  readonly expired: readonly UploadEntry[];
  /** Lines that cannot be read. */
  readonly damaged: number;
}

/**
 * The last line of each upload of each run. A line that a killed run has not finished says nothing.
 */
export function readUploads(text: string, now: number): ReadUploads {
  const byId = new Map<string, UploadEntry>();
  const lines = text.split('\n');
  const unfinished = lines.pop() ?? '';
  let damaged = 0;
  for (const line of [...lines, ...(unfinished.startsWith(BEGINNING) ? [] : [unfinished])]) {
    if (line.trim() === '') continue;
    const entry = parseEntry(line);
    if (entry) byId.set(`${entry.run} ${entry.place} ${entry.id}`, entry);
    else damaged++;
  }
  const entries: UploadEntry[] = [];
  const expired: UploadEntry[] = [];
  for (const entry of byId.values()) {
    if (isFresh(entry, now)) entries.push(entry);
    else if (entry.state === 'open' && entry.onlyThere.size > 0) expired.push(entry);
  }
  return { entries, expired, damaged };
}

/** What each line begins with. */
const BEGINNING = '{"version":1';

/** A time that is still to come is that of a clock that was wrong. */
function isFresh({ at, state, onlyThere }: UploadEntry, now: number): boolean {
  const age = now - Math.min(at, now);
  return state === 'open' ? age <= UPLOAD_DAYS * DAY_MS : age <= SETTLED_MS && onlyThere.size > 0;
}
