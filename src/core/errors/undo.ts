import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';
import { quantity, itOrThem, wasOrWouldBe } from '../text/wording.js';

/** What `undo` and what it needs of a pull may meet. */
export const undoErrors = {
  UNDO_EDITED: entry({
    exit: EXIT.differences,
    text: () => 'the file was edited, moved or removed after the run that wrote it, and stays as it is',
    hint: (_, run) =>
      `see both versions: ${run('diff')}; once the file is again as that run left it, ${run('undo')} takes it back`,
  }),
  /** `path` is the old one. */
  UNDO_ONLY_COPY: entry<{ path: string }>({
    exit: EXIT.differences,
    text: ({ path }) =>
      `the file stays: it may hold the only copy of the texts of ${printable(path)}, which cannot be put back`,
    hint: ({ path }, run) => `clear the way for ${printable(path)}, and run ${run('undo')} again`,
  }),
  UNDO_LOCK: entry<{ reason: string | undefined }>({
    exit: EXIT.local,
    text: ({ reason = 'it cannot be read' }) =>
      `nothing was undone, since the base could not be put back: ${reason}`,
    hint: () =>
      'correct the lock first, such as with `git checkout`; with a wrong base, the next push would send the older texts',
  }),
  UNDO_OTHER: entry<{ lock: string }>({
    exit: EXIT.differences,
    text: ({ lock }) =>
      `the last run here that wrote locale files had another configuration, whose lock is ${lock}; nothing was undone`,
    hint: () => 'undo it with the `--config` of that run',
  }),
  /** `texts` are those that leave the disk: each whole, or the keys alone if they are many. */
  TEXTS_TAKEN_BACK: entry<{ count: number; texts: string; done: boolean }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, texts, done }) =>
      `${quantity(count, 'text')} that the last run wrote here ${wasOrWouldBe(count, done)} taken back: ${texts}`,
    hint: (_, run) =>
      `get back what the service still has: ${run('pull')}, or ${run('pull', ['--restore'])} if it had been deleted here; of the rest there may be no other copy`,
  }),
  /** `texts` are those that the disk held, each whole. */
  RUN_UNFINISHED: entry<{
    count: number;
    texts: string;
    /** The file was edited since, or the run has not come to it. */
    isUnclear?: boolean;
    /** It was a run of another configuration: undo with this one does not take it back. */
    isOfOther?: boolean;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, texts, isUnclear }) =>
      `an earlier run that did not finish ${isUnclear === true ? 'may have' : 'has'} replaced or removed ${quantity(count, 'text')} here: ${texts}`,
    hint: ({ count, isOfOther }, run) =>
      isOfOther === true
        ? `write ${itOrThem(count)} into the file`
        : `write ${itOrThem(count)} into the file, or take back what both runs wrote: ${run('undo')}`,
  }),
  UNDO_NO_FOLDER: entry({
    exit: EXIT.local,
    text: () => 'no run can be undone here: this user has no private folder for caches, which undo needs',
    hint: () =>
      'set HOME or XDG_CACHE_HOME to a folder of your own before the next pull; git has the earlier files, if they are committed',
  }),
  UNDO_NOT_KEPT: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) => `this run cannot be undone: ${reason}`,
    hint: () => 'git has the earlier files, if they are committed',
  }),
  UNDO_UNWRITABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `nothing was changed, since it could not be undone: ${reason}`,
    hint: () => 'make room on the disk, or let this user write `.locsync/`, then run the command again',
  }),
} as const;
