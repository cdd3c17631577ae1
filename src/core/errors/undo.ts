import { EXIT } from './exit.js';
import { entry } from './entry.js';

/** What `undo` and what it needs of a pull may meet. */
export const undoErrors = {
  UNDO_EDITED: entry({
    exit: EXIT.differences,
    text: () => 'the file was edited, moved or removed after the run that wrote it, and stays as it is',
    hint: (_, run) =>
      `see both versions: ${run('diff')}; once the file is again as that run left it, ${run('undo')} takes it back`,
  }),
  UNDO_LOCK: entry<{ reason: string | undefined }>({
    exit: EXIT.local,
    text: ({ reason = 'it cannot be read' }) =>
      `nothing was undone, since the base could not be put back: ${reason}`,
    hint: () =>
      'correct the lock first, such as with `git checkout`; with a wrong base, the next push would send the older texts',
  }),
  UNDO_NOT_KEPT: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) => `this run cannot be undone: ${reason}`,
    hint: () => 'git has the earlier files, if they are committed',
  }),
} as const;
