import { EXIT } from './exit.js';
import { entry } from './entry.js';

/** File sets, source files and their names. */
export const setErrors = {
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
    hint: () =>
      'say which with `name` of these entries of `files` in the configuration, or move files that a merge has left at their old path',
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
    text: ({ path }) => `${path} is not part of any file set of the configuration`,
    hint: ({ nearest }) =>
      nearest === undefined
        ? 'give the path of a locale file, a folder that holds some, or a glob in quotes'
        : `did you mean ${nearest}?`,
  }),
} as const;
