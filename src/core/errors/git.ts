import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';
import { quantity, someOf } from '../text/wording.js';

/** How many keys of a conflict are named, and how many comments. */
const MOST_KEYS = 5;
const MOST_COMMENTS = 20;

const RESOLVE = 'edit the file between the markers, then `git add` it';

/** `git-setup` and `merge-driver`. */
export const gitErrors = {
  MERGE_CONFLICT: entry<{ keys: readonly string[] }>({
    exit: EXIT.differences,
    text: ({ keys }) =>
      `${keys.length === 1 ? 'one key was' : `${keys.length} keys were`} changed on both sides: ${someOf(
        keys.map((key) => printable(key)),
        MOST_KEYS,
      )}`,
    hint: () => RESOLVE,
  }),
  MERGE_LINES_CONFLICT: entry<{ reason: string }>({
    exit: EXIT.differences,
    text: ({ reason }) => `lines were changed on both sides; the keys cannot be merged: ${reason}`,
    hint: () => RESOLVE,
  }),
  MERGE_ALL_MARKED: entry<{ reason: string }>({
    exit: EXIT.differences,
    text: ({ reason }) =>
      `neither the keys nor the lines can be merged, and all that differs is marked: ${reason}`,
    hint: () => RESOLVE,
  }),
  MERGE_BY_LINES: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) => `merged by lines as git does, since the keys cannot be merged: ${reason}`,
    hint: () => 'look at the result before you commit it',
  }),
  MERGE_COMMENTS: entry<{ comments: readonly string[] }>({
    exit: EXIT.ok,
    text: ({ comments }) =>
      `${quantity(comments.length, 'comment')} could not be kept at ${comments.length === 1 ? 'its key' : 'their keys'}: ${someOf(
        comments.map((comment) => printable(comment)),
        MOST_COMMENTS,
        ' | ',
      )}`,
    hint: () => 'look at both versions of the file, and copy what you need',
  }),
  MERGE_LOCK_UNKNOWN: entry<{ count: number }>({
    exit: EXIT.ok,
    text: ({ count }) =>
      `both branches have synced ${count === 1 ? 'one key' : `${count} keys`} since; if a text still differs from the service, it is a conflict`,
    hint: (_, run) => `run ${run('status')} after the merge`,
  }),
  MERGE_FILE_MISSING: entry<{ path: string }>({
    exit: EXIT.local,
    text: ({ path }) => `"${printable(path)}" cannot be merged: the file does not exist`,
    hint: () => 'let git call this command; docs/git.md says how',
  }),
  GIT_UNAVAILABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `git cannot be run: ${reason}`,
    hint: () => 'install git, or add it to PATH',
  }),
  GIT_NO_REPOSITORY: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `git knows no repository here: ${reason}`,
    hint: () => 'run it in a clone, or run `git init` first',
  }),
  GIT_CONFIG_FAILED: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `git could not change the configuration of this clone: ${reason}`,
    hint: () => 'remove the cause, then run the command again',
  }),
  GIT_OTHER_MERGE: entry<{ path: string; merge: string; count: number }>({
    exit: EXIT.ok,
    text: ({ path, merge, count }) => {
      const others = count === 1 ? '' : ` and ${quantity(count - 1, 'other file')}`;
      return `git does not merge ${printable(path)}${others} with locsync: another rule sets merge to "${printable(merge)}"`;
    },
    hint: () =>
      'remove that rule from .gitattributes, from one in a folder below it, or from .git/info/attributes',
  }),
  GIT_NO_PROGRAM: entry<{ where: 'nowhere' | 'repository' | 'package'; path: string }>({
    exit: EXIT.ok,
    text: ({ where, path }) => {
      if (where === 'nowhere') return 'git finds no `locsync` on PATH, and merges by lines until it does';
      return where === 'repository'
        ? 'the first `locsync` on PATH is inside this repository; git must not run a program that a branch can replace'
        : `the first \`locsync\` on PATH is ${JSON.stringify(printable(path))}, where git finds it only while npm runs it`;
    },
    hint: () =>
      'install locsync for your account: `npm install --global --ignore-scripts <file>` with the file that `npm pack` made',
  }),
} as const;
