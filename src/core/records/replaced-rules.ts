import { specialEntry } from '../merge/base-entry.js';
import type { KeyId } from '../keys/key.js';
import { HASH_LENGTH, hashText, type Hash } from '../merge/hash.js';
import type { Reversal, KeyState } from '../merge/key-state.js';
import type { Replaced } from './replaced.js';

/**
 * The verdicts once it is known what this machine has replaced. A change on one side alone that
 * brings a replaced text back is not a person's: it becomes a conflict, and `back` says where.
 */
export function withReplaced(
  states: readonly KeyState[],
  section: string,
  replaced: Pick<Replaced, 'has' | 'isEmpty'>,
): readonly KeyState[] {
  if (replaced.isEmpty) return states;
  const backOn = ({ verdict, base, key, here, there }: KeyState): Reversal | undefined => {
    if (base === undefined) {
      if (verdict !== 'push' || (there ?? '') !== '') return undefined;
      // Both sides had added the key, and the service's text is gone.
      if (replaced.has('conflict', { section, key }, NO_BASE)) return 'gone';
      // A pull had removed it, as the service has no such key any more.
      return here !== undefined && replaced.has('disk', { section, key }, here) ? 'disk' : undefined;
    }
    // A text that the service did not store cannot be told from one that an older upload put back.
    if ((verdict === 'pull' || isKeptOld(verdict, base)) && there !== undefined)
      return replaced.has('service', { section, key }, there) ? 'service' : undefined;
    if (verdict !== 'push' || here === undefined) return undefined;
    if (replaced.has('disk', { section, key }, here)) return 'disk';
    // The newer text of the service is gone, and what was before it is there again: a late upload
    // of this machine or of another does that.
    return there !== undefined && replaced.has('conflict', { section, key }, base) ? 'service' : undefined;
  };
  return states.map((state): KeyState => {
    const back = backOn(state);
    return back === undefined ? state : { ...state, verdict: 'conflict', back };
  });
}

/** In the place of a base: both sides have added the key. */
const NO_BASE = '';

const isKeptOld = (verdict: KeyState['verdict'], base: Hash): boolean => {
  const special = specialEntry(base);
  return verdict === 'not-accepted' && special?.kind === 'not-accepted' && !special.own;
};

const BOTH_SIDES = ['service', 'disk'] as const;
const WHEREVER = [...BOTH_SIDES, 'given-up'] as const;

/** Remembers what an upload of these keys replaces on the service. */
export function noteReplacedByUpload(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, here = '', there = '', back } of states) {
    if (here === there) continue;
    const where = { section, key };
    if (there !== '') replaced.add('service', where, there);
    // Once its return is not suspicious any more, the next comparison shows no conflict.
    if (there !== '' && back === 'disk') replaced.add('given-up', where, there);
    // What is uploaded is wanted here: neither side's return of it is suspicious any more.
    replaced.drop(BOTH_SIDES, where, here);
  }
}

/**
 * What writing or removing keys of a language takes from the disk. In hashes: a pull of 10,000
 * files plans all of them before it writes the first, and would hold each text.
 */
export interface TakenFromDisk {
  readonly keys: readonly KeyId[];
  /** The hashes of the texts of the disk, one after the other, {@link NO_HASH} for none. */
  readonly here: string;
  /** The hashes of the texts that take their place; '' if the keys are removed. */
  readonly there: string;
}

const NO_HASH = ' '.repeat(HASH_LENGTH);

/** What writing the service's texts of these keys replaces on disk. */
export function takenByWriting(states: readonly KeyState[]): TakenFromDisk {
  const changed = states.filter(({ here, there = '' }) => here !== there);
  return {
    keys: changed.map(({ key }) => key),
    here: changed.map(({ here }) => (here === undefined ? NO_HASH : hashText(here))).join(''),
    there: changed.map(({ there = '' }) => hashText(there)).join(''),
  };
}

/** What removing these keys takes from the disk. */
export function takenByRemoving(states: readonly KeyState[]): TakenFromDisk {
  const removed = states.filter(({ here = '' }) => here !== '');
  return {
    keys: removed.map(({ key }) => key),
    here: removed.map(({ here = '' }) => hashText(here)).join(''),
    there: '',
  };
}

/**
 * Remembers what is about to be taken from the disk, unless `isRemembered` is false. What takes its
 * place is wanted here in any case: neither side's return of it is suspicious any more.
 */
export function noteTaken(
  replaced: Replaced,
  section: string,
  { keys, here, there }: TakenFromDisk,
  isRemembered = true,
): void {
  const hashOf = (hashes: string, i: number): Hash =>
    hashes.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH) as Hash;
  for (const [i, key] of keys.entries()) {
    const where = { section, key };
    const own = hashOf(here, i);
    if (isRemembered && own !== NO_HASH) replaced.addHash('disk', where, own);
    if (there !== '') replaced.dropHash(WHEREVER, where, hashOf(there, i));
  }
}

/** Records the base of each conflict, or that both sides added the key. */
export function inConflict(replaced: Replaced, section: string, states: readonly KeyState[]): void {
  for (const { key, verdict, base, there, back } of states)
    if (back === undefined && there !== undefined && (verdict === 'conflict' || verdict === 'unbased'))
      replaced.add('conflict', { section, key }, base ?? NO_BASE);
}
