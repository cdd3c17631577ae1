import { EXTENSION_LIST } from '../formats.js';
import { printable } from '../text/printable.js';
import { shellWord } from '../text/shell-word.js';
import { entry } from './entry.js';
import { EXIT } from './exit.js';
import { quantity } from '../text/wording.js';

/** What `init` refuses and warns of. */
export const initErrors = {
  INIT_CONFIG_GIVEN: entry({
    exit: EXIT.usage,
    text: () => '`locsync init` takes no --config: it writes .locsyncrc into the working folder',
    hint: () => 'leave it out; --cwd names another folder',
  }),
  INIT_EXISTS: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `there is a configuration already: ${path}`,
    hint: (_, run) =>
      `see what would be written with ${run('init', ['--print'])}, or replace it with ${run('init', ['--force'])}`,
  }),
  INIT_OTHER_FORM: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `there is a configuration already: ${path}, which is not what init writes (YAML)`,
    hint: (_, run) => `remove it first, or print what would be written with ${run('init', ['--print'])}`,
  }),
  INIT_NO_FILES: entry<{ pattern: string }>({
    exit: EXIT.ok,
    text: ({ pattern }) => `no locale files were found here; ${pattern} is a guess`,
    hint: () => 'correct `files` in the configuration if your locale files belong elsewhere',
  }),
  INIT_CONFIG_ABOVE: entry<{ path: string }>({
    exit: EXIT.ok,
    text: ({ path }) => `the configuration ${path} no longer applies to this folder`,
    hint: () => 'keep one of the two, unless this folder is a project of its own',
  }),
  INIT_NOTHING_FOUND: entry<{ example: string }>({
    exit: EXIT.usage,
    text: () =>
      'no locale files were found here, and no source file of the service shows where they belong: nothing was written',
    hint: ({ example }, run) =>
      `create the first one, such as ${example}, and run init again; a guess to start from: ${run('init', ['--print'])}`,
  }),
  INIT_OTHER_FORMATS: entry<{ path: string; more: number }>({
    exit: EXIT.usage,
    text: ({ path, more }) =>
      `locsync does not read the format of ${printable(path)}${more > 0 ? ` and ${quantity(more, 'more file')}` : ''}: nothing was written`,
    hint: () => `locsync reads ${EXTENSION_LIST}: have your framework use one of them`,
  }),
  INIT_NONE_READABLE: entry<{ pattern: string; reason: string }>({
    exit: EXIT.usage,
    text: ({ pattern, reason }) =>
      `locsync cannot read the files of ${printable(pattern)}: ${reason}; nothing was written`,
    hint: () => 'if the file holds texts by their keys, correct it and run init again',
  }),
  INIT_LEFT_OUT: entry<{ pattern: string; reason: string }>({
    exit: EXIT.ok,
    text: ({ pattern, reason }) =>
      `left out: locsync cannot read the files of ${printable(pattern)}: ${reason}`,
    hint: () => 'correct the file, and add the pattern to `files` in the configuration',
  }),
  INIT_CODES_UNKNOWN: entry<{
    pattern: string;
    codes: readonly string[];
    files: number;
    known: readonly string[];
    map: readonly (readonly [code: string, name: string])[];
  }>({
    exit: EXIT.usage,
    text: ({ pattern, codes, files, known }) =>
      `${files} files match ${printable(pattern)}, but the project (${printable(known.join(', '), 80)}) has no locale ${printable(codes.join(', '), 80)}: nothing was written`,
    hint: ({ pattern, codes, map }, run) => {
      const pairs = (map.length > 0 ? map : codes.slice(0, 1).map((code) => ['de', code] as const)).map(
        ([code, name]) => `${code}: ${name}`,
      );
      return [
        ...(map.length > 0
          ? [`check what ${run('init', ['--print'])} prints, and save it as .locsyncrc, or write there:`]
          : ['add the locales to the project, or say in .locsyncrc which code means which locale:']),
        `files: ["${printable(pattern)}"]`,
        `localeMap: { ${printable(pairs.join(', '), 200)} }`,
      ];
    },
  }),
  INIT_SOURCE_WITHOUT_CODE: entry<{ path: string; pattern: string; wanted: string }>({
    exit: EXIT.ok,
    text: ({ path, pattern }) =>
      `not synced: ${printable(path)} has no code in its name, so ${printable(pattern)} does not find it`,
    hint: ({ path, wanted }) =>
      `if it is the source locale's file, give it a second name: \`ln -s ${shellWord(path.split('/').at(-1) ?? path)} ${shellWord(wanted)}\``,
  }),
  INIT_LOCALES_LACKING: entry<{
    codes: readonly (readonly [code: string, files: number])[];
    known: readonly string[];
  }>({
    exit: EXIT.ok,
    text: ({ codes }) =>
      `not synced: the project has no locale ${printable(codes.map(([code, files]) => `${code} (${quantity(files, 'file')})`).join(', '), 200)}`,
    hint: ({ known }) =>
      `add it to the project on the service, or leave it out for good: \`locales: [${printable(known.join(', '), 200)}]\` in .locsyncrc`,
  }),
};
