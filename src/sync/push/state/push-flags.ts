import type { Switches } from '../../../options/types.js';
import type { ProjectOptions } from '../../context/project-options.js';
import type { PlanRecorder } from '../../restrictions/plan-recorder.js';
import type { StrictRules } from '../../restrictions/strict.js';

/** What `locsync push` was asked for. */
export type PushFlags = ProjectOptions &
  Switches<'push'> &
  StrictRules & { readonly verbose?: boolean; readonly planRecorder?: PlanRecorder };
