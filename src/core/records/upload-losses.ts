import { specialEntry } from '../merge/base-entry.js';
import { hasBrokenLetters } from '../merge/broken-letters.js';
import type { KeyId } from '../keys/key.js';
import { hashText, UNKNOWN_HASH } from '../merge/hash.js';
import type { KeyState } from '../merge/key-state.js';
import { isEscapedAgain } from '../merge/merge.js';
import {
  isAlteration,
  isBeginning,
  isSameEscaped,
  isServiceForm,
  lacksItsEnd,
  looksAltered,
} from '../merge/service-form.js';
import { ofAlong, ofText, type ServiceText, type UploadEntry } from './upload-entry.js';

/** Texts with their keys. Several uploads may each have lost another text of one key. */
export type TextPairs = readonly (readonly [KeyId, string])[];

/** Texts that only the service held, and that an upload has lost. */
export interface LostTexts {
  readonly dropped: TextPairs;
  readonly altered: TextPairs;
  /**
   * Altered after the upload was read back, into what both sides agree on: more likely, a person
   * has taken the text back.
   */
  readonly reverted: TextPairs;
}

/**
 * What has become of a text that only the service held: `kept` there, `here` on disk by now,
 * `dropped`, `altered` (cut, escaped, or an older text in its place), or `rewritten` by a person.
 */
type Fate = 'kept' | 'here' | 'dropped' | 'altered' | 'rewritten';

/**
 * The fate of such a text. A late part of a settled upload may still take it: only what such a part
 * would bring counts then.
 */
function fateOf(
  entry: UploadEntry,
  key: KeyId,
  { text, replaced, older = [], isSource = false }: ServiceText,
  state: Pick<KeyState, 'here' | 'there' | 'verdict'> | undefined,
): Fate {
  const { here = '', there = '' } = state ?? {};
  const isOpen = entry.state === 'open';
  // A late import may drop a text that a pull has put on disk: the next one would remove it.
  if (here === text && !(isOpen && there === '' && !replaced)) return 'here';
  if (there === text || (state && isEscapedAgain(state, text))) return 'kept';
  const isSourceNow = entry.sources.has(ofText(key, there));
  // Some services return the source text for an untranslated key, until it is translated.
  if (there === '' && isSource && entry.sources.has(ofText(key, text))) return 'rewritten';
  // The upload has carried the key, which the disk still has: a person has deleted it everywhere.
  if (!isOpen && state?.verdict === 'gone-there') return 'rewritten';
  if (there === '') return isOpen || !replaced ? 'dropped' : 'kept';
  // A service that returns the source text for untranslated keys returns the next one, too.
  if (isSource && isSourceNow) return 'rewritten';
  const isHere = there === here || isServiceForm(here, there) || hasBrokenLetters(here, there);
  if (isOpen && (isHere || entry.sent.has(ofText(key, there)))) return 'altered';
  if (replaced) return 'rewritten';
  if (isSourceNow || older.includes(hashText(there))) return 'altered';
  // After a settled upload, whose texts were read back as they had been sent, a person has changed
  // the text, unless no person writes what is there now.
  const isForm = isOpen
    ? isServiceForm(text, there) || isBeginning(text, there) || isAlteration(text, there)
    : looksAltered(text, there) || lacksItsEnd(text, there);
  return isForm ? 'altered' : 'rewritten';
}

/**
 * Whether this text went up with the upload, and is not just a newer one that went along: no pull
 * has brought it since, if the disk or the base still says what the disk held then.
 */
function isLateText(entry: UploadEntry, { key, here = '', there, base }: KeyState): boolean {
  if (there === undefined || !entry.sent.has(ofText(key, there))) return false;
  const agreed = base === undefined ? [] : [specialEntry(base)?.there ?? base];
  return ![hashText(here), ...agreed].some((hash) => entry.along.has(ofAlong(key, there, hash)));
}

/** Whether the service now holds this altered form of a text that only it had. */
function isAltered(entry: UploadEntry, { key, there, verdict }: KeyState): boolean {
  const serviceText = entry.onlyThere.get(key);
  const state = { here: undefined, there, verdict };
  return serviceText !== undefined && fateOf(entry, key, serviceText, state) === 'altered';
}

/** Whether an upload that nothing has settled may have altered a text that both sides had. */
function isAlteredCarried(
  { state, sent }: UploadEntry,
  { key, here = '', there = '', verdict }: KeyState,
): boolean {
  if (state !== 'open' || verdict !== 'pull' || !sent.has(ofText(key, here))) return false;
  return isServiceForm(here, there) || isBeginning(here, there) || isAlteration(here, there);
}

/** Whether a text that only the service had, and that the disk has by now, may be lost there. */
function isDropped(entry: UploadEntry, state: KeyState): boolean {
  const serviceText = entry.onlyThere.get(state.key);
  return serviceText !== undefined && fateOf(entry, state.key, serviceText, state) === 'dropped';
}

/**
 * Whether a text needs no further report. One that a pull has put on disk after a settled
 * upload is a person's own to change.
 */
export function isDone(
  entry: UploadEntry,
  key: KeyId,
  serviceText: ServiceText,
  state: KeyState | undefined,
  named: boolean,
): boolean {
  const fate = fateOf(entry, key, serviceText, state);
  if (fate === 'here') return entry.state === 'settled';
  return fate === 'rewritten' || (named && (fate === 'dropped' || fate === 'altered'));
}

export const byKey = (states: readonly KeyState[]): ReadonlyMap<KeyId, KeyState> =>
  new Map(states.map((state) => [state.key, state]));

/** The state of a key when the service held another text of it. */
const seen = (state: KeyState | undefined, there: string | undefined) =>
  ({ here: state?.here, there, verdict: 'pull' }) as const;

/**
 * What these uploads have lost, given what the service holds now, the newest text of a key first.
 * Keys of `except` do not count.
 */
export function lostByUploads(
  entries: readonly UploadEntry[],
  states: readonly KeyState[],
  except?: ReadonlySet<KeyId>,
): LostTexts {
  const dropped = new Map<string, TextPairs[number]>();
  const altered = new Map<string, TextPairs[number]>();
  const reverted = new Map<string, TextPairs[number]>();
  const withLosses = entries.filter(({ onlyThere }) => onlyThere.size > 0).sort((a, b) => b.run - a.run);
  const currentStates = withLosses.length === 0 ? undefined : byKey(states);
  for (const entry of withLosses)
    for (const [key, serviceText] of entry.onlyThere) {
      if (except?.has(key) === true) continue;
      const { text } = serviceText;
      const state = currentStates?.get(key);
      const current = fateOf(entry, key, serviceText, state);
      if (current === 'kept' || current === 'here') continue;
      // What the service held before the next upload: a person may have written that, or not.
      const next = withLosses.findLast(({ run, onlyThere }) => {
        const { text: there = text } = onlyThere.get(key) ?? {};
        return run > entry.run && !isSameEscaped(there, text);
      });
      const there = next?.onlyThere.get(key)?.text;
      const fate = next ? fateOf(entry, key, serviceText, seen(state, there)) : current;
      if (fate === 'dropped') dropped.set(`${key}\u0000${text}`, [key, text]);
      const isReverted = entry.state === 'settled' && state?.verdict === 'same';
      if (fate === 'altered') (isReverted ? reverted : altered).set(`${key}\u0000${text}`, [key, text]);
    }
  return {
    dropped: [...dropped.values()],
    altered: [...altered.values()],
    reverted: [...reverted.values()],
  };
}

/**
 * The verdict once it is known what uploads of this machine have put back or lost. `found`:
 * texts that this run has found altered.
 */
export function judgedBy(
  entries: readonly UploadEntry[],
  found: { has(key: KeyId): boolean } | undefined,
  state: KeyState,
): KeyState {
  const { key, verdict, base, here, there = '' } = state;
  if (verdict === 'gone-there' && entries.some((entry) => isDropped(entry, state)))
    return { ...state, verdict: 'conflict', base: UNKNOWN_HASH };
  if (verdict === 'clash' || verdict === 'same' || there === '' || here === there) return state;
  const isNewer = verdict === 'pull' || (verdict === 'conflict' && state.back === undefined);
  const isLate = isNewer && base !== undefined && entries.some((entry) => isLateText(entry, state));
  // A pull has put the newer text on disk in the meantime.
  if (isLate && entries.some(({ onlyThere }) => onlyThere.get(key)?.text === here))
    return { ...state, verdict: 'conflict', back: 'upload' };
  // Who changed it is unknown, in later runs, too. The disk may hold the whole text by now.
  const isByUpload = entries.some((entry) => isAltered(entry, state) || isAlteredCarried(entry, state));
  if (found?.has(key) === true || isByUpload) return { ...state, verdict: 'conflict', base: UNKNOWN_HASH };
  return isLate ? { ...state, verdict: 'conflict', back: 'upload' } : state;
}
