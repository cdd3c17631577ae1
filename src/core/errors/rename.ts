import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';
import { itOrThem } from '../text/wording.js';

/** What `mv` and `rm` may meet. */
export const renameErrors = {
  KEY_NOT_HERE: entry<{ key: string; nearest: string | undefined }>({
    exit: EXIT.usage,
    text: ({ key }) =>
      `no locale file here has the key ${printable(key)}, and no pattern finds a file of that name`,
    hint: ({ nearest }) =>
      nearest === undefined
        ? 'name a key as `locsync diff` does, without the language above it, or a locale file'
        : `did you mean ${printable(nearest)}?`,
  }),
  KEY_IN_SEVERAL: entry<{ key: string; sets: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ key, sets }) =>
      `several file sets have the key ${printable(key)}: ${sets.map((set) => printable(set)).join(', ')}`,
    hint: () => 'name one of them with `--file`, such as `--file config/locales/en.yml`',
  }),
  KEY_TAKEN: entry<{ key: string; by: string }>({
    exit: EXIT.usage,
    text: ({ key, by }) =>
      key === by
        ? `the key ${printable(key)} is in use already`
        : `the key ${printable(key)} does not fit beside ${printable(by)}: one would be a text and a group of keys`,
    hint: () => 'nothing was renamed; choose another key, or remove that one first',
  }),
  KEY_INSIDE: entry<{ from: string; to: string }>({
    exit: EXIT.usage,
    text: ({ from, to }) => `${printable(from)} cannot become ${printable(to)}: one is inside the other`,
    hint: () =>
      'rename it to another key first; push, and delete the old key on the service; then rename it again',
  }),
  NOT_REMEMBERED: entry<{ names: readonly string[]; lock: string }>({
    exit: EXIT.ok,
    text: ({ names, lock }) =>
      `${printable(lock)} does not have ${names.map((name) => printable(name)).join(', ')}: a pull brings ${itOrThem(names.length)} back if the service has ${itOrThem(names.length)}`,
    hint: (_, run) =>
      `run ${run('undo')}, then ${run('pull')}, and then the same command again; if it was never pushed, nothing is left to do`,
  }),
  KEY_NOT_EDITED: entry<{ key: string; reason: string }>({
    exit: EXIT.local,
    text: ({ key, reason }) =>
      `${printable(key)} cannot be taken from this file as it is: ${printable(reason)}`,
    hint: () => 'nothing was changed, in no file; change this place by hand first, and run the command again',
  }),
  KEY_PULL_ONLY: entry<{ key: string; locale: string }>({
    exit: EXIT.usage,
    text: ({ key, locale }) =>
      `${printable(key)} would only be renamed here: \`pullOnly\` keeps the texts of ${printable(locale)} from going up`,
    hint: () => 'rename it on the service, and pull',
  }),
  MOVE_NOT_FOUND: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `no pattern of the configuration finds ${printable(path)}`,
    hint: () => 'choose a path that a pattern under `files` finds, or add one first',
  }),
  MOVE_NO_FILES: entry<{ from: string; to: string }>({
    exit: EXIT.usage,
    text: ({ from, to }) =>
      `there are no files to move: neither at ${printable(from)} nor at ${printable(to)}`,
    hint: () => 'name the path of a file itself, not one through a link to its folder',
  }),
  MOVE_OTHER_LOCALE: entry<{ from: string; to: string }>({
    exit: EXIT.usage,
    text: ({ from, to }) => `${printable(from)} and ${printable(to)} are not files of the same locale`,
    hint: () => 'name the same locale in both paths: the files of all locales move along',
  }),
  /** `key`: only a key is to be moved. `isLost`: the file has other keys. */
  MOVE_MISSING: entry<{ path: string; key?: string; isLost?: boolean }>({
    exit: EXIT.usage,
    text: ({ key, isLost }) =>
      key === undefined
        ? 'the file is missing here, and its texts would count as removed on purpose once the others are moved'
        : `${isLost === true ? 'the file has lost a key since the last sync' : 'the file is missing here, or holds no text'}: its text of ${printable(key)} would keep the old name, and count as removed on purpose`,
    hint: ({ path, key, isLost }, run) =>
      isLost === true
        ? `bring it back with ${run('pull', ['--restore'], { paths: [path] })} or with git, then move the key; if it was removed on purpose, run ${run('push', ['--force'], { paths: [path] })} first`
        : `bring it back with ${run('pull', key === undefined ? [] : ['--restore'])} or with git, then move the ${key === undefined ? 'set' : 'key'}; or remove the language on the service first`,
  }),
  MOVE_SPELLING: entry<{ from: string; to: string }>({
    exit: EXIT.usage,
    text: ({ from, to }) =>
      `${printable(from)} and ${printable(to)} differ only in how they spell the locale: \`mv\` moves the files of all locales`,
    hint: ({ from, to }) =>
      `rename this one with git mv ${from} ${to}: what both sides agreed on stays with it`,
  }),
  FILE_TAKEN: entry({
    exit: EXIT.usage,
    text: () => 'there is another file already',
    hint: () => 'nothing was moved; choose another path, or remove that file first',
  }),
  FILE_IS_LINK: entry({
    exit: EXIT.usage,
    text: () =>
      'the file is a symbolic link, or is reached through one, and stays: locsync neither moves nor removes links',
    hint: () => 'move or remove the link with git, or put a file in its place; then run the command again',
  }),
} as const;
