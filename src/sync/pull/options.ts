import type { ProjectOptions } from '../project-options.js';

/** What `locsync pull` was asked for. */
export interface PullFlags extends ProjectOptions {
  readonly dryRun: boolean;
  /** The service wins every conflict. */
  readonly force: boolean;
  /** Remove keys that only the disk has, although no base says that they were deleted on the service. */
  readonly prune: boolean;
  /** Let an empty translation of the service empty a text here. */
  readonly empty: boolean;
  readonly allowShrink: boolean;
  /** Write the texts of keys back that were deleted here. */
  readonly restore: boolean;
  /** Write no text that `check` would refuse. */
  readonly strict: boolean;
}
