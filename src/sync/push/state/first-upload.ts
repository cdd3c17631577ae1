import type { BaseHashes } from '../../../core/merge/key-state.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';

/** What is known of a file that was uploaded earlier in this run. */
export interface FirstUpload {
  /** The bases of its languages, with what the run has settled since the lock was read. */
  readonly bases: readonly BaseHashes[];
  /** For each language what only the service had, and the run did not replace. */
  readonly onlyThere: readonly TextsByKey[];
  /** For each language the keys whose texts the run has replaced on purpose. */
  readonly replaced: readonly ReadonlySet<KeyId>[];
  /** Whether the run names the text that a language had of a key, by the index of the language. */
  readonly isNamed: (index: number, key: KeyId) => boolean;
}
