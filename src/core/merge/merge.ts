import { specialEntry, type SpecialEntry } from './base-entry.js';
import { hashText, type Hash } from './hash.js';
import type { KeyId } from '../keys/key.js';
import type { ReplacedOn } from './replaced.js';

/** What a locale file and its source file held when they last agreed: a hash for each key. */
export type BaseTexts = ReadonlyMap<KeyId, Hash>;

/**
 * What the three versions of one key say (contract.md, section 5, a row of the table each):
 * - `same`: both sides hold the same text, or neither holds one
 * - `push`: changed or added here only; `pull`: changed or added there only
 * - `conflict`: changed on both sides, or deleted on one and changed on the other
 * - `gone-here`: deleted here, unchanged there; `gone-there`: deleted there, unchanged here
 * - `emptied-there`: the service holds '' where both held a text; `unbased`: both hold a text, they differ, and no base tells who changed
 * - `not-accepted`: uploaded before, but the service holds something else, and nothing has changed since
 * - `removed`: deleted here on purpose, and unchanged on the service since
 * - `clash`: a text on one side and a group of keys on the other, which no file can hold both
 */
export type Verdict =
  | 'same'
  | 'push'
  | 'pull'
  | 'conflict'
  | 'gone-here'
  | 'gone-there'
  | 'emptied-there'
  | 'unbased'
  | 'not-accepted'
  | 'removed'
  | 'clash';

/** One key of one locale file with its versions; undefined where a side does not hold it. */
export interface KeyState {
  readonly key: KeyId;
  readonly here: string | undefined;
  readonly there: string | undefined;
  readonly base: Hash | undefined;
  readonly verdict: Verdict;
  /** A conflict only since a text that this machine has replaced is back on this side. */
  readonly back?: ReplacedOn;
}

/**
 * The verdict on one key. An empty text and an absent key are the same thing to the comparison: services answer '' for what is not
 * translated, and leave out what was uploaded empty, so that telling them apart would upload the same file for ever.
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
  if (sameThere) return here === undefined ? 'gone-here' : 'push';
  // The service never took this text: a new one there is a change on both sides, not an answer to it.
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

/** The texts of the two sides key by key: `here[i]` and `there[i]` are those of `keys[i]`, undefined where a side holds none. */
export interface Sides {
  readonly keys: readonly KeyId[];
  readonly here: readonly (string | undefined)[];
  readonly there: readonly (string | undefined)[];
}

const NONE: ReadonlySet<KeyId> = new Set();

/**
 * The keys that a side holds with their verdicts, in their order. `clashes` are the keys that cannot stand in one file with a key of the other side.
 */
export function merge(
  base: BaseTexts,
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
