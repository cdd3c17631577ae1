import { EXIT } from './exit.js';
import { shellWord } from '../text/shell-word.js';
import { entry } from './entry.js';

const suggestion = (nearest: string | undefined): string | undefined =>
  nearest === undefined ? undefined : `did you mean ${nearest}?`;

/** `uploads`: those that were sent, and whose outcome is unknown. */
const leftBy = (uploads = 0): string =>
  uploads === 0
    ? 'what was not finished was left as it was'
    : `what the service made of ${uploads === 1 ? 'one file that was sent' : `${uploads} files that were sent`} is not known yet; what else was not finished was left as it was`;

/** Errors of the command line and of the program itself. */
export const cliErrors = {
  COMMAND_UNKNOWN: entry<{ name: string; nearest: string | undefined }>({
    exit: EXIT.usage,
    text: ({ name }) => `unknown command "${name}"`,
    hint: ({ nearest }) => suggestion(nearest) ?? 'list the commands with `locsync --help`',
  }),
  COMMAND_MISSING: entry({
    exit: EXIT.usage,
    text: () => 'no command is given',
    hint: () => 'list the commands with `locsync --help`',
  }),
  OPTION_UNKNOWN: entry<{ option: string; command: string; nearest: string | undefined }>({
    exit: EXIT.usage,
    text: ({ option, command }) =>
      `unknown option ${option} for \`locsync${command === '' ? '' : ` ${command}`}\``,
    hint: ({ nearest, command }) =>
      suggestion(nearest) ?? `list the options with \`locsync${command === '' ? '' : ` ${command}`} --help\``,
  }),
  OPTION_WITHOUT_VALUE: entry<{ option: string }>({
    exit: EXIT.usage,
    text: ({ option }) => `the option ${option} needs a value`,
    hint: () => 'write it after the option; `--help` after the command lists what it may be',
  }),
  OPTION_NO_VALUE: entry<{ option: string }>({
    exit: EXIT.usage,
    text: ({ option }) => `the option ${option} takes no value`,
    hint: ({ option }) => `write ${option} alone, or leave it out`,
  }),
  OPTION_VALUE: entry<{ option: string; value: string; expected: string; nearest: string | undefined }>({
    exit: EXIT.usage,
    text: ({ option, value, expected }) => `the option ${option} takes ${expected}, not "${value}"`,
    hint: ({ nearest }) => suggestion(nearest),
  }),
  OPTIONS_EXCLUDE: entry<{ one: string; other: string }>({
    exit: EXIT.usage,
    text: ({ one, other }) => `the options ${one} and ${other} cannot be combined`,
    hint: () => 'leave out one of the two',
  }),
  OPTION_NEEDS: entry<{ option: string; needs: string }>({
    exit: EXIT.usage,
    text: ({ option, needs }) => `the option ${option} only works with ${needs}`,
  }),
  WATCH_DOCUMENT: entry<{ option: string }>({
    exit: EXIT.usage,
    text: ({ option }) =>
      `--watch prints what happens as it happens, but ${option} promises one document for one run`,
    hint: () => 'leave out one of the two; a script runs the command as often as it wants',
  }),
  ARGUMENT_MISSING: entry<{ name: string; command: string }>({
    exit: EXIT.usage,
    text: ({ name, command }) => `\`locsync ${command}\` needs <${name}>`,
    hint: ({ command }) => `see \`locsync ${command} --help\``,
  }),
  ARGUMENT_EXTRA: entry<{ argument: string; command: string }>({
    exit: EXIT.usage,
    text: ({ argument, command }) => `\`locsync ${command}\` takes no argument "${argument}"`,
    hint: ({ command }) => `see \`locsync ${command} --help\``,
  }),
  /** What was given may be a token: it is not repeated. */
  ARGUMENT_SECRET: entry<{ command: string }>({
    exit: EXIT.usage,
    text: ({ command }) => `\`locsync ${command}\` takes no argument; what was given is not repeated here`,
    hint: () =>
      'a token is typed when it is asked for, or piped with --token-stdin; one that was typed as an argument is in the history of the shell: have it replaced',
  }),
  ARGUMENTS_INVALID: entry<{ reason: string }>({
    exit: EXIT.usage,
    text: ({ reason }) => reason,
    hint: () => 'see `locsync --help`',
  }),
  PATH_EMPTY: entry({
    exit: EXIT.usage,
    text: () => 'an empty argument is not a path',
    hint: () =>
      'leave it out, or write `.`, for all files; in a script, look for the variable that is not set',
  }),
  LOCALE_MALFORMED: entry<{ code: string }>({
    exit: EXIT.usage,
    text: ({ code }) =>
      code === '' ? 'the option --locale was given without a locale' : `"${code}" is not a locale code`,
    hint: () => 'give codes as the project has them: `--locale de,pt-BR`',
  }),
  CWD_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the working folder cannot be read: ${reason}`,
    hint: () => 'change to a folder that exists',
  }),
  CWD_NO_FOLDER: entry<{ path: string; isFile: boolean }>({
    exit: EXIT.usage,
    text: ({ path, isFile }) =>
      isFile ? `${path} is a file, not a folder` : `the folder ${path} does not exist`,
    hint: () => 'check --cwd; it is relative to the working folder',
  }),
  SHELL_UNKNOWN: entry<{ name: string; nearest: string | undefined; known: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ name }) => `there are no completions for "${name}"`,
    hint: ({ nearest, known }) => suggestion(nearest) ?? `completions exist for ${known.join(', ')}`,
  }),
  NO_ANSWER: entry<{ question: string }>({
    exit: EXIT.usage,
    text: ({ question }) => `the input ended without an answer to "${question}"`,
    hint: () => 'run the command again, or give the answer as an option (see --help)',
  }),
  LOGIN_NOBODY_TO_ASK: entry<{ origin: string }>({
    exit: EXIT.usage,
    text: () => 'cannot ask for the token: standard input is not a terminal, or CI is set',
    hint: ({ origin }, run) =>
      `pipe it into ${run('login', ['--token-stdin', `--base-url ${shellWord(origin)}`])}, or set LOCSYNC_TOKEN if nothing is to be stored`,
  }),
  LOGIN_NOT_BOUND: entry<{ origin: string; url: string }>({
    exit: EXIT.auth,
    text: ({ origin }) =>
      `no token is stored for ${origin}: only the configuration file names it, and a file of the repository alone does not decide where a token goes`,
    hint: ({ url }) =>
      `if the token is meant for it, add \`--base-url ${shellWord(url)}\`, or set LOCSYNC_BASE_URL`,
  }),
  LOGIN_DECLINED: entry<{ origin: string }>({
    exit: EXIT.auth,
    text: ({ origin }) => `no token is stored for ${origin}`,
    hint: () => 'name the service that the token is meant for with --base-url',
  }),
  LOGIN_TOKEN_EMPTY: entry<{ command: 'login' | 'serve' }>({
    exit: EXIT.auth,
    text: () => 'the token on standard input is empty',
    hint: ({ command }) =>
      `look at what is piped into \`locsync ${command} --token-stdin\`: it must print the token`,
  }),
  LOGIN_TOKEN_REFUSED: entry<{ reason: string }>({
    exit: EXIT.auth,
    text: ({ reason }) => reason,
    hint: () =>
      'the token that was just given is not stored: copy it once more, or have the service make a new one',
  }),
  TOKEN_VARIABLE_STAYS: entry({
    exit: EXIT.ok,
    text: () => 'LOCSYNC_TOKEN is still set, and still used',
    hint: () => 'unset it to use no token at all',
  }),
  TOKEN_VARIABLE_WINS: entry({
    exit: EXIT.ok,
    text: () => 'LOCSYNC_TOKEN is set, and wins over what is stored',
    hint: () => 'unset it to use the stored token',
  }),
  OUTPUT_FAILED: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the output cannot be written: ${reason}`,
    hint: () => 'check the disk or the program that the output goes to; files that were reported are done',
  }),
  INTERRUPTED: entry<{ uploads?: number; prompt?: boolean }>({
    exit: EXIT.sigint,
    text: ({ uploads, prompt = false }) =>
      prompt ? 'cancelled; nothing was written' : `interrupted: ${leftBy(uploads)}`,
    hint: ({ prompt = false }) => (prompt ? undefined : 'run the same command again to finish'),
  }),
  TERMINATED: entry<{ uploads?: number }>({
    exit: EXIT.sigterm,
    text: ({ uploads }) => `terminated: ${leftBy(uploads)}`,
    hint: () => 'run the same command again to finish',
  }),
  DEFECT: entry<{ reason: string }>({
    exit: EXIT.defect,
    text: ({ reason }) => `locsync itself failed, which is a bug: ${reason}`,
    hint: () => 'please report it with the output of the same command with --debug',
  }),
} as const;
