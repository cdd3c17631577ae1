import { specialEntry, type SettledKey } from '../core/merge/base-entry.js';
import { hashText } from '../core/merge/hash.js';
import type { KeyId, TextsByKey } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import {
  hasSameWords,
  isAlteration,
  isBeginning,
  isRespelling,
  isServiceForm,
} from '../core/merge/service-form.js';
import { settledByPush, type PushActions, uploadedStates } from './push.js';

/** How the service's texts after an upload compare with what one part of it sent. */
export interface Receipt {
  readonly settled: ReadonlyMap<KeyId, SettledKey>;
  /** Keys whose text the service holds in a form of its own. */
  readonly changed: readonly KeyId[];
  /** Keys that were sent but do not hold the sent text. */
  readonly notStored: readonly KeyId[];
  /** Uploaded keys of which the service holds anything new. */
  readonly arrived: number;
}

/** Only what both sides hold is settled: nothing was uploaded, or nothing is read back yet. */
export const receiptWithoutReadBack = (actions: PushActions): Receipt => ({
  settled: settledByPush(actions),
  changed: [],
  notStored: [],
  arrived: 0,
});

/**
 * The outcome of the uploaded keys of one part, given what the service holds now. A text that is
 * not there settles nothing: the service may import later, or another machine's upload has taken
 * its place. Only after the `last` reading, and if other keys of the upload did arrive or the
 * service has not stored the text before, it counts as not stored.
 */
export function receiptOf(
  actions: PushActions,
  there: TextsByKey,
  last: boolean,
  wasNotStored: (key: KeyId, text: string) => boolean = () => false,
): Receipt {
  const settled = settledByPush(actions);
  const changed: KeyId[] = [];
  const missing: KeyState[] = [];
  const notStored: KeyId[] = [];
  let empty = 0;
  let unproven = 0;
  const uploads = uploadedStates(actions);
  for (const state of uploads) {
    const { key, here = '', there: before = '' } = state;
    const held = there.get(key) ?? '';
    if (held === here) settled.set(key, { text: here });
    // Many services take an empty text for none, and keep what they have.
    else if (here === '' && held === before) {
      if (last) settled.set(key, { sent: '', there: held, own: false });
      notStored.push(key);
      empty++;
    } else if (
      held === before
        ? isHeldForm(state, held) || (last && isFormKept(state, held, wasNotStored))
        : isFormOf(here, held) || (isFirst(state) && hasSameWords(here, held))
    ) {
      changed.push(key);
      settled.set(key, { sent: here, there: held, own: true });
      // A form that was there before does not show that anything has arrived.
      if (held === before) unproven++;
    } else {
      notStored.push(key);
      if (held === before) missing.push(state);
      // Another person's text, or one that cannot be told from it: no later push may overwrite it.
      else if (state.base === undefined) settled.set(key, { unknown: true });
    }
  }
  const arrived = uploads.length - missing.length - empty - unproven;
  if (last)
    for (const { key, here = '', there: held = '' } of missing)
      if (arrived > 0 || wasNotStored(key, here)) settled.set(key, { sent: here, there: held, own: false });
  return { settled, changed, notStored, arrived };
}

/** Whether a text that is new on the service is its own form of the sent one. */
export const isFormOf = (sent: string, held: string): boolean =>
  isServiceForm(sent, held) || isBeginning(sent, held);

/** The service has just got the key: a text with the same words is hardly a person's yet. */
const isFirst = ({ base, there = '' }: KeyState): boolean => base === undefined && there === '';

/** Whether this is the source text, or what the service makes of it. */
export const isSourceForm = (source: string, there: string): boolean =>
  there === source || isFormOf(source, there);

/**
 * Whether a service makes this one text of the source text and of its translation: they are the
 * same, or it cuts both after the same words.
 */
export function isMadeOfBoth(source: string, { here = '', there = '' }: KeyState): boolean {
  if (source === here) return isAlteration(here, there);
  return source !== there && isFormOf(source, there) && isFormOf(here, there);
}

/**
 * Whether a text that was there before is also what the service makes of the sent one: known to be
 * cut, it hides a change after the cut.
 */
function isHeldForm({ here = '', base }: KeyState, held: string): boolean {
  if (isRespelling(here, held)) return true;
  const entry = base === undefined ? undefined : specialEntry(base);
  const isCut = entry?.kind === 'not-accepted' && entry.own && entry.there === hashText(held);
  return isCut && isBeginning(here, held);
}

/** Whether the service holds all that this part uploads: asked after an unclear answer. */
export function hasArrived(actions: PushActions, there: TextsByKey): boolean {
  return uploadedStates(actions).every(({ key, here }) => (there.get(key) ?? '') === (here ?? ''));
}

/**
 * Whether an unchanged text may be the service's form of the sent one: it does not take the text a
 * second time, or no base tells what was there.
 */
function isFormKept(
  { key, here = '', base }: KeyState,
  held: string,
  wasNotStored: (key: KeyId, text: string) => boolean,
): boolean {
  return base === undefined ? isServiceForm(here, held) : isFormOf(here, held) && wasNotStored(key, here);
}
