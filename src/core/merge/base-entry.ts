import { HASH_LENGTH, hashText, UNKNOWN_HASH, type Hash } from './hash.js';

/**
 * What the base knows of one key, when it is more than one hash of the text that both sides held.
 *
 * - `not-accepted`: the disk held `here` and push sent it, but the service held `there` afterwards.
 *   If `own` is set, `there` is the service's own form of the sent text (cut, escaped, trimmed);
 *   otherwise the service simply kept what it held before, which is undefined if that was not a
 *   text.
 * - `removed`: the key was deleted here on purpose while the service held `there`.
 *
 * docs/sync.md describes both.
 */
export type SpecialEntry =
  | {
      readonly kind: 'not-accepted';
      readonly here: Hash;
      readonly there: Hash | undefined;
      readonly own: boolean;
    }
  | { readonly kind: 'removed'; readonly there: Hash };

// No hash of a text begins so: hashes consist of letters, digits, `-` and `_`.
const KEPT_OLD = '!';
const OWN_FORM = '*';
const REMOVED = '~';

/** The base entry of a text that the service did not accept; it kept `there`, or still has none. */
export const keptOld = (here: Hash, there?: Hash): Hash => `${KEPT_OLD}${here}${there ?? ''}` as Hash;

/** The base entry of a text that the service holds in a form of its own. */
export const ownForm = (here: Hash, there: Hash): Hash => `${OWN_FORM}${here}${there}` as Hash;

/** The base entry of a key that was deleted here on purpose. */
export const removedHere = (there: Hash): Hash => `${REMOVED}${there}` as Hash;

/** What an entry says beyond one agreed text; undefined for a plain hash and for an unknown one. */
export function specialEntry(entry: Hash): SpecialEntry | undefined {
  const mark = entry.charAt(0);
  if (mark === REMOVED) return { kind: 'removed', there: entry.slice(1) as Hash };
  if (mark !== KEPT_OLD && mark !== OWN_FORM) return undefined;
  const there = entry.slice(1 + HASH_LENGTH);
  return {
    kind: 'not-accepted',
    here: entry.slice(1, 1 + HASH_LENGTH) as Hash,
    there: there === '' ? undefined : (there as Hash),
    own: mark === OWN_FORM,
  };
}

/** Whether an entry says that its key was deleted here on purpose. */
export const isRemoval = (entry: Hash | undefined): boolean => entry?.startsWith(REMOVED) === true;

/**
 * Whether an entry shows that both sides have held a text of the key: not that of a key that was
 * removed on purpose, and not that of an empty text, which the service may never have had.
 */
export const saysSynced = (entry: Hash): boolean => !isRemoval(entry) && entry !== EMPTY;

const EMPTY = hashText('');

/** Whether a key was deleted here on purpose, and is still away. */
export const isRemoved = ({
  base,
  here = '',
}: {
  readonly base?: Hash | undefined;
  readonly here?: string | undefined;
}): boolean => here === '' && isRemoval(base);

/**
 * The entry of a key once it is deleted here on purpose, whatever it said before; undefined if the
 * service has no text of it.
 */
export function afterRemoval(entry: Hash): Hash | undefined {
  const special = specialEntry(entry);
  if (special?.kind === 'removed') return entry;
  const there = special ? special.there : entry;
  return there === undefined ? undefined : removedHere(there);
}

/** The text that the disk held when this entry was made; undefined if that is not known. */
export function heldHere(entry: Hash | undefined): Hash | undefined {
  if (entry === undefined || entry === UNKNOWN_HASH) return undefined;
  const special = specialEntry(entry);
  if (special === undefined) return entry;
  return special.kind === 'removed' ? undefined : special.here;
}

/** The texts that the sides held when this entry was made, without one that was removed. */
export function heldByEither(entry: Hash | undefined): readonly Hash[] {
  const here = heldHere(entry);
  const special = entry === undefined ? undefined : specialEntry(entry);
  const there = special?.kind === 'not-accepted' ? special.there : undefined;
  return [here, there].filter((hash) => hash !== undefined);
}

/** The outcome of one key in this run: the base that it gets. */
export type SettledKey =
  /** Both sides hold this text; undefined: neither does. */
  | { readonly text: string | undefined }
  /** The service did not accept `sent`; it holds `there`, in a form of its own if `own` is set. */
  | { readonly sent: string; readonly there: string; readonly own: boolean }
  /** Deleted here on purpose, while the service holds this text. */
  | { readonly removed: string }
  /** It is unknown who changed the key: a difference is a conflict from now on. */
  | { readonly unknown: true };

/** The entry that the base gets for the outcome of a key; undefined if the key leaves the base. */
export function entryFor(settled: SettledKey): Hash | undefined {
  if ('unknown' in settled) return UNKNOWN_HASH;
  if ('removed' in settled) return removedHere(hashText(settled.removed));
  if ('text' in settled) return settled.text === undefined ? undefined : hashText(settled.text);
  const { sent, there, own } = settled;
  const held = there === '' ? undefined : hashText(there);
  return own && held !== undefined ? ownForm(hashText(sent), held) : keptOld(hashText(sent), held);
}
