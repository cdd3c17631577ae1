import type { Catalog } from './catalog.js';
import { hashText, unkeptSides, type Hash } from './hash.js';
import type { KeyId } from './key.js';

/** What a locale file and its source file held when they last agreed: a hash for each key. */
export type BaseTexts = ReadonlyMap<KeyId, Hash>;

/**
 * What the three versions of one key say (contract.md, section 5, a row of the table each):
 * - `same`: both sides hold the same text, or neither holds one
 * - `push`: changed or added here only; `pull`: changed or added there only
 * - `conflict`: changed on both sides, or deleted on one and changed on the other
 * - `gone-here`: deleted here, unchanged there; `gone-there`: deleted there, unchanged here
 * - `emptied-there`: the service holds '' where both held a text; `unbased`: both hold a text, they differ, and no base tells who changed
 * - `unkept`: uploaded before, but the service did not keep it, and nothing has changed since
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
  | 'unkept'
  | 'clash';

/** One key of one locale file with its versions; undefined where a side does not hold it. */
export interface KeyState {
  readonly key: KeyId;
  readonly here: string | undefined;
  readonly there: string | undefined;
  readonly base: Hash | undefined;
  readonly verdict: Verdict;
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
  const { sameHere, sameThere } = sinceBase(base, mine, theirs);
  if (sameHere && sameThere) return 'unkept';
  if (sameThere) return here === undefined ? 'gone-here' : 'push';
  // The disk's text has never arrived: another text in place of the one that was there then is a change on both sides.
  if (sameHere && unkeptSides(base)?.there !== undefined) return 'conflict';
  if (sameHere) return there === undefined ? 'gone-there' : there === '' ? 'emptied-there' : 'pull';
  return 'conflict';
}

/** Which sides still hold what the base says of them; '' where a side has no text. */
export function sinceBase(
  base: Hash,
  here: string,
  there: string,
): { readonly sameHere: boolean; readonly sameThere: boolean } {
  const sides = unkeptSides(base);
  if (!sides) return { sameHere: base === hashText(here), sameThere: base === hashText(there) };
  return {
    sameHere: sides.here === hashText(here),
    sameThere: sides.there === undefined ? there === '' : sides.there === hashText(there),
  };
}

const NONE: ReadonlySet<KeyId> = new Set();

/**
 * All keys of the three versions with their verdicts: those on disk in file order, then those that only the service has, in its order.
 * `clashes` are the keys that cannot stand in one file with a key of the other side.
 */
export function merge(
  base: BaseTexts,
  here: Catalog,
  there: Catalog,
  clashes: { has(key: KeyId): boolean } = NONE,
): KeyState[] {
  const states: KeyState[] = [];
  const add = (key: KeyId, mine: string | undefined, theirs: string | undefined): void => {
    const known = base.get(key);
    const verdict = clashes.has(key) ? 'clash' : verdictOf(known, mine, theirs);
    states.push({ key, here: mine, there: theirs, base: known, verdict });
  };
  for (const [key, text] of here) add(key, text, there.get(key));
  for (const [key, text] of there) if (!here.has(key)) add(key, undefined, text);
  return states;
}
