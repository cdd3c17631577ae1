import type { KeyId, TextsByKey } from '../core/keys/key.js';
import type { SettledKey } from '../core/merge/base-entry.js';
import type { KeyState } from '../core/merge/key-state.js';
import { isEscapedAgain, sinceBase } from '../core/merge/merge.js';
import { hasBrokenLetters } from '../core/merge/broken-letters.js';
import { isAlteration } from '../core/merge/service-form.js';
import { serviceTextOf, type ServiceText } from '../core/records/upload-entry.js';
import { unmerged } from './compared-keys.js';
import type { Comparison } from './comparison.js';
import { textThere, type PushActions, uploadedStates } from './push.js';
import { isFormOf, type Receipt } from './receipt.js';

/** The source texts of a key that a run knows: on disk and on the service, none of them empty. */
export type SourceTextsOfKey = (key: KeyId) => readonly string[];

/** Texts of all of these, for each language; of a key in several, the last one. */
export function joinedTexts(...groups: readonly (readonly TextsByKey[])[]): readonly TextsByKey[] {
  const joined: TextsByKey[] = [];
  for (const languages of groups)
    for (const [i, texts] of languages.entries()) joined[i] = withTexts(joined[i], texts);
  return joined;
}

/** Often both are the same texts, and as often there are none: then nothing is copied. */
function withTexts(known: TextsByKey | undefined, texts: TextsByKey): TextsByKey {
  if (known === undefined || known.size === 0) return texts;
  let joined: Map<KeyId, string> | undefined;
  for (const [key, text] of texts) {
    if (joined === undefined && known.get(key) === text) continue;
    joined ??= new Map(known);
    joined.set(key, text);
  }
  return joined ?? known;
}

/** Texts of the service that an upload carries although the disk holds others. */
export function wentAlong(actions: PushActions): TextsByKey {
  const texts = new Map<KeyId, string>();
  for (const action of ['splice', 'conflict', 'withhold', 'not-asked'] as const)
    for (const state of actions.get(action) ?? []) {
      const text = state.here === undefined ? undefined : textThere(state);
      if (text !== undefined) texts.set(state.key, text);
    }
  return texts;
}

/** All keys of a comparison; of unmerged ones an upload carries the text of the service. */
export const withUnmerged = (comparison: Comparison): readonly KeyState[] => {
  const { states } = comparison;
  const others = unmerged(comparison);
  return others.size === 0
    ? states
    : [
        ...states,
        ...[...others].map(([key, ambiguous]): KeyState => ({ key, ...ambiguous, verdict: 'conflict' })),
      ];
};

/** Texts that the run has read on the service, and on which its last answer has gone back. */
export function textsGoneBack({ states }: Comparison): TextsByKey {
  const texts = new Map<KeyId, string>();
  for (const { key, there = '', back } of states) if (back === 'older') texts.set(key, there);
  return texts;
}

/** Texts of the service that an upload carries for unmerged keys. */
export function unmergedAlong(comparison: Comparison): TextsByKey {
  return new Map(
    [...unmerged(comparison)].flatMap(([key, { here, there = '' }]): [KeyId, string][] =>
      here === there || there === '' ? [] : [[key, there]],
    ),
  );
}

const NO_KEYS: ReadonlySet<KeyId> = new Set();

/**
 * The receipt with keys that only went along: a service that escapes texts escapes unchanged keys
 * of the file again. `states` compare what was sent with what the service holds now; `touched` are
 * the keys that did not go up simply as both sides held them.
 */
export function withAltered(
  receipt: Receipt,
  states: readonly KeyState[],
  touched: () => ReadonlySet<KeyId> = () => NO_KEYS,
): Receipt {
  const altered: [KeyId, SettledKey][] = [];
  let keys: ReadonlySet<KeyId> | undefined;
  for (const { key, here, there, verdict } of states) {
    if (here === undefined || there === undefined || here === there) continue;
    keys ??= touched();
    if (keys.has(key)) continue;
    if (verdict === 'not-accepted' || verdict === 'clash' || !isFormOf(here, there)) continue;
    altered.push([key, { sent: here, there, own: true }]);
  }
  if (altered.length === 0) return receipt;
  const settled = new Map([...receipt.settled, ...altered]);
  return { ...receipt, settled, changed: [...receipt.changed, ...altered.map(([key]) => key)] };
}

/**
 * The texts of `held`, which the service showed before, that it has lost since. It now holds none,
 * what was sent, an older text, or a form of its own. Other words are what a person has written
 * meanwhile.
 */
export function lostTexts(held: TextsByKey, sent: TextsByKey, states: readonly KeyState[]): TextsByKey {
  if (held.size === 0) return held;
  const currentStates = new Map(states.map((state) => [state.key, state]));
  return new Map(
    [...held].filter(([key, text]) => {
      const state = currentStates.get(key);
      const there = state?.there ?? '';
      if (there === text || (state !== undefined && isEscapedAgain(state, text))) return false;
      if (state === undefined || there === '' || there === sent.get(key)) return true;
      return isOlder(state, there) || isFormOf(text, there) || isAlteration(text, there);
    }),
  );
}

/** Whether the service holds what the disk or the base has, or its own form of the disk's text. */
const isOlder = ({ here = '', base }: KeyState, there: string): boolean =>
  there === here ||
  (here !== '' && (isFormOf(here, there) || hasBrokenLetters(here, there))) ||
  (base !== undefined && sinceBase(base, here, there).sameThere);

/**
 * Texts that the service shows after an upload, and that are neither in that upload nor what was
 * there before: they were written after the upload was planned. A late import would overwrite or
 * drop them. `isKnown`: whether a text of a key that the disk lacks was there before, or is the
 * source text, which a service may answer for what is not translated.
 */
export function newerTexts(
  sent: TextsByKey,
  actions: PushActions,
  states: readonly KeyState[],
  isKnown: (key: KeyId, text: string) => boolean,
): ReadonlyMap<KeyId, ServiceText> {
  let uploads: Map<KeyId, KeyState> | undefined;
  const newer = new Map<KeyId, ServiceText>();
  for (const { key, here, there = '', base, verdict } of states) {
    if (there === '' || there === here || there === sent.get(key)) continue;
    if (here === undefined && isKnown(key, there)) continue;
    if (verdict === 'not-accepted' || verdict === 'clash') continue;
    uploads ??= new Map(uploadedStates(actions).map((state) => [state.key, state]));
    const upload = uploads.get(key);
    if (upload && (there === upload.there || isFormOf(upload.here ?? '', there))) continue;
    newer.set(key, serviceTextOf(there, here, base));
  }
  return newer;
}

/**
 * The receipt with texts of the service that the upload has altered. If disk and service differ
 * now, the difference is a conflict: it must not pass for a translator's change.
 */
export function withLost(receipt: Receipt, lost: TextsByKey, states: readonly KeyState[]): Receipt {
  if (lost.size === 0) return receipt;
  const differ = states.filter(({ key, here, there = '' }) => lost.has(key) && here !== there);
  if (differ.length === 0) return receipt;
  const settled = new Map(receipt.settled);
  for (const { key } of differ) if (!settled.has(key)) settled.set(key, { unknown: true });
  return { ...receipt, settled };
}
