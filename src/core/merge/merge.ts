import { isSameEscaped } from './service-form.js';
import { specialEntry, type SpecialEntry } from './base-entry.js';
import { hashText, type Hash } from './hash.js';
import type { KeyId } from '../keys/key.js';
import type { KeyState, BaseHashes, Verdict, Sides } from './key-state.js';

/**
 * The verdict on one key. An empty text and an absent key are the same thing to the comparison:
 * services answer '' for what is not translated, and leave out what was uploaded empty, so that
 * telling them apart would upload the same file for ever.
 */
export function verdictOf(
  base: Hash | undefined,
  here: string | undefined,
  there: string | undefined,
): Verdict {
  const hereText = here ?? '';
  const thereText = there ?? '';
  if (hereText === thereText) return 'same';
  if (base === undefined) return thereText === '' ? 'push' : hereText === '' ? 'pull' : 'unbased';
  const special = specialEntry(base);
  if (special?.kind === 'removed') return verdictAfterRemoval(special.there, hereText, thereText);
  const { sameHere, sameThere } = sinceBase(base, hereText, thereText);
  if (special && sameHere && sameThere) return 'not-accepted';
  // Another upload of the file has made the service escape its form once more: `&amp;amp;`.
  if (special?.kind === 'not-accepted' && special.own && sameHere && isSameEscaped(hereText, thereText))
    return 'not-accepted';
  if (sameThere) return here === undefined ? 'gone-here' : 'push';
  // The service never took this text: a new one there is a change on both sides, not an answer to
  // it.
  if (sameHere && special && !special.own) return 'conflict';
  if (sameHere) return there === undefined ? 'gone-there' : there === '' ? 'emptied-there' : 'pull';
  return 'conflict';
}

/**
 * Whether the service held this form of the disk's text, and has only escaped it once more: nothing
 * of it is lost.
 */
export const isEscapedAgain = (
  { verdict, there = '' }: Pick<KeyState, 'verdict' | 'there'>,
  text: string,
): boolean => verdict === 'not-accepted' && isSameEscaped(text, there);

/** The verdict on a key that was deleted here on purpose while the service held `baseHash`. */
function verdictAfterRemoval(baseHash: Hash, here: string, there: string): Verdict {
  if (here === '') return hashText(there) === baseHash ? 'removed' : 'conflict';
  return there === '' || hashText(there) === baseHash ? 'push' : 'conflict';
}

/**
 * Which sides still hold what the base says of them; '' if a side has no text. After a deletion on
 * purpose the disk's side is the absence of a text.
 */
export function sinceBase(
  base: Hash,
  here: string,
  there: string,
): { readonly sameHere: boolean; readonly sameThere: boolean } {
  const special = specialEntry(base);
  if (!special) return { sameHere: base === hashText(here), sameThere: base === hashText(there) };
  return { sameHere: sameHereAs(special, here), sameThere: sameThereAs(special, there) };
}

const sameHereAs = (special: SpecialEntry, here: string): boolean =>
  special.kind === 'removed' ? here === '' : special.here === hashText(here);

const sameThereAs = ({ there: hash }: SpecialEntry, there: string): boolean =>
  hash === undefined ? there === '' : hash === hashText(there);

const NONE: ReadonlySet<KeyId> = new Set();

/**
 * The keys that a side holds with their verdicts, in their order. `clashes` are the keys that
 * cannot be in one file with a key of the other side.
 */
export function merge(
  base: BaseHashes,
  { keys, here, there }: Sides,
  clashes: { has(key: KeyId): boolean; readonly size: number } = NONE,
): KeyState[] {
  const states: KeyState[] = [];
  let i = -1;
  for (const key of keys) {
    i++;
    const hereText = here[i];
    const thereText = there[i];
    if (hereText === undefined && thereText === undefined) continue;
    const baseHash = base.size === 0 ? undefined : base.get(key);
    const verdict = clashes.size > 0 && clashes.has(key) ? 'clash' : verdictOf(baseHash, hereText, thereText);
    states.push({ key, here: hereText, there: thereText, base: baseHash, verdict });
  }
  return states;
}
