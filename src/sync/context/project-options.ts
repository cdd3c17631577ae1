import type { ConnectionFlags } from '../../core/config/connection.js';
import { givenSwitches } from '../../options/read.js';
import type { GlobalOptions, SwitchOf } from '../../options/types.js';

/** What every command that needs the service may be given. */
export interface ServiceOptions extends ConnectionFlags, Pick<GlobalOptions, 'debug'> {
  /** `--cwd` as it was given: `host.cwd` is that folder already. */
  readonly cwd?: string | undefined;
  /** `--config`, relative to the working folder. */
  readonly config?: string | undefined;
  /** False: every answer is asked for anew, and none is kept for the next run. */
  readonly cache?: boolean | undefined;
}

/** What every command that reads the project may be given. */
export interface ProjectOptions extends ServiceOptions {
  /** `--locale`, split at commas; all locales if empty. */
  readonly locale: readonly string[];
  /** Path arguments, relative to the working folder; all file sets if empty. */
  readonly paths: readonly string[];
}

/**
 * Whether no switch makes a run act on other keys than those that wait for it, and nothing records
 * its plan. Such a run may go by the index.
 */
export const isPlainRun = <Command extends 'push' | 'pull'>(
  command: Command,
  options: Partial<Record<SwitchOf<Command>, boolean | undefined>> & { readonly planRecorder?: unknown },
): boolean => givenSwitches(command, options).length === 0 && options.planRecorder === undefined;
