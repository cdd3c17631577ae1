import { EXIT } from './exit.js';
import { printable } from '../text/printable.js';
import { shellWord } from '../text/shell-word.js';
import { entry } from './entry.js';
import { quantity } from '../text/wording.js';

const quote = (text: string): string => `"${printable(text, 80)}"`;
const SERVE = 'start `locsync serve` in the folder of this project if it is meant; otherwise, ';
const list = (words: readonly string[]): string => words.join(', ');

/** The configuration (docs/configuration.md): exit 2, unreadable files 5, tokens 3. */
export const configErrors = {
  CONFIG_NOT_FOUND: entry<{ folder: string; top: string; places: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ folder, top, places }) =>
      `no configuration found: looked for ${list(places)} and a "locsync" key in package.json in ${
        folder === top ? folder : `${folder} and the folders above it up to ${top}`
      }`,
    hint: (_, run) => `run ${run('init')} to write one, or name one with --config`,
  }),
  CONFIG_NO_SUCH_FILE: entry<{ path: string }>({
    exit: EXIT.usage,
    text: ({ path }) => `the configuration file ${quote(path)} does not exist`,
    hint: () => 'check the path given with --config; it is relative to the working folder',
  }),
  CONFIG_WITHOUT_KEY: entry({
    exit: EXIT.usage,
    text: () => 'this package.json has no "locsync" key',
    hint: () => 'add the key, or name another file with --config',
  }),
  CONFIG_SEVERAL: entry<{ names: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ names }) => `there are several configurations: ${list(names)}`,
    hint: () => 'keep one of them, or name one with --config',
  }),
  CONFIG_EXECUTABLE: entry({
    exit: EXIT.usage,
    text: () => 'executable configuration is not supported: nothing in a checked-out repository is run',
    hint: () => 'write the configuration as .locsyncrc, in YAML or JSON',
  }),
  CONFIG_UNKNOWN_KIND: entry({
    exit: EXIT.usage,
    text: () => 'a configuration file ends in .json, .yaml or .yml, or has no ending',
    hint: () => 'rename the file, or name another one with --config',
  }),
  CONFIG_EMPTY: entry({
    exit: EXIT.usage,
    text: () => 'the configuration is empty',
    hint: (_, run) => `run ${run('init', ['--force'])} to write one`,
  }),
  CONFIG_NOT_REGULAR: entry<{ what: string }>({
    exit: EXIT.usage,
    text: ({ what }) => `the configuration is not a regular file of this repository, but ${what}`,
    hint: () => 'put a regular file in its place',
  }),
  CONFIG_FOREIGN: entry<{ folder: string; config: string }>({
    exit: EXIT.usage,
    text: ({ folder }) =>
      `the configuration is not used: it, or its folder ${quote(folder)}, belongs to another user`,
    hint: ({ config }) =>
      `run as that user, or, if you trust what it says, name it: \`--config ${shellWord(config)}\``,
  }),
  CONFIG_TOO_LARGE: entry<{ limit: string }>({
    exit: EXIT.usage,
    text: ({ limit }) => `the configuration is larger than ${limit}`,
    hint: () => 'name the configuration with --config if this is another file',
  }),
  CONFIG_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the configuration cannot be read: ${reason}`,
    hint: () => 'check who may read the file',
  }),
  CONFIG_ENCODING: entry({
    exit: EXIT.usage,
    text: () => 'the configuration is not valid UTF-8',
    hint: () => 'save the file as UTF-8',
  }),
  CONFIG_SYNTAX: entry<{ reason: string; remedy: string | undefined }>({
    exit: EXIT.usage,
    text: ({ reason }) => `the configuration cannot be parsed: ${reason}`,
    hint: ({ remedy }) => remedy ?? 'correct the file at this place',
  }),
  CONFIG_NOT_MAPPING: entry<{ found: string }>({
    exit: EXIT.usage,
    text: ({ found }) => `the configuration must be a mapping of keys to values, found ${found}`,
    hint: () => 'begin with a key, such as `files:` with a list below it',
  }),
  CONFIG_IMPORT: entry({
    exit: EXIT.usage,
    text: () => '$import is not supported: a configuration is one file, and nothing is run',
    hint: () => 'write the settings into this file',
  }),
  CONFIG_DUPLICATE_KEY: entry<{ key: string; line: number }>({
    exit: EXIT.usage,
    text: ({ key, line }) => `duplicate key ${quote(key)}, first on line ${line}`,
    hint: () => 'keep one of the two',
  }),
  CONFIG_UNKNOWN_KEY: entry<{ key: string; near: string | undefined; known: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ key }) => `unknown key ${quote(key)}`,
    hint: ({ near, known }) =>
      near === undefined ? `known keys: ${list(known)}` : `did you mean "${near}"?`,
  }),
  CONFIG_TOKEN: entry<{ key: string }>({
    exit: EXIT.usage,
    text: ({ key }) => `${quote(key)}: tokens and secrets are not read from project files`,
    hint: (_, run) =>
      `set LOCSYNC_TOKEN or run ${run('login')}; if this file was ever committed, have the service replace the token`,
  }),
  CONFIG_ENVIRONMENT_ONLY: entry<{ key: string; instead: string }>({
    exit: EXIT.usage,
    text: ({ key }) => `${quote(key)} is taken only from the environment, never from a project file`,
    hint: ({ instead }) => instead,
  }),
  CONFIG_WRONG_TYPE: entry<{ key: string; expected: string; found: string; remedy: string | undefined }>({
    exit: EXIT.usage,
    text: ({ key, expected, found }) => `${quote(key)} must be ${expected}, found ${found}`,
    hint: ({ remedy }) => remedy,
  }),
  CONFIG_MORE_FAULTS: entry<{ count: number }>({
    exit: EXIT.usage,
    text: ({ count }) => `this file has ${quantity(count, 'more fault')}`,
    hint: () => 'correct those above, and run the command again',
  }),
  /** `name` is a key of the file, a flag or a variable. */
  BAD_VALUE: entry<{ name: string; reason: string; expected: string; remedy: string | undefined }>({
    exit: EXIT.usage,
    text: ({ name, reason, expected }) => `${quote(name)} must be ${expected}; ${reason}`,
    hint: ({ remedy }) => remedy,
  }),
  BASE_URL_CREDENTIALS: entry<{ name: string }>({
    exit: EXIT.usage,
    text: ({ name }) => `${quote(name)}: credentials in the URL are not allowed`,
    hint: (_, run) =>
      `remove what is before the @, and give the token in LOCSYNC_TOKEN or with ${run('login')}`,
  }),
  BASE_URL_PLAIN_HTTP: entry<{ name: string; host: string }>({
    exit: EXIT.usage,
    text: ({ name, host }) => `${quote(name)}: refusing to send a token over plain http to ${quote(host)}`,
    hint: () =>
      'use https; plain http is for localhost, 127.0.0.0/8 and [::1] only, or for LOCSYNC_ALLOW_INSECURE=1',
  }),
  BASE_URL_MISSING: entry({
    exit: EXIT.usage,
    text: () => 'no base URL of the service is given',
    hint: () =>
      'set "baseUrl" in the configuration, LOCSYNC_BASE_URL or --base-url; `locsync serve` in another terminal is a service to try, and is found without one',
  }),
  PROJECT_MISSING: entry({
    exit: EXIT.usage,
    text: () => 'no project is given',
    hint: () =>
      'set "project" in the configuration, LOCSYNC_PROJECT or --project to the API ID of the project',
  }),
  FILES_MISSING: entry({
    exit: EXIT.usage,
    text: () => 'the configuration names no files',
    hint: () => 'add "files", a list of patterns such as "locales/{locale}.json"',
  }),

  /** `url`: only the configuration names the origin, so LOCSYNC_TOKEN alone would not do. */
  TOKEN_MISSING: entry<{ origin: string; url: string | undefined; serves: boolean }>({
    exit: EXIT.auth,
    text: ({ origin }) => `no token for ${origin}`,
    hint: ({ origin, url, serves }, run) =>
      `${serves ? SERVE : ''}set LOCSYNC_TOKEN${url === undefined ? '' : ` and LOCSYNC_BASE_URL=${shellWord(url)}`}, or run ${run('login', [`--base-url ${shellWord(url ?? origin)}`])}`,
  }),
  TOKEN_EMPTY: entry<{ from: string }>({
    exit: EXIT.auth,
    text: ({ from }) => `${from} is empty`,
    hint: () =>
      'CI services do not give secrets to runs of forks; otherwise set the token, or unset the variable',
  }),
  TOKEN_ILLEGAL: entry<{ from: string; position: number }>({
    exit: EXIT.auth,
    text: ({ from, position }) => `${from} holds an illegal character at position ${position}`,
    hint: () => 'a token is printable ASCII without spaces: copy it again',
  }),
  TOKEN_BEARER: entry<{ from: string }>({
    exit: EXIT.auth,
    text: ({ from }) => `${from} begins with "Bearer"`,
    hint: () => 'give the token without "Bearer"',
  }),
  TOKEN_UNEXPANDED: entry<{ from: string }>({
    exit: EXIT.auth,
    text: ({ from }) => `${from} looks like a variable that was not expanded`,
    hint: () => 'check the quoting in the script or workflow that sets it, and the name of the secret',
  }),
  HEADERS_INVALID: entry<{ line: number; reason: string }>({
    exit: EXIT.usage,
    text: ({ line, reason }) => `line ${line} of LOCSYNC_HEADERS is not a header: ${reason}`,
    hint: () => 'write a line `Name: value` for each header that your gateway needs',
  }),
  TOKEN_NOT_BOUND: entry<{ origin: string; url: string; serves: boolean }>({
    exit: EXIT.auth,
    text: ({ origin }) =>
      `LOCSYNC_TOKEN is not sent to ${origin}: only the configuration file names it, and a file of the repository alone does not decide where a token goes`,
    hint: ({ url, serves }, run) =>
      `${serves ? SERVE : ''}if the token is meant for it, set LOCSYNC_BASE_URL=${shellWord(url)} beside LOCSYNC_TOKEN, or approve it with ${run('login', [`--base-url ${shellWord(url)}`])}`,
  }),
  CREDENTIALS_EXPOSED: entry<{ path: string }>({
    exit: EXIT.auth,
    text: ({ path }) => `other users may read the stored tokens in ${quote(path)}`,
    hint: ({ path }) =>
      `run \`chmod 600 ${shellWord(path)}\`, and have the tokens replaced if the machine is shared`,
  }),
  CREDENTIALS_FOREIGN: entry<{ path: string }>({
    exit: EXIT.auth,
    text: ({ path }) => `the stored tokens in ${quote(path)} belong to another user`,
    hint: () =>
      'set HOME or XDG_CONFIG_HOME to a folder of your own, or give the token in LOCSYNC_TOKEN together with LOCSYNC_BASE_URL',
  }),
  CREDENTIALS_UNREADABLE: entry<{ path: string; reason: string }>({
    exit: EXIT.local,
    text: ({ path, reason }) => `the stored tokens in ${quote(path)} cannot be used: ${reason}`,
    hint: (_, run) => `remove the file and run ${run('login')} again, or set LOCSYNC_TOKEN`,
  }),
  CREDENTIALS_UNWRITABLE: entry<{ path: string; reason: string }>({
    exit: EXIT.local,
    text: ({ path, reason }) => `the token cannot be stored in ${quote(path)}: ${reason}`,
    hint: () => 'make the folder writable, or set LOCSYNC_TOKEN',
  }),
  CREDENTIALS_NO_HOME: entry({
    exit: EXIT.local,
    text: () =>
      'there is no folder for the token: neither XDG_CONFIG_HOME nor HOME (APPDATA on Windows) is set',
    hint: () => 'set one of them, or give the token in LOCSYNC_TOKEN',
  }),
} as const;
