import type { KeyState } from './key-state.js';
import { isAlteration, isBeginning } from './service-form.js';

/** What the choice between two texts depends on besides the texts. */
export interface LocaleContext {
  /** The locale is the source locale, whose texts the repository owns. */
  readonly isSource: boolean;
  /** The lock is damaged or of another project: what its base would decide becomes a conflict. */
  readonly isLockUnusable: boolean;
  /** No key of this language of the locale file has a base: it was never synced. */
  readonly firstContact: boolean;
  /** The length of the longest text that the service holds of a language that was never synced. */
  readonly longest?: number;
}

export interface PushPolicy extends LocaleContext {
  readonly force: boolean;
}

export interface PullPolicy extends LocaleContext {
  readonly force: boolean;
  readonly prune: boolean;
  readonly empty: boolean;
}

/**
 * What push does with one key: `upload` the disk's text, `keep` it as it is on disk, `splice` the
 * service's newer text into what is uploaded, `leave-out` what was deleted there, `leave-empty`
 * what the service shows without a text, or has gone back on. `conflict`: both sides stay as they
 * are. `cannot-delete`: deleted here, and the interface cannot delete there. `accept-deletion`: the
 * same, and `--force` remembers that it was on purpose.
 */
export type PushAction =
  | 'keep'
  | 'upload'
  | 'splice'
  | 'leave-out'
  | 'leave-empty'
  | 'conflict'
  | 'cannot-delete'
  | 'accept-deletion';

/** The push column of the table in docs/sync.md. */
export function pushAction(state: KeyState, policy: PushPolicy): PushAction {
  switch (state.verdict) {
    // No conflict: it was sent, and sending it again changes nothing as long as neither side
    // changes.
    case 'not-accepted':
    case 'same':
    case 'removed':
      return 'keep';
    // It may hold a text that it does not show, such as one that waits for approval.
    case 'emptied-there':
      return 'leave-empty';
    case 'push':
      return 'upload';
    case 'pull':
      if (state.here === undefined) return 'keep';
      // Nobody knows which of the two texts the service holds: left out, it keeps that one.
      return state.back === 'older' ? 'leave-empty' : 'splice';
    case 'gone-here':
      return policy.force ? 'accept-deletion' : 'cannot-delete';
    case 'gone-there':
      return 'leave-out';
    case 'unbased':
      return policy.force || diskWinsAtFirst(policy) ? 'upload' : 'conflict';
    case 'clash':
      return state.here === undefined ? 'keep' : 'conflict';
    case 'conflict':
      return !policy.force ? 'conflict' : state.here === undefined ? 'accept-deletion' : 'upload';
  }
}

/** At first contact the repository owns the source locale, and the service owns the others. */
const diskWinsAtFirst = ({ isSource, isLockUnusable, firstContact }: LocaleContext): boolean =>
  firstContact && isSource && !isLockUnusable;
/** Another clone may have uploaded the disk's text, and the service holds what it made of it. */
const serviceWinsAtFirst = (where: LocaleContext, { here = '', there = '' }: KeyState): boolean =>
  where.firstContact &&
  !where.isSource &&
  !where.isLockUnusable &&
  !isAlteration(here, there) &&
  !isCutAtLongest(where, here, there);

/** A service that cuts holds no text that is longer than its cuts, but for a blank at the end. */
const isCutAtLongest = ({ longest = Infinity }: LocaleContext, here: string, there: string): boolean =>
  there.length >= longest - 1 && isBeginning(here, there);

/**
 * What pull does with one key: leave the disk as it is, `write` the service's text, `remove` the
 * key, or report a `conflict`.
 */
export type PullAction = 'keep' | 'write' | 'remove' | 'conflict';

/** The pull column of docs/sync.md, "The table". */
export function pullAction(state: KeyState, policy: PullPolicy): PullAction {
  switch (state.verdict) {
    case 'same':
    case 'not-accepted':
    case 'removed':
    case 'gone-here':
      return 'keep';
    case 'push':
      return policy.prune && neverSynced(policy, state) ? 'remove' : 'keep';
    case 'pull':
      return 'write';
    case 'emptied-there':
      return policy.empty ? 'write' : 'keep';
    case 'gone-there':
      // The repository owns the source texts: only `--prune` takes one away.
      return policy.isSource && !policy.prune ? 'keep' : 'remove';
    case 'unbased':
      return policy.force || serviceWinsAtFirst(policy, state) ? 'write' : 'conflict';
    case 'clash':
      return 'conflict';
    case 'conflict':
      // There may be no other copy of a text that was never synced.
      return policy.force && state.back !== 'gone' ? forcedPull(state, policy) : 'conflict';
  }
}

/** Only the disk has the key: added here or deleted on the service, which is unknown. */
const neverSynced = ({ firstContact, isLockUnusable }: LocaleContext, { base, there }: KeyState): boolean =>
  firstContact && !isLockUnusable && base === undefined && there === undefined;

function forcedPull(state: KeyState, policy: PullPolicy): PullAction {
  if (state.there === undefined) return 'remove';
  return state.there === '' && !policy.empty ? 'conflict' : 'write';
}

/** On which side work waits for one key: what `status` counts. */
export type WaitingState = 'none' | 'to-push' | 'to-pull' | 'conflict';

/** What push and pull without options would do about one key, as one word. */
export function waiting(state: KeyState, where: LocaleContext): WaitingState {
  switch (state.verdict) {
    case 'same':
    case 'not-accepted':
    case 'removed':
    case 'gone-here':
    case 'emptied-there':
      return 'none';
    case 'push':
      return 'to-push';
    case 'gone-there':
      return where.isSource ? 'none' : 'to-pull';
    case 'pull':
      return 'to-pull';
    case 'clash':
    case 'conflict':
      return 'conflict';
    case 'unbased':
      return diskWinsAtFirst(where) ? 'to-push' : serviceWinsAtFirst(where, state) ? 'to-pull' : 'conflict';
  }
}

/** Above both, the shrink guard stops at a language of a file (docs/sync.md). */
const SHRINK_KEYS = 10;
const SHRINK_SHARE = 1 / 5;

/**
 * Whether `lost` of the `of` texts of one language are more than a run takes away unasked. If the
 * service has nothing at all of the language (`vanished`), more than one text is too many, however
 * small the file.
 */
export function isShrink(lost: number, of: number, vanished = false): boolean {
  return (vanished && lost > 1) || (lost > SHRINK_KEYS && lost > of * SHRINK_SHARE);
}

/** In a small file: so many texts, and more than half of them. */
export const SMALL_KEYS = 3;

/** Whether `count` of the `of` texts of one language are most of even a small file. */
export const isMost = (count: number, of: number): boolean => count >= SMALL_KEYS && count * 2 > of;
