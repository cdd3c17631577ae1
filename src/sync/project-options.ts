import type { ConnectionFlags } from '../core/config/connection.js';

/** What every command that reads the project may be given. */
export interface ProjectOptions extends ConnectionFlags {
  /** `--config`, relative to the working folder. */
  readonly config?: string | undefined;
  /** `--locale`, split at commas; all locales where empty. */
  readonly locale: readonly string[];
  /** Whether to trace each request on stderr. */
  readonly debug: boolean;
  /** False: every answer is asked for anew, and none is kept for the next run. */
  readonly cache?: boolean | undefined;
  /** Path arguments, relative to the working folder; all file sets where empty. */
  readonly paths: readonly string[];
}
