import type { Switches } from '../../../options/types.js';
import type { ProjectOptions } from '../../context/project-options.js';
import type { RunPlan } from '../../limits/run-plan.js';
import type { StrictRules } from '../../limits/strict.js';

/** What `locsync push` was asked for. */
export type PushFlags = ProjectOptions &
  Switches<'push'> &
  StrictRules & { readonly verbose?: boolean; readonly runPlan?: RunPlan };
