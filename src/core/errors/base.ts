import type { LockRemedy } from '../lock/lock.js';
import { EXIT } from './exit.js';
import { entry } from './entry.js';

const REMEDIES: Readonly<Record<LockRemedy, string>> = {
  update: 'update locsync; the file is right',
  rewrite: 'merge the locale files; the next push or pull writes it anew',
  choose: 'take it from either side whole (`git checkout --theirs`): what it lacks counts as never synced',
  move: 'correct `baseUrl` or `project`; if the project has moved there, delete the file',
  restore: 'restore the file from git, or delete it to start as on a first run',
};

/** The lock, which holds the base. */
export const baseErrors = {
  BASE_NOT_WRITTEN: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the files are updated, but the base could not be written: ${reason}`,
    hint: () => 'run the same command again: it compares, and writes the base',
  }),
  LOCK_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the base cannot be read: ${reason}`,
    hint: () =>
      'put the lock file of the last commit back in its place; without one, texts that differ are conflicts',
  }),
  LOCK_FOREIGN: entry({
    exit: EXIT.usage,
    text: () => 'this file is not a lock of locsync, and it was left as it is',
    hint: () => 'name a file of its own with `lock` in the configuration, or leave the setting out',
  }),
  BASE_DOUBTFUL: entry<{ reason: string; remedy?: LockRemedy | undefined }>({
    exit: EXIT.ok,
    text: ({ reason, remedy }) =>
      remedy === 'rewrite'
        ? `some of the lock file cannot be used: ${reason}; texts that differ under keys between them are conflicts, nothing is overwritten`
        : `the lock file cannot be used: ${reason}; texts that differ are treated as conflicts, nothing is overwritten`,
    hint: ({ remedy = 'restore' }) => REMEDIES[remedy],
  }),
} as const;
