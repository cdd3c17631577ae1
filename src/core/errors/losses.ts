import { EXIT } from './exit.js';
import { entry } from './entry.js';
import type { Scope, Suggest } from './suggest.js';
import { printable } from '../text/printable.js';
import { inLocale, inWords, quantity, itOrThem, wasOrWouldBe } from '../text/wording.js';

/** What a run takes from one side: the noun, the verb, and what is there now. */
const LOSSES = {
  'replaced-here': ['text', 'replaced', " by the service's"],
  'replaced-there': ['text', 'replaced', ' on the service by the disk'],
  'emptied-here': ['text', 'emptied', ', as on the service'],
  'removed-here': ['key', 'removed', ', which the service does not have'],
} as const;

/** What the errors of answers that are not to be believed have in common. */
export interface DoubtArgs {
  readonly command: 'pull' | 'push';
  /** The languages of this file that are concerned. */
  readonly scope: Scope;
}

/** The commands that take the service's texts, and those that send the disk's. */
const remedies = ({ scope }: DoubtArgs, run: Suggest): { readonly take: string; readonly send: string } => ({
  take: run('pull', ['--allow-shrink'], scope),
  send: run('push', ['--all', '--force'], scope),
});

/** The switch without which the shrink guard would stop what a message suggests. */
const shrinking = (shrinks: boolean | undefined): readonly string[] =>
  shrinks === true ? ['--allow-shrink'] : [];

/** Texts that a run would lose, and responses that may be wrong. */
export const lossErrors = {
  SHRINK: entry<
    DoubtArgs & { removed: number; emptied: number; replaced: number; of: number; locale?: string }
  >({
    exit: EXIT.differences,
    text: ({ removed, emptied, replaced, of, locale, command }) =>
      `${command} would ${inWords([
        removed > 0 ? `remove ${removed}` : '',
        emptied > 0 ? `empty ${emptied}` : '',
        replaced > 0 ? `replace ${replaced} by the source text` : '',
      ])} of ${of} keys${inLocale(locale)}; the file was left alone`,
    hint: (args, run) => {
      const { take, send } = remedies(args, run);
      return args.command === 'pull'
        ? `if that is right, run ${take}`
        : [`if that is right, take them: ${take}`, `else send the texts of the disk: ${send}`];
    },
  }),
  ANSWER_SHORT: entry<{ held: number; listed: number }>({
    exit: EXIT.differences,
    text: ({ held, listed }) =>
      `the service says that its source file has ${listed} keys, but its answers hold only ${held}: keys that are missing were not deleted; the file was left alone`,
    hint: () => 'run it again later; if the keys are really gone, remove them here by hand',
  }),
  ANOTHER_LOCALE_TEXTS: entry<DoubtArgs & { locale: string; other: string; count: number; of: number }>({
    exit: EXIT.differences,
    text: ({ locale, other, count, of }) =>
      `the service's texts for ${locale} are those of ${other}: ${count} of ${of}; the file was left alone`,
    hint: (args, run) => [
      `compare both languages on the service; if the texts are right for ${args.locale}, take them: ${remedies(args, run).take}`,
      `else send the texts of the disk: ${remedies(args, run).send}`,
    ],
  }),
  SOURCE_TEXTS: entry<{ count: number; keys: string; locale: string; command: 'pull' | 'push' }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, keys, locale, command }) =>
      command === 'pull'
        ? `${quantity(count, 'text')} in ${locale} ${count === 1 ? 'was' : 'were'} replaced by the source text: ${keys}`
        : `the service has the source text for ${quantity(count, 'translated key')} in ${locale}, and the upload carries it: ${keys}`,
    hint: ({ command }) =>
      `if the service returns the source text for untranslated keys, configure it to return none; ${command === 'pull' ? 'bring the translations back with git, then push them' : 'the translations here stay until the next pull'}`,
  }),
  ANSWERS_DIFFER: entry<{
    count: number;
    texts: string;
    locale: string;
    /** Both are answers for the language alone, and the upload carries neither text. */
    isLeftOut?: boolean;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, texts, locale, isLeftOut = false }) =>
      `the service returned two different texts for ${quantity(count, 'key')} in ${locale}; ${
        isLeftOut
          ? `the upload leaves ${itOrThem(count)} out, and an earlier answer had: ${texts}`
          : `the upload keeps the text of the answer for ${locale} alone, and the answer with all languages had: ${texts}`
      }`,
    hint: () => 'look at these keys on the service; if such a text is newer and is gone now, enter it again',
  }),
  LOCAL_LOSS: entry<{
    lost: number;
    of: number;
    /** How many of them other texts have replaced: those of `from`, or the source texts. */
    copied?: number;
    from?: string | undefined;
    scope: Scope;
    locale?: string;
  }>({
    exit: EXIT.differences,
    text: ({ lost, copied = 0, from, of, locale }) => {
      const by = from === undefined ? 'the source text' : `texts of ${printable(from)}`;
      const copies = copied === 0 ? '' : `, ${copied === lost ? '' : `${copied} of them `}replaced by ${by}`;
      return `the file has lost ${lost} of ${of} texts${inLocale(locale)} since it was last synced${copies}, and the service still has them`;
    },
    hint: ({ scope, copied = 0 }, run) => [
      `bring them back: ${run('pull', ['--restore'], scope)}`,
      `if they were ${copied === 0 ? 'deleted' : 'changed'} on purpose: ${run('push', ['--force'], scope)}`,
    ],
  }),
  LOCALE_EMPTIED: entry<DoubtArgs & { locale: string; count: number }>({
    exit: EXIT.differences,
    text: ({ locale, count }) =>
      `the service suddenly holds no text in ${locale}, although ${count} were synced; the file was left alone`,
    hint: (args, run) =>
      `check the language on the service; upload its texts again with ${remedies(args, run).send}`,
  }),
  LOCALE_GONE: entry<{ code: string; part?: boolean }>({
    exit: EXIT.differences,
    text: ({ code, part = false }) =>
      part
        ? `the project no longer has the locale ${code}, with which a part of this file was synced; that part was left alone`
        : `the project no longer has the locale ${code}, which this file was synced with; the file was left alone`,
    hint: ({ code, part = false }) =>
      `add the locale to the project on the service again; if it has another code there now, say so with \`localeMap\` in the configuration; or ${part ? `take ${code} out of the file` : 'remove the file, or leave it out with \`ignore\`'}`,
  }),
  SOURCE_KEYS_GONE: entry<{
    count: number;
    keys: string;
    scope: Scope;
    /** The shrink guard would stop a pull that removes them. */
    shrinks?: boolean;
    /** Items that others follow. */
    stuck?: { readonly count: number; readonly keys: string };
  }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `${quantity(count, 'key')} of the source locale ${count === 1 ? 'is' : 'are'} no longer on the service, in any language: ${keys}; ${count === 1 ? 'it was' : 'they were'} kept here`,
    hint: ({ count, scope, shrinks, stuck }, run) => {
      const prune = `${run('pull', ['--prune', ...shrinking(shrinks)], scope)}, or by hand`;
      if (!stuck) return `remove ${itOrThem(count)} here with ${prune}`;
      const empty = `set to "" by hand, which keeps the place in the list: ${stuck.keys}; no pull removes an item that others follow`;
      return stuck.count === count ? empty : [empty, `then remove the others here with ${prune}`];
    },
  }),
  SOURCE_TEXTS_MISSING: entry<{ count: number; keys: string; scope: Scope }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `the service has no text for ${quantity(count, 'key')} of the source locale that ${count === 1 ? 'was' : 'were'} synced: ${keys}; the ${count === 1 ? 'text stays' : 'texts stay'} here`,
    hint: ({ count, scope }, run) =>
      `upload ${itOrThem(count)} again with ${run('push', ['--all', '--force'], scope)}, or delete ${itOrThem(count)} here by hand`,
  }),
  PUSH_SHRINK: entry<{
    /** The languages of which more would be left out than the guard allows. */
    losses: readonly { readonly locale: string; readonly leftOut: number; readonly of: number }[];
    scope: Scope;
    /** Keys of the source locale are among them, which only `--prune` removes. */
    source: boolean;
  }>({
    exit: EXIT.differences,
    text: ({ losses }) =>
      `the service no longer has ${inWords(losses.map(({ locale, leftOut, of }) => `${leftOut} of ${of} texts in ${locale}`))}, and the upload would leave them out; the file was not uploaded`,
    hint: ({ scope, source }, run) => [
      `see them: ${run('diff', [], scope)}`,
      `upload them again: ${run('push', ['--force'], scope)}`,
      `remove them here: ${run('pull', [...(source ? ['--prune'] : []), '--allow-shrink'], scope)}`,
    ],
  }),
  /** `scope`: the files of this source file. */
  SOURCE_FILE_GONE: entry<{ name: string; scope: Scope }>({
    exit: EXIT.differences,
    text: ({ name }) =>
      `the service no longer has the source file that ${name} was synced with; nothing was removed or uploaded`,
    hint: ({ scope }, run) =>
      `upload the files again with ${run('push', ['--force'], scope)}, or remove them here`,
  }),
  SOURCE_FILE_UNLISTED: entry<{ name: string; id: string }>({
    exit: EXIT.differences,
    text: ({ name, id }) =>
      `the service's list lacks the source file that ${name} was synced with, but the service still answers for it (${id}); nothing of it was uploaded`,
    hint: () => 'run it again later; if the list stays so, check the project on the service',
  }),
  SOURCE_FILE_WAS_THERE: entry<{ name: string; version: number | undefined; count: number; keys: string }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ name, version, count, keys }) =>
      `the service's list lacked ${name}, but the upload became ${version === undefined ? 'a new version' : `version ${version}`} of a file that it had: newer texts there may be replaced, in ${quantity(count, 'key')}: ${keys}`,
    hint: () =>
      'compare them with their earlier versions on the service; other files of it were merged as usual',
  }),
  /** `scope`: the files of one source file. */
  SOURCE_LIST_EMPTY: entry<{ scope: Scope }>({
    exit: EXIT.remote,
    text: () =>
      'the service lists no source file at all, although this project was synced with some before; nothing was changed',
    hint: ({ scope }, run) =>
      `check the project on the service; then upload the files again: ${run('push', ['--force'], scope)}. Without a path, it uploads every file and replaces all texts on the service`,
  }),
  TEXTS_LOST: entry<{
    count: number;
    keys: string;
    what: keyof typeof LOSSES;
    done: boolean;
    scope: Scope;
    locale?: string;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, keys, what, done, locale }) => {
      const [subject, verb, by] = LOSSES[what];
      return `${quantity(count, subject)}${inLocale(locale)} ${wasOrWouldBe(count, done)} ${verb}${by}: ${keys}`;
    },
    hint: ({ what, done, scope }, run) => {
      if (!done) return `see both texts with ${run('diff', [], scope)}`;
      return what === 'replaced-there'
        ? 'the earlier texts are in the history of the service, if it keeps one'
        : 'see what was there with `git diff`, if the file is in git';
    },
  }),
  PRUNE_KEPT: entry<{ count: number; keys: string; scope: Scope; locale?: string }>({
    exit: EXIT.ok,
    text: ({ count, keys, locale }) =>
      `${quantity(count, 'key')}${inLocale(locale)} that only this file has ${count === 1 ? 'was' : 'were'} kept: ${keys}; ${count === 1 ? 'it was' : 'they were'} never pushed`,
    hint: ({ count, scope }, run) =>
      `upload ${itOrThem(count)} with ${run('push', [], scope)}, or remove ${itOrThem(count)} by hand`,
  }),
  CANNOT_DELETE: entry<{ count: number; keys: string; locale?: string }>({
    exit: EXIT.ok,
    text: ({ count, keys, locale }) =>
      `${quantity(count, 'key')}${inLocale(locale)} ${count === 1 ? 'was' : 'were'} deleted here and ${count === 1 ? 'is' : 'are'} still on the service: ${keys}; this interface cannot delete`,
    hint: ({ count }) => `delete ${itOrThem(count)} on the service`,
  }),
  LEFT_OUT: entry<{
    count: number;
    keys: string;
    locale: string;
    source: boolean;
    scope: Scope;
    /** The shrink guard would stop a pull that removes them. */
    shrinks?: boolean;
  }>({
    exit: EXIT.ok,
    text: ({ count, keys, locale }) =>
      `${quantity(count, 'key')} in ${locale} ${count === 1 ? 'was' : 'were'} deleted on the service and left out of the upload: ${keys}`,
    hint: ({ count, source, scope, shrinks }, run) =>
      `remove ${itOrThem(count)} here with ${run('pull', [...(source ? ['--prune'] : []), ...shrinking(shrinks)], scope)}`,
  }),
} as const;
