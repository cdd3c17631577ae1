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
  const mine = here ?? '';
  const theirs = there ?? '';
  if (mine === theirs) return 'same';
  if (base === undefined) return theirs === '' ? 'push' : mine === '' ? 'pull' : 'unbased';
  const special = specialEntry(base);
  if (special?.kind === 'removed') return verdictAfterRemoval(special.there, mine, theirs);
  const { sameHere, sameThere } = sinceBase(base, mine, theirs);
  if (special && sameHere && sameThere) return 'not-accepted';
  // Another upload of the file has made the service escape its form once more: `&amp;amp;`.
  if (special?.kind === 'not-accepted' && special.own && sameHere && isSameEscaped(mine, theirs))
    return 'not-accepted';
  if (sameThere) return here === undefined ? 'gone-here' : 'push';
  // The service never took this text: a new one there is a change on both sides, not an answer to
  // it.
  if (sameHere && special && !special.own) return 'conflict';
  if (sameHere) return there === undefined ? 'gone-there' : there === '' ? 'emptied-there' : 'pull';
  return 'conflict';
}

/** The verdict on a key that was deleted here on purpose while the service held `known`. */
function verdictAfterRemoval(known: Hash, here: string, there: string): Verdict {
  if (here === '') return hashText(there) === known ? 'removed' : 'conflict';
  return there === '' || hashText(there) === known ? 'push' : 'conflict';
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

const sameThereAs = ({ there: known }: SpecialEntry, there: string): boolean =>
  known === undefined ? there === '' : known === hashText(there);

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
  for (const [i, key] of keys.entries()) {
    const mine = here[i];
    const theirs = there[i];
    if (mine === undefined && theirs === undefined) continue;
    const known = base.size === 0 ? undefined : base.get(key);
    const verdict = clashes.size > 0 && clashes.has(key) ? 'clash' : verdictOf(known, mine, theirs);
    states.push({ key, here: mine, there: theirs, base: known, verdict });
  }
  return states;
}
