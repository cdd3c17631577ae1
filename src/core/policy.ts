import type { KeyState } from './merge.js';

/** What the choice between two texts depends on besides the texts. */
export interface Circumstances {
  /** The locale is the source locale, whose texts the repository owns. */
  readonly source: boolean;
  /** The base exists but cannot be trusted (damaged, of another project): what it would decide becomes a conflict. */
  readonly doubt: boolean;
}

export interface PushPolicy extends Circumstances {
  readonly force: boolean;
}

export interface PullPolicy extends Circumstances {
  readonly force: boolean;
  readonly prune: boolean;
  readonly empty: boolean;
}

/**
 * What push does with one key: `upload` the disk's text, `keep` it since nothing differs or nothing is known there, `splice` the service's
 * newer text into what is uploaded, `leave-out` what was deleted there, report a `conflict`, or report that it `cannot-delete`.
 */
export type PushAction = 'keep' | 'upload' | 'splice' | 'leave-out' | 'conflict' | 'cannot-delete';

/** The push column of contract.md, section 5. */
export function pushAction(state: KeyState, policy: PushPolicy): PushAction {
  switch (state.verdict) {
    case 'same':
    case 'unkept':
      return 'keep';
    case 'push':
      return 'upload';
    case 'pull':
      return state.here === undefined ? 'keep' : 'splice';
    case 'emptied-there':
      return 'splice';
    case 'gone-here':
      return 'cannot-delete';
    case 'gone-there':
      return 'leave-out';
    case 'unbased':
      return policy.force || (policy.source && !policy.doubt) ? 'upload' : 'conflict';
    case 'clash':
      return state.here === undefined ? 'keep' : 'conflict';
    case 'conflict':
      return !policy.force ? 'conflict' : state.here === undefined ? 'cannot-delete' : 'upload';
  }
}

/** What pull does with one key: leave the disk as it is, `write` the service's text, `remove` the key, or report a `conflict`. */
export type PullAction = 'keep' | 'write' | 'remove' | 'conflict';

/** The pull column of contract.md, section 5. */
export function pullAction(state: KeyState, policy: PullPolicy): PullAction {
  switch (state.verdict) {
    case 'same':
    case 'unkept':
    case 'gone-here':
      return 'keep';
    case 'push':
      return policy.prune && state.base === undefined && state.there === undefined ? 'remove' : 'keep';
    case 'pull':
      return 'write';
    case 'emptied-there':
      return policy.empty ? 'write' : 'keep';
    case 'gone-there':
      return 'remove';
    case 'unbased':
      return policy.force || !(policy.source || policy.doubt) ? 'write' : 'conflict';
    case 'clash':
      return 'conflict';
    case 'conflict':
      return policy.force ? forcedPull(state, policy) : 'conflict';
  }
}

function forcedPull(state: KeyState, policy: PullPolicy): PullAction {
  if (state.there === undefined) return 'remove';
  return state.there === '' && !policy.empty ? 'conflict' : 'write';
}

/** On which side work waits for one key: what `status` counts. */
export type Waiting = 'none' | 'to-push' | 'to-pull' | 'conflict';

/** What push and pull without options would do about one key, as one word. */
export function waiting(state: KeyState, where: Circumstances): Waiting {
  switch (state.verdict) {
    case 'same':
    case 'unkept':
    case 'gone-here':
    case 'emptied-there':
      return 'none';
    case 'push':
      return 'to-push';
    case 'pull':
    case 'gone-there':
      return 'to-pull';
    case 'clash':
    case 'conflict':
      return 'conflict';
    case 'unbased':
      return where.doubt ? 'conflict' : where.source ? 'to-push' : 'to-pull';
  }
}
