import { hashText, type Hash } from '../core/merge/hash.js';
import type { KeyId } from '../core/keys/key.js';
import { countIf } from '../core/util/collections.js';
import type { KeyState } from '../core/merge/key-state.js';
import { isMost, isShrink, SMALL_KEYS } from '../core/merge/policy.js';

/** What the other languages of a source file hold: an answer that repeats them is suspicious. */
export interface OtherTexts {
  /** The source text of a key on disk and on the service; none for the source locale itself. */
  readonly sourceTexts: (key: KeyId) => readonly string[];
  /** The source text on disk. */
  readonly sourceHere: (key: KeyId) => string | undefined;
  /** It is a variant of the source locale, as `en-GB` of `en`, and may share its texts. */
  readonly isVariant: boolean;
  /** Whether a text of a key was a source text, as far as this machine remembers. */
  readonly wasSource: (key: KeyId, text: string) => boolean;
  readonly others: readonly OtherLanguage[];
}

export interface OtherLanguage {
  readonly locale: string;
  /** Whether two variants of one language, such as `de` and `de-AT`, may well share new texts. */
  readonly related: boolean;
  /** Whether this locale holds the text with this hash, on disk or in its base. */
  readonly holds: (key: KeyId, hash: Hash) => boolean;
}

/** What a pull would lose in one language. `replaced`: texts that the source text would replace. */
export interface Losses {
  readonly removed: number;
  readonly emptied: number;
  readonly replaced: number;
  /** Keys that the file holds in this language. */
  readonly of: number;
}

/** In a tiny file: this many texts if it has no others. */
const ALL_KEYS = 2;

/** Whether so many texts would be replaced that the other languages are worth reading. */
const needsEvidence = (taken: number, of: number): boolean => taken >= SMALL_KEYS && taken * 5 > of;

/**
 * Whether these are so many texts, with those that the service has lost, or all that the language
 * has.
 */
export function isWorthEvidence(states: readonly KeyState[], taken: readonly KeyState[]): boolean {
  if (taken.length === 0) return false;
  const held = states.filter(({ here = '' }) => here !== '');
  const lost = countIf(held, ({ there = '', base }) => there === '' && base !== undefined);
  if (needsEvidence(taken.length + lost, held.length)) return true;
  return countIf(taken, ({ here = '' }) => here !== '') >= ALL_KEYS && changesAll(held);
}

/** The texts that a command would take from the service. */
export function isTaken({ verdict, there = '' }: KeyState): boolean {
  return there !== '' && (verdict === 'pull' || verdict === 'unbased' || verdict === 'conflict');
}

/** The texts of the service that an upload carries in place of the disk's. */
export function isCarried({ verdict, here, there = '' }: KeyState): boolean {
  return verdict === 'pull' && here !== undefined && there !== '';
}

/**
 * Whether this text would replace another one by the source text. A text here that only the service
 * holds as the source text is a translation: it may have swapped the languages.
 */
function isSourceText({ key, here = '', there = '' }: KeyState, evidence: OtherTexts): boolean {
  if (here === '' || there === '' || here === there) return false;
  const texts = evidence.sourceTexts(key);
  return texts.includes(there) && evidence.sourceHere(key) !== here && !evidence.wasSource(key, here);
}

/** The losses of one language if these texts are written and these keys removed. */
export function lossesOf(
  states: readonly KeyState[],
  written: readonly KeyState[],
  removed: readonly KeyState[],
  evidence: OtherTexts | undefined,
): Losses {
  return {
    removed: removed.length,
    emptied: countIf(written, ({ here = '', there }) => there === '' && here !== ''),
    replaced: evidence ? countIf(written, (state) => isSourceText(state, evidence)) : 0,
    of: countIf(states, ({ here }) => here !== undefined),
  };
}

/** Whether losses need a confirmation. `hasAnswer`: the service holds keys of the language. */
export function isSuspiciousLoss(
  { removed, emptied, replaced, of }: Losses,
  states: readonly KeyState[],
  hasAnswer: boolean,
  evidence: OtherTexts | undefined,
): boolean {
  if (isShrink(removed + emptied + replaced, of, false)) return true;
  if (isShrink(removed + emptied, of, !hasAnswer)) return true;
  if (!evidence) return false;
  const least = evidence.isVariant ? SMALL_KEYS : ALL_KEYS;
  if (!evidence.isVariant && isMost(replaced, of)) return true;
  return replaced >= least && isSourceTextEverywhere(states, evidence);
}

function isSourceTextEverywhere(states: readonly KeyState[], evidence: OtherTexts): boolean {
  return states.every(({ key, there = '' }) => there === '' || evidence.sourceTexts(key).includes(there));
}

/** Whether the service holds another text, or none, for all that this language has here. */
const changesAll = (states: readonly KeyState[]): boolean =>
  states.every(({ here = '', there }) => here === '' || here !== there);

/** More of a language's texts than this are not one edit, but an answer of another kind. */
const EDITED_SHARE = 0.1;
const EDITED_FEW = 5;

/** Whether this many changed texts of a language may be one edit. */
export const mayBeEdit = (changed: number, of: number): boolean =>
  changed <= Math.max(EDITED_FEW, of * EDITED_SHARE);

/** Texts of another locale in the answer for this one. */
export interface ForeignTexts {
  readonly locale: string;
  readonly count: number;
  readonly of: number;
}

/**
 * The other locale that these texts belong to, if it holds most of them word for word. A text that
 * equals the source text does not count: names, numbers and `OK` are the same in many languages. Of
 * a key without a text here, an earlier source text does not count either: a service may answer it
 * for what is not translated.
 */
export function foreignTexts(
  states: readonly KeyState[],
  taken: readonly KeyState[],
  evidence: OtherTexts | undefined,
): ForeignTexts | undefined {
  // On a first pull no other language has a text here.
  if (!evidence || evidence.others.length === 0) return undefined;
  const isEarlierSource = ({ key, here = '', there = '' }: KeyState): boolean =>
    here === '' && evidence.wasSource(key, there);
  const telling = taken.filter(
    (state) =>
      (state.there ?? '') !== '' &&
      state.here !== state.there &&
      !evidence.sourceTexts(state.key).includes(state.there ?? '') &&
      !isEarlierSource(state),
  );
  const held = states.filter(({ here = '' }) => here !== '').length;
  const of = Math.max(held, taken.length);
  if (telling.length < ALL_KEYS) return undefined;
  const hashed = telling.map((state) => ({ state, hash: hashText(state.there ?? '') }));
  for (const { locale, related, holds } of evidence.others) {
    const count = hashed.filter(
      ({ state: { key, here = '' }, hash }) => !(related && here === '') && holds(key, hash),
    ).length;
    const isAll = !related && count >= ALL_KEYS && count === telling.length && changesAll(states);
    if (isShrink(count, of, false) || isMost(count, of) || isAll) return { locale, count, of };
  }
  return undefined;
}

/** Whether these texts are rather a fault of the answer than a translator's work. */
export function isDoubted(
  { states, hasAnswer }: { readonly states: readonly KeyState[]; readonly hasAnswer: boolean },
  taken: readonly KeyState[],
  evidence: OtherTexts | undefined,
): boolean {
  if (foreignTexts(states, taken, evidence)) return true;
  return isSuspiciousLoss(lossesOf(states, taken, [], evidence), states, hasAnswer, evidence);
}
