import { EXTENSIONS } from '../formats.js';
import { EXIT } from './exit.js';
import type { Reversal } from '../merge/key-state.js';
import { printable, printDistinguishably } from '../text/printable.js';
import { entry } from './entry.js';
import type { Scope } from './suggest.js';
import { inLocale, quantity, itOrThem, wasOrWouldBe } from '../text/wording.js';

/** What a conflict left as it was; `push again`: found when the upload was planned again. */
const KEPT = {
  push: 'neither text replaced the other',
  'push --dry-run': 'neither text would replace the other',
  'push again': 'neither text replaced the other',
  pull: 'the texts on disk stay',
  status: 'nothing was written',
};

const BACK = {
  service: (count: number, keys: string, where: string) =>
    `the service holds again what the last push from here replaced, probably by another machine's stale upload: ${quantity(count, 'key')}${where} (${keys})`,
  upload: (count: number, keys: string, where: string) =>
    `the service holds what an earlier push from here sent, which was interrupted or arrived late, and the disk has changed since: ${quantity(count, 'key')}${where} (${keys})`,
  disk: (count: number, keys: string, where: string) =>
    `the disk holds again what a pull replaced or removed, as after \`git checkout\`: ${quantity(count, 'key')}${where} (${keys})`,
  gone: (count: number, keys: string, where: string) =>
    `both sides had added ${quantity(count, 'key')}${where} (${keys}), and the service lacks ${itOrThem(count)} again`,
  older: (count: number, keys: string, where: string) =>
    `the service has gone back to what it held before, or its last answer is old: ${quantity(count, 'key')}${where} (${keys})`,
} as const;

/** Whether the counts of keys by name are of a single key. */
const isOneKey = (keys: ReadonlyMap<string, number>): boolean =>
  keys.size === 1 && keys.values().next().value === 1;

/** What the JSON parser says of a file without any content. */
export const EMPTY_FILE = 'the file is empty';

/** Errors about the texts of a locale file: syntax, keys, conflicts. */
export const textErrors = {
  FILE_SYNTAX: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => reason,
    hint: ({ reason }, run) =>
      reason === EMPTY_FILE
        ? `bring its texts back with ${run('pull', ['--restore'])}, or remove it; nothing of it was uploaded`
        : 'correct the file; it was left as it is and nothing of it was uploaded',
  }),
  FILE_UNMERGED: entry({
    exit: EXIT.local,
    text: () => 'the file holds conflict markers of git',
    hint: () => 'resolve them; the file was left as it is and nothing of it was uploaded',
  }),
  FILE_WARNING: entry<{ reason: string }>({ exit: EXIT.ok, text: ({ reason }) => reason }),
  PATHS_COLLIDE: entry<{ one: string; other: string }>({
    exit: EXIT.local,
    text: ({ one, other }) =>
      `${printDistinguishably(one, other).join(' and ')} cannot both be written: on some disks they are one file`,
    hint: () => 'tell them apart with `localeMap` or `files` in the configuration',
  }),
  FORMAT_UNKNOWN: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `${path} is neither ${EXTENSIONS.join(' nor ')}`,
    hint: () => 'narrow the pattern in `files`',
  }),
  EDIT_REFUSED: entry<{
    key: string;
    reason: string;
    more: number;
    /** The names of the others, each with its language if that is another one. */
    others?: string;
    isNew?: boolean;
    renumbers?: boolean;
    /** The language, if the file has several. */
    locale?: string;
  }>({
    exit: EXIT.local,
    text: ({ key, reason, more, others = '', isNew = false, renumbers = false, locale }) => {
      const what = renumbers
        ? 'is gone on the service and cannot be removed here'
        : `cannot be ${isNew ? 'in a new file' : 'changed without harm'}`;
      const like = more > 0 ? `; and ${more} more like it${others === '' ? '' : `: ${others}`}` : '';
      return `the key ${key}${inLocale(locale)} ${what}: ${reason}${like}`;
    },
    hint: ({ isNew = false, renumbers = false }) => {
      if (renumbers)
        return 'set its text to "" by hand, which keeps its place, or bring it back on the service; the file was left as it is';
      return isNew
        ? 'change it on the service, then pull again; no file was written'
        : 'change it by hand; the file was left as it is';
    },
  }),
  /** `keys` are all that are like this, by name, each with how many have that name. */
  KEY_AMBIGUOUS: entry<{ keys: ReadonlyMap<string, number> }>({
    exit: EXIT.ok,
    // They are named nowhere else.
    isNeverCut: true,
    text: ({ keys }) => {
      const names = [...keys].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
      const one = isOneKey(keys);
      const what = one
        ? `has several texts for ${names.join()}`
        : `cannot tell these keys of this file apart: ${names.join(', ')}`;
      return `the service ${what}; ${one ? 'they' : 'their texts'} are not compared and not written, and an upload carries what the service has of them`;
    },
    hint: ({ keys }) =>
      isOneKey(keys)
        ? 'remove all but one of them on the service'
        : 'rename all but one of those that are alike',
  }),
  /** `keys` are those of the service, all by name; with `like` there is one. */
  KEY_DOUBTFUL: entry<{ keys: readonly string[]; like: string | undefined }>({
    exit: EXIT.ok,
    // They are named nowhere else.
    isNeverCut: true,
    text: ({ keys, like }) => {
      const one = keys.length === 1;
      const named = `the service has the key${one ? '' : 's'} ${keys.map((key) => printable(key)).join(', ')}`;
      const why =
        like === undefined
          ? `and nothing shows whether ${one ? 'its' : 'their'} signs separate groups`
          : `which looks like ${printable(like)} here, spelt in an unknown way`;
      const left =
        like === undefined
          ? `${one ? 'it is' : 'they are'} not compared and not written`
          : 'neither is compared or written';
      return `${named}, ${why}; ${left}`;
    },
    hint: ({ like }) =>
      like === undefined
        ? 'add each such key to the file by hand, in the shape that your application reads'
        : 'if both are one key, spell it here as the service does; if they are two, rename one of them',
  }),
  KEYS_UNFAMILIAR: entry<{ here: string; there: string; name: string }>({
    exit: EXIT.remote,
    text: ({ here, there, name }) =>
      `almost none of the keys of this file are in the service's answer for ${name}: here ${here}, on the service ${there}; nothing was written, removed or uploaded`,
    hint: () =>
      'check that the file belongs to this source file, and how the service spells keys; if its keys were renamed there, rename one of them here by hand too',
  }),
  KEY_CLASH: entry<{ key: string; other: string; side: 'here' | 'there' }>({
    exit: EXIT.differences,
    text: ({ key, other, side }) =>
      side === 'here'
        ? `${key} is a text here, but a group of keys on the service (${other}): no file can hold both`
        : `${key} is a text on the service, but a group of keys here (${other}): no file can hold both`,
    hint: ({ key, side }) =>
      side === 'here'
        ? `rename one of them, or leave ${key} out of push and pull with \`ignoreKeys\` in the configuration`
        : `empty the text of ${key} on the service, rename one of them, or leave it out of push and pull with \`ignoreKeys\` in the configuration`,
  }),
  CONFLICT: entry<{
    count: number;
    keys: string;
    command: keyof typeof KEPT;
    /** Whether a base says that both sides have changed. */
    based: boolean;
    /** Only since a text that this machine has replaced or sent before is back. */
    back?: Reversal | undefined;
    /** The service holds none of these texts, and a pull empties none unless asked to. */
    empty?: boolean;
    /** The language, if the file has several. */
    locale?: string;
    /** This language of this file. */
    scope: Scope;
    /** The shrink guard would stop a pull that lets the service win. */
    shrinks?: boolean;
    /** The one way that the configuration leaves to this locale (`pushOnly`, `pullOnly`). */
    way?: 'up' | 'down' | undefined;
    /** The file is not here: a push has nothing to send. */
    isMissing?: boolean;
  }>({
    exit: EXIT.differences,
    text: ({ count, keys, command, based, back, locale }) => {
      const where = locale === undefined ? '' : ` in ${locale}`;
      return back
        ? `${BACK[back](count, keys, where)}; ${KEPT[command]}`
        : based
          ? `${quantity(count, 'key')}${where} ${count === 1 ? 'was' : 'were'} changed on both sides: ${keys}; ${KEPT[command]}`
          : `${quantity(count, 'key')}${where} ${count === 1 ? 'differs' : 'differ'} from the service; the last sync is not recorded, so locsync cannot tell which text is newer: ${keys}; ${KEPT[command]}`;
    },
    hint: ({ scope, empty, back, shrinks, way, isMissing }, run) => {
      const take = [
        '--force',
        ...(empty === true ? ['--empty'] : []),
        ...(shrinks === true ? ['--allow-shrink'] : []),
      ];
      const pull = run('pull', take, scope);
      const push = run('push', ['--force'], scope);
      const look = `see both texts: ${run('diff', [], scope)}`;
      if (back === 'gone' || back === 'older')
        return [
          'look at these keys on the service; its answer may be old',
          `send the disk's: ${push}`,
          ...(back === 'gone' ? ['or remove the keys here, if they were removed there on purpose'] : []),
        ];
      if (way === 'up')
        return [
          look,
          `send the disk's: ${push}`,
          'or write the text of the service into the file: it is only pushed',
        ];
      if (way === 'down')
        return [
          look,
          `take the service's: ${pull}`,
          'or change the text on the service: the locale is only pulled',
        ];
      if (isMissing === true)
        return [
          look,
          `let the service win: ${pull}`,
          `leave it deleted here: ${run('resolve', ['--local'], scope)}`,
        ];
      return [
        look,
        ...(back === 'service' || back === 'upload'
          ? [`send the disk's${back === 'service' ? ' again' : ''}: ${push}`, `take the service's: ${pull}`]
          : [
              `${empty === true ? 'take the empty text' : 'let the service win'}: ${pull}`,
              `let the disk win (edited or as it is): ${push}`,
            ]),
        // An empty text is taken by option only.
        ...(empty === true ? [] : [`decide key by key: ${run('resolve', [], scope)}`]),
      ];
    },
  }),
  /** `texts` are those of the disk, whole. */
  TEXTS_ALTERED: entry<{
    count: number;
    keys: string;
    texts: string;
    done: boolean;
    scope: Scope;
    locale?: string;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, keys, texts, done, locale }) => {
      return `${quantity(count, 'text')}${inLocale(locale)} ${wasOrWouldBe(count, done)} replaced by what the service may have made of ${itOrThem(count)} (cut, escaped, an earlier text): ${keys}; here ${count === 1 ? 'it was' : 'they were'} ${texts}`;
    },
    hint: ({ count, scope }, run) =>
      `if this was not intended, enter the ${count === 1 ? 'text' : 'texts'} again here, then run ${run('push', ['--force'], scope)}`,
  }),
} as const;
