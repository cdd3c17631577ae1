import type { Hash } from './hash.js';
import type { KeyId } from '../keys/key.js';

/** Where the replaced text was: an upload replaces one of the service, a pull one of the disk. */
export type ReplacedOn = 'service' | 'disk';

/**
 * What is back: a replaced text, or on the service a text of an upload that was imported late.
 * `gone`: both sides had added the key, and the service lacks it again. `older`: this push has read
 * another text there, and the last answer has gone back on it; `there` is the text that it had
 * read.
 */
export type Reversal = ReplacedOn | 'upload' | 'gone' | 'older';

/** What a locale file and its source file held when they last agreed: a hash for each key. */
export type BaseHashes = ReadonlyMap<KeyId, Hash>;

/**
 * What the three versions of one key say (docs/sync.md, "The table": a row each):
 * - `same`: both sides hold the same text, or neither holds one
 * - `push`: changed or added here only; `pull`: changed or added there only
 * - `conflict`: changed on both sides, or deleted on one and changed on the other
 * - `gone-here`: deleted here, unchanged there; `gone-there`: deleted there, unchanged here
 * - `emptied-there`: the service holds '' where both held a text; `unbased`: both hold a text, they
 *   differ, and no base tells who changed
 * - `not-accepted`: uploaded before, but the service holds something else, and nothing has changed
 *   since
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

/** One key of one locale file with its versions; undefined if a side does not hold it. */
export interface KeyState {
  readonly key: KeyId;
  readonly here: string | undefined;
  readonly there: string | undefined;
  readonly base: Hash | undefined;
  readonly verdict: Verdict;
  /** Why a text that differs is not simply newer: an earlier one is back. */
  readonly back?: Reversal;
}

/**
 * The texts of the two sides key by key: `here[i]` and `there[i]` are those of `keys[i]`, undefined
 * if a side holds none.
 */
export interface Sides {
  readonly keys: readonly KeyId[];
  readonly here: readonly (string | undefined)[];
  readonly there: readonly (string | undefined)[];
}
