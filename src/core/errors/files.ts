import { EXIT } from './exit.js';
import { printDistinguishably, printable } from '../text/printable.js';
import { entry } from './entry.js';

const RERUN = 'run the command again';

/** Patterns, paths, local files and the run lock. The path itself is the error's place. */
export const fileErrors = {
  PATTERN_INVALID: entry<{ pattern: string; reason: string }>({
    exit: EXIT.usage,
    text: ({ pattern, reason }) => `the pattern "${printable(pattern)}" ${reason}`,
    hint: () => 'correct the pattern; quotes keep a shell from changing it',
  }),
  PATH_UNSAFE: entry<{ path: string; reason: string }>({
    exit: EXIT.local,
    text: ({ path, reason }) => `"${printable(path)}" is not written: it ${reason}`,
    hint: () => 'change the pattern, or map the locale to another code with `localeMap`',
  }),
  PATH_COLLISION: entry<{ path: string; other: string }>({
    exit: EXIT.local,
    text: ({ path, other }) => {
      const [missing, there] = printDistinguishably(path, other);
      return `"${missing}" is not written: "${there}" is there, and on a disk that ignores case they are one file`;
    },
    hint: () => 'rename one of them, or map the locale to the code that is on disk with `localeMap`',
  }),
  LINK_LEAVES_PROJECT: entry<{ link: string }>({
    exit: EXIT.local,
    text: ({ link }) => `the symbolic link "${printable(link)}" leaves the project's folder`,
    hint: () => 'replace the link with a file, or leave it out with `ignore`',
  }),
  LINK_DANGLING: entry<{ link: string }>({
    exit: EXIT.local,
    text: ({ link }) => `the symbolic link "${printable(link)}" leads to nothing`,
    hint: () => 'repair or remove the link',
  }),
  FILE_PARENT: entry<{ part: string }>({
    exit: EXIT.local,
    text: ({ part }) => `"${printable(part)}" is not a folder`,
    hint: () => 'rename it, or change the pattern',
  }),
  FILE_NOT_REGULAR: entry<{ kind: string }>({
    exit: EXIT.local,
    text: ({ kind }) => `expected a file, found a ${kind}`,
    hint: () => 'leave it out with `ignore`',
  }),
  FILE_TOO_LARGE: entry<{ size: number; limit: number }>({
    exit: EXIT.local,
    text: ({ size, limit }) => `the file has ${size} bytes, more than the limit of ${limit}`,
    hint: () => 'leave it out with `ignore`, or split it',
  }),
  FILE_NOT_UTF8: entry<{ byte: number }>({
    exit: EXIT.local,
    text: ({ byte }) => `the file is not valid UTF-8 at byte ${byte}`,
    hint: () => 'save it as UTF-8',
  }),
  FILE_ENCODING: entry<{ encoding: string }>({
    exit: EXIT.local,
    text: ({ encoding }) => `the file is ${encoding}, not UTF-8`,
    hint: () => 'save it as UTF-8',
  }),
  FILE_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the file cannot be read: ${reason}`,
    hint: () => 'fix this, or leave the file out with `ignore`',
  }),
  FOLDER_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the folder cannot be searched: ${reason}`,
    hint: () => 'fix this, or leave the folder out with `ignore`',
  }),
  FILE_UNWRITABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the file cannot be written: ${reason}; what was there is unchanged`,
    hint: () => `fix this, then ${RERUN}`,
  }),
  // Exit code 1, as for a conflict: everything else was done, and a second run takes the new text
  // into account.
  FILE_CHANGED: entry({
    exit: EXIT.differences,
    text: () => 'the file changed during the run and was left alone',
    hint: () => `${RERUN}: it takes the new text into account`,
  }),
  FILE_REMOVED: entry({
    exit: EXIT.local,
    text: () => 'the file was removed during the run, and could not be sent',
    hint: () => `put it back if it is still needed, then ${RERUN}`,
  }),
  /** `apart`: in another container, or on a machine of the same name. */
  RUN_LOCKED: entry<{
    pid: number;
    host: string;
    since: string;
    lock: string;
    here: boolean;
    apart?: boolean;
  }>({
    exit: EXIT.remote,
    text: ({ pid, host, since, apart }) =>
      `another locsync run is in progress: process ${pid} on ${printable(host)}${apart === true ? ' in another container' : ''}, since ${printable(since)}`,
    hint: ({ here, lock }) =>
      here
        ? 'wait until it is done'
        : `if nothing runs on that machine (or in that container) any more, remove ${printable(lock)} and ${RERUN}`,
  }),
  RUN_LOCK_UNREADABLE: entry<{ lock: string }>({
    exit: EXIT.remote,
    text: ({ lock }) =>
      `the run lock ${printable(lock)} cannot be understood, so another locsync run may be in progress`,
    hint: ({ lock }) => `if no other run is in progress, remove ${printable(lock)} and ${RERUN}`,
  }),
  RUN_LOCK_FAILED: entry<{ lock: string; reason: string }>({
    exit: EXIT.local,
    text: ({ lock, reason }) => `the run lock ${printable(lock)} cannot be taken: ${reason}`,
    hint: () => 'make the folder writable: commands that write keep their run lock in it',
  }),
} as const;
