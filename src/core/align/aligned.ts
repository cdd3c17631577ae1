import type { Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { LeafValue } from '../keys/leaf.js';
import type { BaseHashes, Sides } from '../merge/key-state.js';
import type { KeyFormat, RemoteKey } from './key-format.js';
import type { KeyFormatHint } from './learn-format.js';
import type { KeySet } from './spelling.js';

/** One text of the service under the service's own key; null if it said null. */
export interface RemoteText {
  readonly key: RemoteKey;
  readonly text: string | null;
  /** The segments, by number, that are indices of an array; none if there are none. */
  readonly items?: readonly number[];
}

/** What is known here of the keys of one source file. */
export interface KnownKeys {
  readonly here: ReadonlyMap<KeyId, LeafValue>;
  readonly sourceTexts: KeySet;
  readonly base: BaseHashes;
  /** Some language of the source file has a base, if not this one. */
  readonly isSynced?: boolean;
  /** The keys are ids of a list's items, which do not nest. */
  readonly isList?: boolean | undefined;
  /** A key `<<` of the answer may be YAML's merge key, since the file is YAML. */
  readonly mayMerge?: boolean | undefined;
  /** Keys of the answer, as it spells them, that are not another spelling of a known key. */
  readonly ownKeys?: ReadonlySet<string> | undefined;
}

/** A key of the file that the service cannot tell from another one, or has under two spellings. */
export interface AmbiguousKey {
  readonly here: string | undefined;
  /** The service's text for it; undefined if the service has none, or several. */
  readonly there: string | undefined;
  /** Kept as it is until the key can be told apart again. */
  readonly base: Hash | undefined;
}

/** A remote key without a certain place in the file: it is reported, not written. */
export interface DoubtfulKey {
  readonly spelt: string;
  /** The known key that it looks like; undefined if only its form is unknown. */
  readonly like: KeyId | undefined;
  /** The text of a key named `<<`, which is not a name in a YAML file. */
  readonly mergeText?: string;
}

/** An answer with hardly a known key: one key of either side, as that side spells it. */
export interface Unfamiliar {
  readonly here: KeyId;
  readonly there: string;
}

/**
 * The service's texts beside those of the locale file, under the keys that they have here: the keys
 * of the file in its order, without nulls and ambiguous ones, then those that only the service has,
 * in its order.
 */
export interface Aligned extends Sides {
  /**
   * The base, even if the file has been reshaped since (`a.b` become `a: {b}`), so that its keys
   * are spelt otherwise.
   */
  readonly base: BaseHashes;
  /**
   * Keys of here that cannot be told apart on the service (`a.b` beside `a: {b}`): not compared,
   * not written, not settled.
   */
  readonly ambiguous: ReadonlyMap<KeyId, AmbiguousKey>;
  readonly doubtful: readonly DoubtfulKey[];
  /** Known keys that the answer spells by a rule of its own, such as `title` for `Title`. */
  readonly respelt?: ReadonlyMap<KeyId, string>;
  /** Nothing of this answer may be used. */
  readonly unfamiliar: Unfamiliar | undefined;
  /**
   * Keys that cannot be in one file with a key of the other side, each with that key: a text here,
   * a group of keys there.
   */
  readonly clashes: ReadonlyMap<KeyId, KeyId>;
  /** Unknown keys were placed in a form that no known key shows. */
  readonly guessed: boolean;
  /**
   * The groups of keys that only the service has and that its answer shows to be lists, with how
   * many items each has.
   */
  readonly lists: ReadonlyMap<KeyId, number>;
  /** The form of the remote keys; undefined if the known keys do not tell it from another one. */
  readonly shown: KeyFormatHint | undefined;
  /**
   * What is between the segments of the remote keys if they are exactly these keys in this order,
   * each in the plain form.
   */
  readonly inOrder?: KeyFormat['separator'];
}
