import { readData, type Data } from '../json/data.js';
import type { KeyId } from '../keys/key.js';
import { HASH_LENGTH, type Hash } from '../merge/hash.js';
import { mayStillHarm, type ServiceText, type UploadEntry } from './upload-entry.js';

const DAY_MS = 86_400_000;
/** Days after which an upload is forgotten. */
export const UPLOAD_DAYS = 14;
/** Milliseconds for which a settled upload is remembered: its last part may arrive late. */
export const SETTLED_MS = 60_000;

/** What the lines of an earlier run say. */
export interface ReadUploads {
  readonly entries: readonly UploadEntry[];
  /** Uploads that are too old to be remembered, and that may have lost texts. */
  readonly expired: readonly UploadEntry[];
  /** Lines that cannot be read. */
  readonly damaged: number;
}

/** The last line of each upload of each run. One that is not finished says nothing. */
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
function isFresh(entry: UploadEntry, now: number): boolean {
  const age = now - Math.min(entry.at, now);
  return entry.state === 'open' ? age <= UPLOAD_DAYS * DAY_MS : age <= SETTLED_MS && mayStillHarm(entry);
}

/** An entry as one line of the record. */
export function entryLine(entry: UploadEntry): string {
  const { id, place, run, at, state, isResent, edits, sent, along, sources, onlyThere } = entry;
  const hashes = (set: ReadonlySet<Hash>): string => [...set].join('');
  const texts = Array.from(onlyThere, ([key, serviceText]) => writtenText(key, serviceText));
  const isSent = state === 'open' || along.size > 0;
  const all = isSent ? { edits: hashes(edits), sent: hashes(sent), along: hashes(along) } : {};
  const source = sources.size > 0 && onlyThere.size > 0 ? { sources: hashes(sources) } : {};
  const again = isResent ? { resent: true } : {};
  return `${JSON.stringify({ version: 1, id, place, run, at, state, ...again, ...all, ...source, onlyThere: texts })}\n`;
}

/** A text as it is in a line. */
const writtenText = (key: KeyId, { text, replaced, older = [], isSource }: ServiceText): unknown[] => [
  key,
  text,
  replaced,
  ...(older.length === 0 && !isSource ? [] : [older.join('')]),
  ...(isSource ? [isSource] : []),
];

/** What the hashes of source texts take of a line: it has them only beside texts. */
const sourcesLength = ({ sources }: UploadEntry): number =>
  sources.size === 0 ? 0 : '"sources":"",'.length + sources.size * HASH_LENGTH;

/** The line of an entry; undefined if it is longer than `most`. */
export function wholeLine(entry: UploadEntry, most: number): string | undefined {
  // A line that is far too long need not be made: of 100,000 texts it takes a tenth of a second.
  if (textsLength(entry) > most) return undefined;
  const line = entryLine(entry);
  return line.length <= most ? line : undefined;
}

/** At least how many characters of a line are its texts. */
function textsLength({ onlyThere }: UploadEntry): number {
  let length = onlyThere.size * '["","",true],'.length;
  for (const [key, { text }] of onlyThere) length += key.length + text.length;
  return length;
}

/** The line of an entry, without its longest texts if it is too long; '' if it still is. */
export function fittingLine(entry: UploadEntry, most: number): string {
  // First without any text: a full record has no room for most lines.
  const bare = entryLine({ ...entry, onlyThere: new Map() });
  if (bare.length > most) return '';
  const line = wholeLine(entry, most);
  if (line !== undefined) return line;
  let room = most - bare.length - sourcesLength(entry);
  const fitting = new Map<KeyId, ServiceText>();
  for (const [key, serviceText] of shortestFirst(entry.onlyThere)) {
    room -= JSON.stringify(writtenText(key, serviceText)).length + 1;
    if (room < 0) break;
    fitting.set(key, serviceText);
  }
  if (fitting.size === 0) return bare;
  // In their order.
  const left = [...entry.onlyThere].filter(([key]) => fitting.has(key));
  return entryLine({ ...entry, onlyThere: new Map(left) });
}

const shortestFirst = (texts: UploadEntry['onlyThere']): [KeyId, ServiceText][] =>
  [...texts].toSorted(([, a], [, b]) => a.text.length - b.text.length);

/** The lines of the entries that later runs need, `most` characters of them, the newest first. */
export function newestLines(entries: readonly UploadEntry[], most: number): string {
  const left = entries
    .filter((entry) => entry.state === 'open' || mayStillHarm(entry))
    .toSorted((a, b) => b.at - a.at);
  let text = '';
  for (const entry of left) text += fittingLine(entry, most - text.length);
  return text;
}

/** Each is {@link Hash}, as `hashText` makes it. */
const HASHES = /[\w-]{11}/g;

/** The entry of a line; undefined if it is damaged. */
const parseEntry = (line: string): UploadEntry | undefined =>
  readData(line, (data) => {
    data.get('version').oneOf(1);
    const hashes = (name: string): Set<Hash> => new Set(data.get(name).orAbsent(hashesOf));
    return {
      id: data.get('id').text(),
      place: data.get('place').text() as Hash,
      run: data.get('run').orAbsent((run) => run.number()) ?? 0,
      at: data.get('at').number(),
      state: data.get('state').oneOf('open', 'settled'),
      isResent: data.get('resent').orAbsent((resent) => resent.oneOf(true)) ?? false,
      edits: hashes('edits'),
      sent: hashes('sent'),
      along: hashes('along'),
      sources: hashes('sources'),
      onlyThere: new Map(data.get('onlyThere').list(parseServiceText)),
    };
  });

const hashesOf = (hashes: Data): Hash[] => (hashes.text().match(HASHES) ?? []) as Hash[];

function parseServiceText(item: Data): [KeyId, ServiceText] {
  const [key, text, replaced, older, isSource] = item.list((part) => part);
  if (!key || !text || !replaced) throw item.misfit('a key with its text');
  const rest = {
    ...(older ? { older: hashesOf(older) } : {}),
    ...(isSource ? { isSource: isSource.oneOf(true) } : {}),
  };
  return [key.text() as KeyId, { text: text.text(), replaced: replaced.oneOf(true, false), ...rest }];
}
