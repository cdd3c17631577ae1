import type { TextsByKey, KeyId } from '../../../core/keys/key.js';
import type { LocsyncError } from '../../../core/errors/index.js';
import type { FileReport } from '../../../core/report/file-report.js';
import type { SetModel } from '../../../plan/set-model.js';
import type { PushPlan } from '../../../plan/push.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';

/** A plan made from what both sides hold at this moment. */
export interface Replanned {
  readonly compared: ComparedFile;
  readonly model: SetModel | undefined;
  /** Undefined if the file is no longer on disk. */
  readonly plan: PushPlan | undefined;
  /** The rows of the report under this plan; none without a plan. */
  readonly rows: readonly FileReport[];
  /** Why it must not be uploaded although it could be. */
  readonly stops: readonly LocsyncError[];
  /** When the oldest answer that the plan is made from had come, on the host's clock. */
  readonly readAt: number;
  /** The digest of each answer that the plan was made from, by the id of its locale. */
  readonly digests: ReadonlyMap<string, string>;
  /** For each language the texts that only the service had, in any answer so far. */
  readonly onlyThere: readonly TextsByKey[];
  /** Texts of the service that an attempt before this plan has lost. */
  readonly losses: readonly LocsyncError[];
  readonly errors: readonly LocsyncError[];
}

/** A plan of which something is to be sent. */
export interface Sendable extends Replanned {
  readonly plan: PushPlan;
  readonly content: string;
}

/** What is known of a file that was uploaded earlier in this run. */
export interface PriorUpload {
  /** The bases of its languages, with what the run has settled since the lock was read. */
  readonly bases: readonly BaseHashes[];
  /** For each language what only the service had, and the run did not replace. */
  readonly onlyThere: readonly TextsByKey[];
  /** For each language the keys whose texts the run has replaced on purpose. */
  readonly replaced: readonly ReadonlySet<KeyId>[];
  /** Whether the run names the text that a language had of a key, by the index of the language. */
  readonly isNamed: (index: number, key: KeyId) => boolean;
}
