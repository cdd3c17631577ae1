import type { ProjectOptions } from '../project-options.js';

/** What `locsync push` was asked for. */
export interface PushFlags extends ProjectOptions {
  readonly dryRun: boolean;
  /** The disk wins every conflict. */
  readonly force: boolean;
  /** Upload every file, also where nothing differs. */
  readonly all: boolean;
  /** Upload no text that `check` would refuse. */
  readonly strict: boolean;
}
