import type { OptionValues, Switches } from '../../options/types.js';
import type { ProjectOptions } from '../context/project-options.js';
import type { PlanRecorder } from '../restrictions/plan-recorder.js';
import type { StrictRules } from '../restrictions/strict.js';

/** What `locsync pull` was asked for. */
export type PullCommandOptions = ProjectOptions &
  Switches<'pull'> &
  OptionValues<'pull'> &
  StrictRules & { readonly verbose?: boolean; readonly planRecorder?: PlanRecorder };
