import { hashText, type Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { KeyState } from '../merge/key-state.js';

/** A text that only the service held when an upload was planned. */
export interface ServiceText {
  readonly text: string;
  /** The upload sends another text in its place. If not, it carries this one, or lacks the key. */
  readonly replaced: boolean;
  /**
   * What the disk held of the key, and what both sides last agreed on: texts that the service must
   * not go back to unseen.
   */
  readonly older?: readonly Hash[];
  /** It is a source text: services answer such texts for what is not translated. */
  readonly isSource?: boolean;
}

/**
 * A text that only the service holds, and that an upload carries or lacks; `here` is what the disk
 * holds instead, and `base` the hash of what both sides last agreed on.
 */
export function serviceTextOf(text: string, here: string | undefined, base?: Hash): ServiceText {
  const older = [
    ...(here === undefined || here === '' ? [] : [hashText(here)]),
    ...(base === undefined ? [] : [base]),
  ];
  return { text, replaced: false, ...(older.length === 0 ? {} : { older }) };
}

/** By key, source texts that a service may put in place of translations. */
export type SourcesByKey = Iterable<readonly [KeyId, readonly string[]]>;

/**
 * The text of a key with the hashes of earlier source texts: it must not give way to one unseen,
 * unless it is a source text itself.
 */
export function withOlder(
  key: KeyId,
  text: ServiceText,
  { sourceTexts, earlierSources }: SourceHistory,
): ServiceText {
  const earlier = earlierSources(key);
  const isSource = sourceTexts(key).includes(text.text) || earlier.includes(hashText(text.text));
  if (isSource) return { ...text, isSource };
  return earlier.length === 0 ? text : { ...text, older: [...(text.older ?? []), ...earlier] };
}

/** The source texts of keys. */
export interface SourceHistory {
  /** Those on disk. */
  readonly sourceTexts: (key: KeyId) => readonly string[];
  /** The hashes of those that both sides last agreed on, or that a run from here has replaced. */
  readonly earlierSources: (key: KeyId) => readonly Hash[];
}

/** What is noted of one language of a locale file before it is uploaded. */
export interface UploadNote {
  /** The texts that go up because of an edit here. */
  readonly edits: ReadonlyMap<KeyId, string>;
  /** The texts that go up, with what the disk holds of the key; edits may be left out. */
  readonly sent: Iterable<{ readonly key: KeyId; readonly text: string; readonly here: string }>;
  readonly onlyThere: ReadonlyMap<KeyId, ServiceText>;
  /** Source texts of these keys: a service may put them in place of translations. */
  readonly sources?: SourcesByKey;
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
  /** A later upload has sent its edits again: that they are there says nothing of this one. */
  isResent: boolean;
  readonly edits: Set<Hash>;
  readonly sent: Set<Hash>;
  /** Newer texts of the service that went along, each with the older text of the disk. */
  readonly along: Set<Hash>;
  readonly sources: Set<Hash>;
  readonly onlyThere: Map<KeyId, ServiceText>;
}

/** One text of one key. */
export const ofText = (key: KeyId, text: string): Hash => hashText(`${key}\u0000${text}`);
/** A newer text of the service that goes along, with the hash of the older one of the disk. */
export const ofAlong = (key: KeyId, text: string, here: Hash): Hash =>
  hashText(`${key}\u0000${text}\u0000${here}`);

/** An open entry with nothing in it. */
export const newEntry = (id: string, place: Hash, at: number): UploadEntry => ({
  id,
  place,
  run: at,
  at,
  state: 'open',
  isResent: false,
  edits: new Set(),
  sent: new Set(),
  along: new Set(),
  sources: new Set(),
  onlyThere: new Map(),
});

/**
 * Adds a note: each attempt of an upload may be imported. `withUnchanged`: texts without a change,
 * too.
 */
export function addNote(entry: UploadEntry, note: UploadNote, withUnchanged: boolean): void {
  for (const [key, text] of note.edits) {
    if (text === '') continue;
    const hash = ofText(key, text);
    entry.edits.add(hash);
    entry.sent.add(hash);
  }
  if (withUnchanged)
    for (const { key, text, here } of note.sent) {
      if (text === '' || note.edits.get(key) !== text) entry.sent.add(ofText(key, text));
      if (here !== text) entry.along.add(ofAlong(key, text, hashText(here)));
    }
  addSources(entry, note.sources ?? []);
  for (const [key, serviceText] of note.onlyThere) entry.onlyThere.set(key, serviceText);
}

function addSources({ sources }: UploadEntry, added: SourcesByKey): void {
  for (const [key, texts] of added) for (const text of texts) sources.add(ofText(key, text));
}

/** What a look at the service has shown of one language. */
export type NewerNote = Pick<UploadNote, 'onlyThere' | 'sources'>;

/** Adds the newer texts. A person has written them over an earlier one. Whether any is new. */
export function addNewer(entry: UploadEntry, { onlyThere: newer, sources = [] }: NewerNote): boolean {
  addSources(entry, sources);
  let isNew = false;
  for (const [key, { text, older = [], ...rest }] of newer) {
    const known = entry.onlyThere.get(key);
    if (known?.text === text) continue;
    const earlier = known === undefined ? older : [...older, hashText(known.text)];
    entry.onlyThere.set(key, { text, ...rest, ...(earlier.length === 0 ? {} : { older: earlier }) });
    isNew = true;
  }
  return isNew;
}

/** Remembers nothing more of texts that the upload replaced: only the others may be lost late. */
export function forgetReplaced({ onlyThere }: UploadEntry): void {
  for (const [key, { replaced }] of [...onlyThere]) if (replaced) onlyThere.delete(key);
}

/**
 * The upload has arrived: of what it sent nothing more is needed, and of a push of many files this
 * would be most of the memory. Only a text that went along may come once more with a late part: the
 * disk never had it, so that no pull has noted that it was replaced.
 */
export function settle(entry: UploadEntry): void {
  entry.state = 'settled';
  if (entry.along.size === 0) entry.sent.clear();
}

/** Whether a settled upload may still do harm. */
export const mayStillHarm = ({ along, onlyThere }: UploadEntry): boolean =>
  onlyThere.size > 0 || along.size > 0;

/** Whether both sides hold all that was edited before the upload: it has arrived. */
export const hasLanded = (entry: UploadEntry, states: readonly KeyState[]): boolean =>
  areHeld(entry, states, ({ here, there }) => here === there);

/** Whether an upload has arrived, apart from texts that the service was seen not to take. */
export const hasLandedOrRefused = (entry: UploadEntry, states: readonly KeyState[]): boolean =>
  areHeld(entry, states, ({ here, there, verdict }) => here === there || verdict === 'not-accepted');

function areHeld(
  { edits }: UploadEntry,
  states: readonly KeyState[],
  isHeld: (state: KeyState) => boolean,
): boolean {
  const left = new Set(edits);
  for (const state of states) {
    const { key, here } = state;
    if (left.size > 0 && here !== undefined && isHeld(state)) left.delete(ofText(key, here));
  }
  return left.size === 0;
}

/**
 * Notes the texts of the service that a later run has found, and that are not on disk. The upload
 * was not there yet, or a part of it may still come. `own`: uploads of that run, which replaces
 * such texts on purpose.
 */
export function noteFound(
  entry: UploadEntry,
  states: readonly KeyState[],
  own: readonly UploadEntry[],
  sources: SourceHistory,
): void {
  for (const { key, verdict, base, here, there = '', back } of states) {
    if (back !== undefined || !FOUND.has(verdict) || there === '') continue;
    if (entry.onlyThere.has(key) || entry.sent.has(ofText(key, there))) continue;
    if (here !== undefined && own.some(({ edits }) => edits.has(ofText(key, here)))) continue;
    entry.onlyThere.set(key, withOlder(key, serviceTextOf(there, here, base), sources));
    addSources(entry, [[key, sources.sourceTexts(key)]]);
  }
}

const FOUND: ReadonlySet<KeyState['verdict']> = new Set(['pull', 'conflict', 'unbased']);

/** The outcome of an upload. */
export interface UploadEnd {
  /** It was read back, and all of it is there. */
  readonly isSettled: boolean;
  /** What it has replaced was reported. */
  readonly isReported: boolean;
  /** Keys of texts that were reported as lost. */
  readonly named: Iterable<KeyId>;
}
