import { readData, type Data } from '../json/data.js';
import { hashText, HASH_LENGTH, type Hash } from './hash.js';
import type { KeyId } from '../keys/key.js';
import type { KeyState } from './key-state.js';
import { isAlteration, isBeginning, isServiceForm } from './service-form.js';

/** A text that only the service held when an upload was planned. */
export interface OnlyThere {
  readonly text: string;
  /** The upload sends another text in its place. If not, it carries this one, or lacks the key. */
  readonly replaced: boolean;
  /**
   * What the disk held of the key, and what both sides last agreed on: texts that the service must
   * not go back to unseen.
   */
  readonly older?: readonly Hash[];
}

/**
 * A text that only the service holds, and that an upload carries or lacks; `here` is what the disk
 * holds instead, and `base` the hash of what both sides last agreed on.
 */
export function onlyThereOf(text: string, here: string | undefined, base?: Hash): OnlyThere {
  const older = [
    ...(here === undefined || here === '' ? [] : [hashText(here)]),
    ...(base === undefined ? [] : [base]),
  ];
  return { text, replaced: false, ...(older.length === 0 ? {} : { older }) };
}

/** What is noted of one language of a locale file before it is uploaded. */
export interface UploadNote {
  /** The texts that go up because of an edit here. */
  readonly edits: ReadonlyMap<KeyId, string>;
  /** All texts that go up, with what the disk holds of the key. */
  readonly sent: Iterable<{ readonly key: KeyId; readonly text: string; readonly here: string }>;
  readonly onlyThere: ReadonlyMap<KeyId, OnlyThere>;
  /** The source texts that the run changes: a service may put them in the place of translations. */
  readonly sources?: ReadonlyMap<KeyId, string>;
}

/**
 * One language of a locale file in an upload of this machine. `open`: nothing has shown yet what
 * became of the upload, so the service may still import it. `settled`: it was read back, and all of
 * it had arrived.
 */
export interface UploadEntry {
  readonly id: string;
  readonly place: Hash;
  /**
   * When its run began, in milliseconds since 1970: two runs may upload one file. 0 in records of
   * earlier versions.
   */
  readonly run: number;
  /** Milliseconds since 1970. */
  at: number;
  state: 'open' | 'settled';
  readonly edits: Set<Hash>;
  readonly sent: Set<Hash>;
  /** Newer texts of the service that went along, each with the older text of the disk. */
  readonly along: Set<Hash>;
  readonly sources: Set<Hash>;
  readonly onlyThere: Map<KeyId, OnlyThere>;
}

const ofText = (key: KeyId, text: string): Hash => hashText(`${key}\u0000${text}`);
const ofAlong = (key: KeyId, text: string, here: string): Hash =>
  hashText(`${key}\u0000${text}\u0000${here}`);

/** An open entry with nothing in it. */
export const newEntry = (id: string, place: Hash, at: number): UploadEntry => ({
  id,
  place,
  run: at,
  at,
  state: 'open',
  edits: new Set(),
  sent: new Set(),
  along: new Set(),
  sources: new Set(),
  onlyThere: new Map(),
});

/** Adds a note: each attempt of an upload may be imported. `whole`: texts without a change, too. */
export function addNote(entry: UploadEntry, note: UploadNote, whole: boolean): void {
  for (const [key, text] of note.edits) {
    if (text === '') continue;
    entry.edits.add(ofText(key, text));
    entry.sent.add(ofText(key, text));
  }
  if (whole)
    for (const { key, text, here } of note.sent) {
      entry.sent.add(ofText(key, text));
      if (here !== text) entry.along.add(ofAlong(key, text, here));
    }
  for (const [key, text] of note.sources ?? []) entry.sources.add(ofText(key, text));
  for (const [key, one] of note.onlyThere) entry.onlyThere.set(key, one);
}

/** Remembers nothing more of texts that the upload replaced: only the others may be lost late. */
export function forgetReplaced({ onlyThere }: UploadEntry): void {
  for (const [key, { replaced }] of [...onlyThere]) if (replaced) onlyThere.delete(key);
}

/** Whether this text went up with the upload, and is not just a newer one that went along. */
export function isLateText(entry: UploadEntry, { key, here = '', there }: KeyState): boolean {
  if (entry.state !== 'open' || there === undefined || !entry.sent.has(ofText(key, there))) return false;
  return !entry.along.has(ofAlong(key, there, here));
}

/** Whether both sides hold all that was edited before the upload: it has arrived. */
export function hasLanded(entry: UploadEntry, states: readonly KeyState[]): boolean {
  const left = new Set(entry.edits);
  for (const { key, here, there } of states)
    if (left.size > 0 && here !== undefined && here === there) left.delete(ofText(key, here));
  return left.size === 0;
}

/**
 * What has become of a text that only the service held: `kept` there, `here` on disk by now,
 * `dropped`, `altered` (cut, escaped, or an older text in its place), or `rewritten` by a person.
 */
export type Fate = 'kept' | 'here' | 'dropped' | 'altered' | 'rewritten';

/**
 * The fate of such a text. A late part of a settled upload may still take it: only what such a part
 * would bring counts then.
 */
export function fateOf(
  entry: UploadEntry,
  key: KeyId,
  { text, replaced, older = [] }: OnlyThere,
  state: Pick<KeyState, 'here' | 'there'> | undefined,
): Fate {
  const { here = '', there = '' } = state ?? {};
  const isOpen = entry.state === 'open';
  // A late import may drop a text that a pull has put on disk: the next one would remove it.
  if (here === text && !(isOpen && there === '' && !replaced)) return 'here';
  if (there === text) return 'kept';
  if (there === '') return isOpen || !replaced ? 'dropped' : 'kept';
  if (isOpen && (there === here || entry.sent.has(ofText(key, there)))) return 'altered';
  if (replaced) return 'rewritten';
  if (entry.sources.has(ofText(key, there)) || older.includes(hashText(there))) return 'altered';
  const isForm = isServiceForm(text, there) || isBeginning(text, there) || isAlteration(text, there);
  return isForm ? 'altered' : 'rewritten';
}

/**
 * Notes the texts of the service that a later run has found, and that are not on disk: the upload
 * was not there yet, or a part of it may still come. `own`: uploads of that run, which replaces
 * such texts on purpose.
 */
export function noteFound(
  entry: UploadEntry,
  states: readonly KeyState[],
  own: readonly UploadEntry[],
): void {
  for (const { key, verdict, base, here, there = '', back } of states) {
    if (back !== undefined || !FOUND.has(verdict) || there === '' || here === undefined) continue;
    if (entry.onlyThere.has(key) || entry.sent.has(ofText(key, there))) continue;
    if (own.some(({ edits }) => edits.has(ofText(key, here)))) continue;
    entry.onlyThere.set(key, onlyThereOf(there, here, base));
  }
}

const FOUND: ReadonlySet<KeyState['verdict']> = new Set(['pull', 'conflict', 'unbased']);

/** An entry as one line of the record. */
export function entryLine(entry: UploadEntry): string {
  const { id, place, run, at, state, edits, sent, along, sources, onlyThere } = entry;
  const hashes = (set: ReadonlySet<Hash>): string => [...set].join('');
  const texts = [...onlyThere].map(([key, { text, replaced, older = [] }]) => [
    key,
    text,
    replaced,
    ...(older.length === 0 ? [] : [older.join('')]),
  ]);
  const isOpen = state === 'open';
  const open = isOpen ? { edits: hashes(edits), sent: hashes(sent), along: hashes(along) } : {};
  const source = sources.size > 0 && onlyThere.size > 0 ? { sources: hashes(sources) } : {};
  return `${JSON.stringify({ version: 1, id, place, run, at, state, ...open, ...source, onlyThere: texts })}\n`;
}

/** The line of an entry, without its longest texts if it is too long; '' if it still is. */
export function fittingLine(entry: UploadEntry, most: number): string {
  let line = entryLine(entry);
  if (line.length <= most) return line;
  const texts = [...entry.onlyThere].toSorted(([, one], [, other]) => one.text.length - other.text.length);
  while (line.length > most && texts.length > 0) {
    // Many at once, if there are many: each line is as long as the record.
    texts.length -= Math.ceil(texts.length / 16);
    line = entryLine({ ...entry, onlyThere: new Map(texts) });
  }
  return line.length <= most ? line : '';
}

const HASHES = new RegExp(`[\\w-]{${HASH_LENGTH}}`, 'g');

/** The entry of a line; undefined if it is damaged. */
export const parseEntry = (line: string): UploadEntry | undefined =>
  readData(line, (data) => {
    data.get('version').oneOf(1);
    const hashes = (name: string): Set<Hash> => new Set(data.get(name).orAbsent(hashesOf));
    return {
      id: data.get('id').text(),
      place: data.get('place').text() as Hash,
      run: data.get('run').orAbsent((run) => run.number()) ?? 0,
      at: data.get('at').number(),
      state: data.get('state').oneOf('open', 'settled'),
      edits: hashes('edits'),
      sent: hashes('sent'),
      along: hashes('along'),
      sources: hashes('sources'),
      onlyThere: new Map(data.get('onlyThere').list(parseOnlyThere)),
    };
  });

const hashesOf = (hashes: Data): Hash[] => (hashes.text().match(HASHES) ?? []) as Hash[];

function parseOnlyThere(item: Data): [KeyId, OnlyThere] {
  const [key, text, replaced, older] = item.list((part) => part);
  if (!key || !text || !replaced) throw item.misfit('a key with its text');
  const known = older ? { older: hashesOf(older) } : {};
  return [key.text() as KeyId, { text: text.text(), replaced: replaced.oneOf(true, false), ...known }];
}
