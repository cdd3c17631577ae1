import type { RuleSeverities } from '../../core/check/rules.js';
import type { Planning } from './planning.js';
import type { Switches, OptionValues } from '../../options/types.js';
import type { ProjectOptions } from '../context/project-options.js';

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
