import { EXIT } from './exit.js';
import { someOf } from '../text/wording.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';

const NAMED = 10;

/** What `--plan` and `apply` may meet. */
export const planErrors = {
  PLAN_MOVED: entry<{
    moved: readonly string[];
    command: 'push' | 'pull';
    /** What moved are keys of one file, and other files may be done. */
    isFile?: boolean;
  }>({
    exit: EXIT.differences,
    text: ({ moved, isFile }) =>
      `the plan no longer holds${isFile === true ? ' for this file, which was not uploaded' : ', and nothing was done'}; changed since: ${someOf(
        moved.map((change) => printable(change)),
        NAMED,
      )}`,
    hint: ({ command }) => `make a new one: \`locsync ${command} --plan <file>\``,
  }),
  PLAN_OTHER: entry<{ origin: string; project: string }>({
    exit: EXIT.usage,
    text: ({ origin, project }) =>
      `the plan is for the project ${printable(project)} of ${printable(origin)}, and nothing was done`,
    hint: () => 'apply it where it was made, or make another one here',
  }),
  PLAN_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.usage,
    text: ({ reason }) => `this is not a plan that can be applied: ${reason}`,
    hint: () => 'make one with `locsync push --plan <file>` or `locsync pull --plan <file>`',
  }),
  PLAN_FOREIGN: entry<{ isLocaleFile: boolean }>({
    exit: EXIT.usage,
    text: ({ isLocaleFile }) =>
      isLocaleFile
        ? 'a pattern of the configuration treats this path as a locale file, so no plan was written'
        : 'the file is there and is not a plan, so it was not replaced',
    hint: () => 'give another name for the plan',
  }),
} as const;
