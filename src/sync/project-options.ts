import type { RuleSeverities } from '../core/check/rules.js';
import type { ConnectionFlags } from '../core/config/connection.js';
import type { Planning } from './planning.js';
import type { GlobalOptions, Switches, OptionValues } from '../options/types.js';

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

/** The severities of `check`, which `--strict` goes by. */
export interface StrictRules {
  readonly rules?: RuleSeverities | undefined;
}

/** What `locsync push` was asked for. */
export type PushFlags = ProjectOptions &
  Switches<'push'> &
  StrictRules & { readonly verbose?: boolean; readonly planning?: Planning };

/** What `locsync pull` was asked for. */
export type PullFlags = ProjectOptions &
  Switches<'pull'> &
  OptionValues<'pull'> &
  StrictRules & { readonly verbose?: boolean; readonly planning?: Planning };
