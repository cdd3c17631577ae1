import { EXTENSIONS } from '../formats.js';
import type { LockRemedy } from '../merge/lock-reader.js';
import { EXIT } from './exit.js';
import type { ReplacedOn } from '../merge/key-state.js';
import { distinguishable } from '../text/look-alike.js';
import { entry } from './entry.js';

/**
 * What a conflict left as it was; `push again`: it was found only when the upload was planned
 * again.
 */
const KEPT = {
  push: 'neither text replaced the other',
  'push --dry-run': 'neither text would replace the other',
  'push again': 'neither text replaced the other',
  pull: 'the texts on disk stay',
};

/** What a run takes from one side: the noun, the verb, and what is there now. */
const LOSSES = {
  'replaced-here': ['text', 'replaced', " by the service's"],
  'replaced-there': ['text', 'replaced', ' on the service by the disk'],
  'emptied-here': ['text', 'emptied', ', as on the service'],
  'removed-here': ['key', 'removed', ', which the service does not have'],
} as const;

const BACK = {
  service: (count: number, keys: string) =>
    `the service holds again what the last push from here replaced, probably by another machine's stale upload: ${count === 1 ? '1 key' : `${count} keys`} (${keys})`,
  disk: (count: number, keys: string) =>
    `the disk holds again what the last pull replaced, as after \`git checkout\`: ${count === 1 ? '1 key' : `${count} keys`} (${keys})`,
} as const;

const listed = (codes: readonly string[]): string => (codes.length === 0 ? 'none' : codes.join(', '));

const REMEDIES: Readonly<Record<LockRemedy, string>> = {
  update: 'update locsync; the file is right',
  rewrite: 'merge the locale files; the next push or pull writes it anew',
  choose: 'take it from either side whole (`git checkout --theirs`): what it lacks counts as never synced',
  move: 'correct `baseUrl` or `project`; if the project has moved there, delete the file',
  restore: 'restore the file from git, or delete it to start as on a first run',
};

/** What the errors of answers that are not to be believed have in common. */
export interface Suspect {
  readonly command: 'pull' | 'push';
  /** The arguments that mean this file alone. */
  readonly scope: string;
  /** The options of the command that the remedy needs too, each with a space after it. */
  readonly given?: string;
}

/** The commands that take the service's texts, and those that send the disk's. */
const remedies = ({ scope, given = '' }: Suspect): { readonly take: string; readonly send: string } => ({
  take: `\`locsync pull ${given}--allow-shrink ${scope}\``,
  send: `\`locsync push --all --force ${scope}\``,
});

/** `a`, `a and b`, `a, b and c`, without empty ones. */
function inWords(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '');
  const last = said.pop() ?? '';
  return said.length === 0 ? last : `${said.join(', ')} and ${last}`;
}

/** Errors of matching and comparing: locales, file sets, source files, keys. */
export const syncErrors = {
  LOCALE_UNSAFE: entry<{ code: string; reason: string }>({
    exit: EXIT.local,
    text: ({ code, reason }) => `the locale code "${code}" cannot be part of a file name: ${reason}`,
    hint: () => 'give it a code for file names with `localeMap` in the configuration',
  }),
  LOCALE_COLLISION: entry<{ one: string; other: string; tag: string }>({
    exit: EXIT.usage,
    text: ({ one, other, tag }) =>
      `the locales ${one} and ${other} of the project both map to the code ${tag} in file names`,
    hint: () => 'tell them apart with `localeMap` in the configuration',
  }),
  LOCALE_SHARED: entry<{ code: string; all: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ code, all }) =>
      `this file was synced as ${code}, and the project has ${all.join(' and ')} now: nothing shows which of them it is`,
    hint: ({ code, all: [first = code] }) =>
      `say so with \`localeMap\` in the configuration, such as \`{"${first}": "${code}"}\``,
  }),
  LOCALE_CASE_COLLISION: entry<{ one: string; other: string }>({
    exit: EXIT.local,
    text: ({ one, other }) =>
      `the locales ${one} and ${other} of the project differ only in case: on many disks their files would be the same`,
    hint: () => 'tell them apart with `localeMap` in the configuration',
  }),
  LOCALE_MAP_UNKNOWN: entry<{ key: string; path: string; nearest: string; country: string }>({
    exit: EXIT.usage,
    text: ({ key, path, nearest, country }) =>
      `the project has no locale ${key}, which \`localeMap\` names and ${path} is for; it has ${nearest}${country === '' ? '' : ` (country "${country}")`}, which would get a second file`,
    hint: ({ key, nearest }) =>
      `did you mean ${nearest} in place of ${key}? \`locsync locales\` lists the codes`,
  }),
  LOCALE_UNKNOWN: entry<{ code: string; known: readonly string[] }>({
    exit: EXIT.remote,
    text: ({ code, known }) => `the project has no locale ${code}; it has ${listed(known)}`,
    hint: () => 'list them with `locsync locales`',
  }),
  SOURCE_LOCALE_MISSING: entry<{ code: string; known: readonly string[]; isDefault: boolean }>({
    exit: EXIT.ok,
    text: ({ code, known, isDefault }) =>
      `the project has no locale ${code}, the ${isDefault ? 'default source locale' : 'source locale of the configuration'}; it has ${listed(known)}: no file counts as the source`,
    hint: () =>
      'set `sourceLocale` to the locale that developers write; if file names have another code for it than the service, name both in `localeMap`',
  }),
  LOCALE_STRANGER: entry<{ code: string; source: boolean; part?: boolean }>({
    exit: EXIT.ok,
    text: ({ code, source, part = false }) =>
      `the project lacks the ${source ? 'source locale' : 'locale'} ${code}, so this ${part ? 'part of the file' : 'file'} is not synced`,
    hint: ({ part = false }) =>
      part
        ? 'add the locale to the project on the service, or take it out of the file'
        : 'add the locale to the project on the service, or leave the file out with `ignore`',
  }),
  LOCALE_ROOT: entry<{ root: string; locale: string }>({
    exit: EXIT.local,
    text: ({ root, locale }) =>
      `the file is named for ${locale}, but its texts are under the top-level key "${root}", another language of the project`,
    hint: ({ locale }) => `rename the top-level key to "${locale}", or the file`,
  }),
  LOCALE_ROOTS: entry<{ locale: string; one: string; line: number; other: string; otherLine: number }>({
    exit: EXIT.local,
    text: ({ locale, one, line, other, otherLine }) =>
      `the file is for ${locale}, but a service may read its top-level keys "${one}" (line ${line}) and "${other}" (line ${otherLine}) as two languages; it was not compared, and nothing of it was uploaded`,
    hint: ({ locale }) =>
      `move each language other than ${locale} to its own file; for files of several languages use a pattern without {locale}`,
  }),
  LOCALE_ROOT_TWICE: entry<{ locale: string; one: string; line: number; other: string }>({
    exit: EXIT.local,
    text: ({ locale, one, line, other }) =>
      `the file holds the language ${locale} twice, here under "${other}" and on line ${line} under "${one}"; it was not compared, and nothing of it was uploaded`,
    hint: () => 'put its texts under one of the two keys',
  }),
  LANGUAGE_ROOT: entry<{ root: string }>({
    exit: EXIT.local,
    text: ({ root }) =>
      `the pattern of this file has no {locale}, so each of its top-level keys is a language, but "${root}" is not; it was not compared, and nothing of it was uploaded`,
    hint: () => 'move the texts under that key below each language, or to another file',
  }),
  LANGUAGES_MISSING: entry<{ path: string; pattern: string; meant: string; only?: string }>({
    exit: EXIT.usage,
    text: ({ path, pattern, only }) =>
      `the pattern ${pattern} has no {locale}, so its files hold several languages under top-level keys, but ${path} ${only === undefined ? 'has no language of the project there' : `is named for ${only} and holds only that language`}`,
    hint: ({ meant }) =>
      `name the files of one language each with {locale} in the pattern, such as ${meant}, or put each language under its code at the top of the file`,
  }),
  TWO_FILES_ONE_LOCALE: entry<{ one: string; other: string; locale: string }>({
    exit: EXIT.usage,
    text: ({ one, other, locale }) => `${one} and ${other} are both the file for ${locale} of one file set`,
    hint: () => 'remove one of them, or leave it out with `ignore`',
  }),
  TWO_SOURCE_FILES: entry<{ set: string; one: string; other: string }>({
    exit: EXIT.usage,
    text: ({ set, one, other }) =>
      `the files ${set} could belong to two source files of the service: ${one} and ${other}`,
    hint: () => 'say which with `name` of this entry of `files` in the configuration',
  }),
  TWO_FILE_SETS: entry<{ source: string; one: string; other: string }>({
    exit: EXIT.usage,
    text: ({ source, one, other }) =>
      `the source file ${source} of the service could belong to ${one} and to ${other}`,
    hint: () => 'say which with `name` of these entries of `files` in the configuration',
  }),
  UPLOAD_NAMES_COLLIDE: entry<{ name: string; one: string; other: string }>({
    exit: EXIT.usage,
    text: ({ name, one, other }) =>
      `the files ${one} and ${other} would both be uploaded as ${name}, into one source file of the service`,
    hint: () => 'tell them apart with `name` of these entries of `files` in the configuration',
  }),
  UPLOAD_NAMES_MERGE: entry<{ one: string; name: string; other: string | undefined; otherName: string }>({
    exit: EXIT.usage,
    text: ({ one, name, other, otherName }) =>
      `the files ${one} would be uploaded as ${name}, which the service may take for another language of ${otherName}${other === undefined ? ', a source file that it has' : `, of the files ${other}`}: the names differ only in words that are language codes`,
    hint: ({ other }) =>
      `give ${other === undefined ? 'this entry' : 'one of these entries'} of \`files\` a \`name\` that differs in another word`,
  }),
  UPLOAD_NAME_UNTOLD: entry<{
    name: string;
    locale: string;
    seen: string | undefined;
    twin: string | undefined;
  }>({
    exit: EXIT.usage,
    text: ({ name, locale, seen, twin }) =>
      `the file would be uploaded as ${name}${twin === undefined ? '' : `, and so would ${twin}`}: the service would see ${seen === undefined ? 'no language' : `the language ${seen}`} in that name instead of ${locale}, and the content does not show the language either`,
    hint: () =>
      'set `name` of this entry of `files` so that the code of the locale is its own word in the name and the only code there, such as `{locale}/{basename}`',
  }),
  ONE_FILE_TWICE: entry<{ one: string; other: string }>({
    exit: EXIT.usage,
    text: ({ one, other }) =>
      `${one} and ${other} are one file, by a link or since the disk ignores case: one language would be written over the other`,
    hint: () => 'leave one of them out with `ignore`, or make it a file of its own',
  }),
  PATTERN_UNMATCHED: entry<{ pattern: string; there: boolean }>({
    exit: EXIT.usage,
    text: ({ pattern, there }) =>
      `the pattern ${pattern} matched no file${there ? ' here and no source file of the service' : ''}`,
    hint: () => 'correct `files` in the configuration; patterns are relative to the folder that holds it',
  }),
  PATH_UNMATCHED: entry<{ path: string; nearest?: string | undefined }>({
    exit: EXIT.usage,
    text: ({ path }) => `${path} touches no file set of the configuration`,
    hint: ({ nearest }) =>
      nearest === undefined
        ? 'give the path of a locale file, a folder that holds some, or a glob in quotes'
        : `did you mean ${nearest}?`,
  }),
  FILE_SYNTAX: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => reason,
    hint: () => 'correct the file; it was left as it is and nothing of it was uploaded',
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
      `${distinguishable(one, other).join(' and ')} cannot both be written: on some disks they are one file`,
    hint: () => 'tell them apart with `localeMap` or `files` in the configuration',
  }),
  FORMAT_UNKNOWN: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `${path} is neither ${EXTENSIONS.join(' nor ')}`,
    hint: () => 'narrow the pattern in `files`',
  }),
  EDIT_REFUSED: entry<{ key: string; reason: string; more: number }>({
    exit: EXIT.local,
    text: ({ key, reason, more }) =>
      `the key ${key} cannot be changed without harm: ${reason}${more > 0 ? `; and ${more} more like it` : ''}`,
    hint: () => 'change it by hand; the file was left as it is',
  }),
  KEY_AMBIGUOUS: entry<{ key: string; count: number }>({
    exit: EXIT.ok,
    text: ({ key, count }) =>
      `the service cannot tell ${key} from another key of this file${count > 2 ? ` (${count} keys are like this)` : ''}; their texts are not compared and not written, and an upload carries what the service has of them`,
    hint: () => 'rename one of the keys',
  }),
  KEY_DOUBTFUL: entry<{ spelt: string; like: string | undefined; count: number }>({
    exit: EXIT.ok,
    text: ({ spelt, like, count }) =>
      `the service has the key ${spelt}${like === undefined ? ', and nothing shows whether its signs separate groups' : `, which looks like ${like} here, spelt in an unknown way`}${count > 1 ? ` (${count} keys are like this)` : ''}; it is not compared and not written`,
    hint: ({ like }) =>
      like === undefined
        ? 'add the key to the file by hand, in the shape that your application reads'
        : 'if both are one key, spell it here as the service does; if they are two, rename one of them',
  }),
  KEYS_UNFAMILIAR: entry<{ here: string; there: string; name: string }>({
    exit: EXIT.remote,
    text: ({ here, there, name }) =>
      `hardly a key of this file is in the service's answer for ${name}: here ${here}, on the service ${there}; nothing was written, removed or uploaded`,
    hint: () =>
      'check that the file belongs to this source file, and how the service spells keys; if its keys were renamed there, rename one of them here by hand too',
  }),
  KEY_CLASH: entry<{ key: string; other: string; side: 'here' | 'there' }>({
    exit: EXIT.differences,
    text: ({ key, other, side }) =>
      side === 'here'
        ? `${key} is a text here, but a group of keys on the service (${other}): no file can hold both`
        : `${key} is a text on the service, but a group of keys here (${other}): no file can hold both`,
    hint: () => 'rename one of them',
  }),
  CONFLICT: entry<{
    count: number;
    keys: string;
    command: keyof typeof KEPT;
    /** Whether a base says that both sides have changed. */
    based: boolean;
    /** Only since a text that this machine has replaced is back on this side. */
    back?: ReplacedOn | undefined;
    /** The service holds none of these texts, and a pull empties none unless asked to. */
    empty?: boolean;
    /** The arguments that mean this file alone. */
    scope: string;
  }>({
    exit: EXIT.differences,
    text: ({ count, keys, command, based, back }) =>
      back
        ? `${BACK[back](count, keys)}; ${KEPT[command]}`
        : based
          ? `${count} ${count === 1 ? 'key was' : 'keys were'} changed on both sides: ${keys}; ${KEPT[command]}`
          : `${count} ${count === 1 ? 'key differs' : 'keys differ'} from the service, and no base shows which text is newer: ${keys}; ${KEPT[command]}`,
    hint: ({ scope, empty, back }) =>
      back === 'service'
        ? `see both texts with \`locsync diff\`; then send the disk's again with \`locsync push --force ${scope}\`, or take the service's with \`locsync pull --force ${scope}\``
        : `see both texts with \`locsync diff\`; then ${empty === true ? 'take the empty text' : 'let the service win'} with \`locsync pull --force ${empty === true ? '--empty ' : ''}${scope}\`, or the disk (edited or as it is) with \`locsync push --force ${scope}\``,
  }),
  SHRINK: entry<
    Suspect & { removed: number; emptied: number; replaced: number; of: number; locale?: string }
  >({
    exit: EXIT.differences,
    text: ({ removed, emptied, replaced, of, locale, command }) =>
      `${command} would ${inWords([
        removed > 0 ? `remove ${removed}` : '',
        emptied > 0 ? `empty ${emptied}` : '',
        replaced > 0 ? `replace ${replaced} by the source text` : '',
      ])} of ${of} keys${locale === undefined ? '' : ` in ${locale}`}; the file was left alone`,
    hint: (args) =>
      args.command === 'pull'
        ? `if that is right, run ${remedies(args).take}`
        : `if that is right, take them with ${remedies(args).take}; else send the texts of the disk with ${remedies(args).send}`,
  }),
  ANSWER_SHORT: entry<{ held: number; listed: number }>({
    exit: EXIT.differences,
    text: ({ held, listed }) =>
      `the service says that its source file has ${listed} keys, but its answers hold only ${held}: keys that are missing were not deleted; the file was left alone`,
    hint: () => 'run it again later; if the keys are really gone, remove them here by hand',
  }),
  ANOTHER_LOCALE_TEXTS: entry<Suspect & { locale: string; other: string; count: number; of: number }>({
    exit: EXIT.differences,
    text: ({ locale, other, count, of }) =>
      `the service's texts for ${locale} are those of ${other}: ${count} of ${of}; the file was left alone`,
    hint: (args) =>
      `compare both languages on the service; if the texts are right for ${args.locale}, take them with ${remedies(args).take}; else send the texts of the disk with ${remedies(args).send}`,
  }),
  SOURCE_TEXTS: entry<{ count: number; keys: string; locale: string; command: 'pull' | 'push' }>({
    exit: EXIT.ok,
    text: ({ count, keys, locale, command }) =>
      command === 'pull'
        ? `${count} ${count === 1 ? 'text' : 'texts'} in ${locale} ${count === 1 ? 'was' : 'were'} replaced by the source text: ${keys}`
        : `the service has the source text for ${count} translated ${count === 1 ? 'key' : 'keys'} in ${locale}, and the upload carries it: ${keys}`,
    hint: ({ command }) =>
      `if the service answers the source text for what is not translated, set it to answer no text; ${command === 'pull' ? 'bring the translations back with git, then push them' : 'the translations here stay until the next pull'}`,
  }),
  LOCAL_LOSS: entry<{ lost: number; of: number; scope: string; locale?: string }>({
    exit: EXIT.differences,
    text: ({ lost, of, locale }) =>
      `the file has lost ${lost} of ${of} texts${locale === undefined ? '' : ` in ${locale}`} since it was last synced, and the service still has them`,
    hint: ({ scope }) =>
      `bring them back with \`locsync pull --restore ${scope}\`; if they were deleted on purpose, run \`locsync push --force ${scope}\``,
  }),
  LOCALE_EMPTIED: entry<Suspect & { locale: string; count: number }>({
    exit: EXIT.differences,
    text: ({ locale, count }) =>
      `the service suddenly holds no text in ${locale}, although ${count} were synced; the file was left alone`,
    hint: ({ scope }) =>
      `check the language on the service; upload its texts again with \`locsync push --all --force ${scope}\``,
  }),
  LOCALE_GONE: entry<{ code: string; part?: boolean }>({
    exit: EXIT.differences,
    text: ({ code, part = false }) =>
      part
        ? `the project no longer has the locale ${code}, with which a part of this file was synced; that part was left alone`
        : `the project no longer has the locale ${code}, which this file was synced with; the file was left alone`,
    hint: ({ code, part = false }) =>
      `add the locale to the project on the service again; if it has another code there now, say so with \`localeMap\` in the configuration; or ${part ? `take ${code} out of the file` : 'leave the file out with \`ignore\`'}`,
  }),
  SOURCE_KEYS_GONE: entry<{ count: number; keys: string; scope: string }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `${count} ${count === 1 ? 'key' : 'keys'} of the source locale ${count === 1 ? 'is' : 'are'} no longer on the service, in any language: ${keys}; ${count === 1 ? 'it was' : 'they were'} kept here`,
    hint: ({ count, scope }) =>
      `remove ${count === 1 ? 'it' : 'them'} here with \`locsync pull --prune ${scope}\`, or by hand`,
  }),
  SHAPE_UNKNOWN: entry<{ source: string; reason: string }>({
    exit: EXIT.local,
    text: ({ source, reason }) =>
      `no new file was written: it would take its shape from ${source}, which cannot be used: ${reason}`,
    hint: ({ source }) => `correct ${source}, then run the command again`,
  }),
  PUSH_SHRINK: entry<{ leftOut: number; of: number; locale: string; scope: string }>({
    exit: EXIT.differences,
    text: ({ leftOut, of, locale }) =>
      `the service no longer has ${leftOut} of ${of} texts in ${locale}, and the upload would leave them out; the file was not uploaded`,
    hint: ({ scope }) =>
      `see them with \`locsync diff\`; upload them again with \`locsync push --force ${scope}\`, or remove them here with \`locsync pull --allow-shrink ${scope}\``,
  }),
  SOURCE_FILE_GONE: entry<{
    name: string;
    /** The arguments that mean the files of this source file alone. */
    scope: string;
  }>({
    exit: EXIT.differences,
    text: ({ name }) =>
      `the service no longer has the source file that ${name} was synced with; nothing was removed or uploaded`,
    hint: ({ scope }) => `upload the files again with \`locsync push --force ${scope}\`, or remove them here`,
  }),
  SOURCE_FILE_UNLISTED: entry<{ name: string; id: string }>({
    exit: EXIT.differences,
    text: ({ name, id }) =>
      `the service's list lacks the source file that ${name} was synced with, but the service still answers for it (${id}); nothing of it was uploaded`,
    hint: () => 'run it again later; if the list stays so, check the project on the service',
  }),
  SOURCE_FILE_WAS_THERE: entry<{ name: string; version: number; count: number; keys: string }>({
    exit: EXIT.differences,
    text: ({ name, version, count, keys }) =>
      `the service's list lacked ${name}, but the upload became version ${version} of a file that it had: newer texts there may be replaced, in ${count} ${count === 1 ? 'key' : 'keys'}: ${keys}`,
    hint: () =>
      'compare them with their earlier versions on the service; other files of it were merged as usual',
  }),
  SOURCE_LIST_EMPTY: entry<{
    /** The arguments that mean one of the source files. */
    scope: string;
  }>({
    exit: EXIT.remote,
    text: () =>
      'the service lists no source file at all, although this project was synced with some before; nothing was changed',
    hint: ({ scope }) =>
      `check the project on the service first; \`locsync push --force ${scope}\` uploads the files of one path again, without a path it uploads every file and replaces what the service has by then`,
  }),
  TEXTS_LOST: entry<{
    count: number;
    keys: string;
    what: keyof typeof LOSSES;
    done: boolean;
    locale?: string;
  }>({
    exit: EXIT.ok,
    text: ({ count, keys, what, done, locale }) => {
      const [subject, verb, by] = LOSSES[what];
      const verbs = done ? (count === 1 ? 'was' : 'were') : 'would be';
      return `${count} ${count === 1 ? subject : `${subject}s`}${locale === undefined ? '' : ` in ${locale}`} ${verbs} ${verb}${by}: ${keys}`;
    },
    hint: ({ what, done }) => {
      if (!done) return 'see both texts with `locsync diff`';
      return what === 'replaced-there'
        ? 'the earlier texts are in the history of the service, if it keeps one'
        : 'see what was there with `git diff`, if the file is in git';
    },
  }),
  PRUNE_KEPT: entry<{ count: number; keys: string; scope: string; locale?: string }>({
    exit: EXIT.ok,
    text: ({ count, keys, locale }) =>
      `${count} ${count === 1 ? 'key' : 'keys'}${locale === undefined ? '' : ` in ${locale}`} that only this file has ${count === 1 ? 'was' : 'were'} kept: ${keys}; ${count === 1 ? 'it was' : 'they were'} never pushed`,
    hint: ({ count, scope }) =>
      `upload ${count === 1 ? 'it' : 'them'} with \`locsync push ${scope}\`, or remove ${count === 1 ? 'it' : 'them'} by hand`,
  }),
  CANNOT_DELETE: entry<{ count: number; keys: string }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `${count} ${count === 1 ? 'key was' : 'keys were'} deleted here and ${count === 1 ? 'is' : 'are'} still on the service: ${keys}; this interface cannot delete`,
    hint: ({ count }) => `delete ${count === 1 ? 'it' : 'them'} on the service`,
  }),
  LEFT_OUT: entry<{ count: number; keys: string; source: boolean }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `${count} ${count === 1 ? 'key was' : 'keys were'} deleted on the service and left out of the upload: ${keys}`,
    hint: ({ count, source }) =>
      `remove ${count === 1 ? 'it' : 'them'} here with \`locsync pull${source ? ' --prune' : ''}\``,
  }),
  SERVICE_CHANGED_TEXT: entry<{ count: number; keys: string }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `the service holds ${count} uploaded ${count === 1 ? 'text' : 'texts'} in another form than ${count === 1 ? 'it was' : 'they were'} sent: ${keys}; neither form replaces the other`,
    hint: () => 'see both with `locsync diff`; to settle it, change the text here or on the service',
  }),
  UPLOAD_INTERRUPTED: entry<{ name: string }>({
    exit: EXIT.remote,
    text: ({ name }) =>
      `the run was interrupted before the service said what became of the upload of ${name}`,
    hint: () => 'run `locsync push` again: it compares before it uploads',
  }),
  UPLOAD_OVERTAKEN: entry<{ count: number; again: boolean }>({
    exit: EXIT.ok,
    text: ({ count, again }) =>
      `after the upload the service held another text of ${count} ${count === 1 ? 'key' : 'keys'}, as when another machine uploads at the same moment${again ? '; the file was uploaded once more' : ''}`,
    hint: () => 'let one machine push at a time, such as one job of the pipeline',
  }),
  UPLOAD_NOT_STORED: entry<{ count: number; keys: string }>({
    exit: EXIT.differences,
    text: ({ count, keys }) =>
      `the service accepted the upload, but 6 s later it holds nothing of it: ${count} ${count === 1 ? 'key' : 'keys'}, ${keys}`,
    hint: () =>
      'push again, which sends what is still missing then; if it stays so, check the project on the service',
  }),
  UPLOAD_DROPPED: entry<{ count: number; keys: string }>({
    exit: EXIT.differences,
    text: ({ count, keys }) =>
      `the service held ${count} ${count === 1 ? 'text' : 'texts'} that the upload lacked, and has lost ${count === 1 ? 'it' : 'them'} with it: ${keys}; its uploads seem to replace a language instead of merging into it`,
    hint: () =>
      'take the earlier texts from the history of the service; with such a service run `locsync pull` before each push',
  }),
  REPLACED_NOT_KEPT: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) =>
      `what this run has replaced could not be written to .locsync/replaced.json: ${reason}`,
    hint: () =>
      'correct the owner and the type of .locsync/; until then a pull takes older texts that come back, such as by a stale upload of another machine',
  }),
  UPLOAD_LOST_OTHERS: entry<{
    locale: string;
    /** How many texts the service held in that language, if it holds none now. */
    all: number | undefined;
    /** Texts that the disk does not hold. */
    count: number;
    keys: string;
    texts: string;
  }>({
    exit: EXIT.differences,
    whole: true,
    text: ({ locale, all, count, keys, texts }) => {
      const lost =
        all === undefined
          ? `${count} newer ${count === 1 ? 'text' : 'texts'} in ${locale}: ${keys}`
          : `all its texts in ${locale} (${all})${count === 0 ? '' : `, and the disk lacks ${count} of them: ${keys}`}`;
      return `since the upload of this file the service has lost ${lost}, although no text in ${locale} was uploaded${texts === '' ? '' : `; before it, the service held ${texts}`}`;
    },
    hint: ({ all }) =>
      all === undefined
        ? 'take the earlier texts from the history of the service; with such a service run `locsync pull` before each push'
        : 'its uploads seem to replace all languages of a source file: take the earlier texts from its history, and keep the languages in one file here (a pattern without {locale})',
  }),
  UPLOAD_ALTERED: entry<{ count: number; keys: string; texts: string; scope: string }>({
    exit: EXIT.differences,
    whole: true,
    text: ({ count, keys, texts }) =>
      `the upload of this file has altered ${count} newer ${count === 1 ? 'text' : 'texts'} of the service: ${keys}; before it, the service held ${texts}`,
    hint: ({ count, scope }) =>
      `keep ${count === 1 ? 'this text' : 'these texts'}, there may be no other copy: enter ${count === 1 ? 'it' : 'them'} again on the service, then run \`locsync pull --force ${scope}\`; with such a service run \`locsync pull\` before each push`,
  }),
  READ_BACK_FAILED: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) => `the service accepted the upload, but it could not be read back: ${reason}`,
    hint: () => 'nothing is recorded of it; the next run compares both sides again',
  }),
  SERVICE_KEPT_NOT: entry<{ count: number; keys: string }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `the service accepted the upload but does not hold ${count} ${count === 1 ? 'key' : 'keys'} of it: ${keys}`,
    hint: () => 'if it imports later, the next run sees them; else check the project on the service',
  }),
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
    text: ({ reason }) =>
      `the base cannot be used: ${reason}; texts that differ are treated as conflicts, nothing is overwritten`,
    hint: ({ remedy = 'restore' }) => REMEDIES[remedy],
  }),
} as const;
