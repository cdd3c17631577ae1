import type { OptionSpec } from './global-options.js';

const LOCALE = {
  flags: '--locale <code>',
  description: 'only these locales; repeat it or separate with commas',
  repeatable: true,
} as const satisfies OptionSpec;

const STRICT = {
  flags: '--strict',
  description: 'leave out, and name, each text that `locsync check` would refuse',
} as const satisfies OptionSpec;

const WATCH = { flags: '--watch', notInLibrary: true } as const;

const DRY_RUN = {
  flags: '--dry-run',
  description: 'show what would be done and do nothing',
} as const satisfies OptionSpec;

/** What `status --check` can fail for. */
export const STATUS_CHECKS = ['push', 'pull', 'conflict', 'missing'] as const;

/** One command as data. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: string;
  /** What the arguments are, one by one, if they are not paths of locale files. */
  readonly argumentHelp?: string | readonly string[];
  readonly options: readonly OptionSpec[];
  readonly example: string;
}

/** The shells that `completion` writes a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMMANDS = [
  {
    name: 'init',
    summary: 'write .locsyncrc for the locale files of this folder',
    options: [
      { flags: '--yes', description: 'ask nothing: write what is proposed' },
      { flags: '--force', description: 'replace a configuration that is there' },
      { flags: '--print', description: 'print the file and write nothing' },
    ],
    example: 'locsync init --base-url https://l10n.example.com --project pro_123',
  },
  {
    name: 'login',
    summary: 'store a token for the service, after trying it',
    options: [{ flags: '--token-stdin', description: 'read the token from standard input' }],
    example: 'locsync login --base-url https://l10n.example.com --project pro_123',
  },
  {
    name: 'logout',
    summary: 'remove the stored token of the service',
    options: [],
    example: 'locsync logout --base-url https://l10n.example.com',
  },
  {
    name: 'locales',
    summary: "list the project's languages and how many locale files each has here",
    options: [],
    example: 'locsync locales',
  },
  {
    name: 'status',
    summary: 'compare the locale files here with the service',
    arguments: '[path...]',
    options: [
      {
        flags: '--check[=<what>]',
        description: `exit with 1 for what is named: ${STATUS_CHECKS.join(', ')} (default: push,pull,conflict)`,
        choices: STATUS_CHECKS,
        repeatable: true,
        bare: 'push,pull,conflict',
      },
      LOCALE,
      { flags: '--missing', description: 'name the keys that are not translated' },
    ],
    example: 'locsync status --check',
  },
  {
    name: 'diff',
    summary: 'show each key that differs, with both texts',
    arguments: '[path...]',
    options: [LOCALE, { flags: '--name-only', description: 'name only the files that differ' }],
    example: 'locsync diff config/locales',
  },
  {
    name: 'check',
    summary: 'compare each translation here with its source text: placeholders, tags, plural forms',
    arguments: '[path...]',
    options: [LOCALE],
    example: 'locsync check --locale de',
  },
  {
    name: 'push',
    summary: 'upload each locale file that has something the service lacks',
    arguments: '[path...]',
    options: [
      LOCALE,
      DRY_RUN,
      { flags: '--force', description: 'let the files here win every conflict' },
      { flags: '--all', description: 'upload every file, changed or not' },
      STRICT,
      { ...WATCH, description: 'stay, and push again whenever a locale file changes' },
    ],
    example: 'locsync push --dry-run',
  },
  {
    name: 'pull',
    summary: "write the service's translations into the locale files",
    arguments: '[path...]',
    options: [
      LOCALE,
      DRY_RUN,
      { flags: '--force', description: 'let the service win every conflict' },
      {
        flags: '--prune',
        description: 'remove keys that the service does not have; those never pushed only on a first run',
      },
      { flags: '--empty', description: 'let empty translations empty texts here' },
      { flags: '--restore', description: 'write back texts of keys that were deleted here' },
      { flags: '--allow-shrink', description: 'let a file lose more than a fifth of its texts' },
      STRICT,
      { ...WATCH, description: 'stay, and pull again every so many seconds' },
      {
        flags: '--interval <seconds>',
        description: 'how long --watch waits in between (default: 60)',
        number: { min: 1, max: 86_400, whole: true },
        notInLibrary: true,
      },
    ],
    example: 'locsync pull --locale de,pt-BR',
  },
  {
    name: 'git-setup',
    summary: 'let git merge the locale files and the lock key by key, in this clone',
    options: [{ flags: '--undo', description: 'let git merge them by lines again' }],
    example: 'locsync git-setup',
  },
  {
    name: 'merge-driver',
    summary: 'merge three versions of a locale file, as git calls it',
    arguments: '<base> <ours> <theirs> <path>',
    argumentHelp: [
      'the common ancestor',
      'our version, which is replaced by the merge',
      'the other version',
      'the path in the repository, which says the format',
    ],
    options: [
      {
        flags: '--marker-size <n>',
        description: 'characters of a conflict marker (default: 7)',
        number: { min: 1, max: 1_000, whole: true },
      },
      { flags: '--ours-label <text>', description: 'what the markers call our version', mayBeEmpty: true },
      { flags: '--theirs-label <text>', description: 'what they call the other version', mayBeEmpty: true },
    ],
    example: 'locsync merge-driver base.yml ours.yml theirs.yml config/locales/de.yml',
  },
  {
    name: 'serve',
    summary: 'run the embedded service, to try locsync out or to test without a network',
    options: [
      {
        flags: '--port <n>',
        description: 'port to listen on (default: a free one)',
        number: { min: 0, max: 65_535, whole: true },
      },
      { flags: '--host <address>', description: 'address to listen on (default: 127.0.0.1)' },
      { flags: '--db <file>', description: 'the SQLite database (default: .locsync/service.db)' },
      { flags: '--name <name>', description: "the project's name" },
      { flags: '--technology <name>', description: "the project's technology, such as ruby" },
      { flags: '--framework <name>', description: "the project's framework, such as rails" },
      { flags: '--format <name>', description: "the format of the project's files, such as yaml" },
      {
        flags: '--locales <codes>',
        description:
          'languages to add, such as en,de,pt-BR; the source locale first (default for a new project: en)',
        repeatable: true,
      },
      {
        flags: '--token <token>',
        description: 'the token that clients must send (default: LOCSYNC_TOKEN, else made up and printed)',
      },
      { flags: '--token-stdin', description: 'read that token from standard input' },
      {
        flags: '--latency <ms>',
        description: 'delay every answer',
        number: { min: 0, max: 600_000, whole: true },
      },
      {
        flags: '--fail-rate <share>',
        description: 'answer this share of requests with 503 (0 to 1)',
        number: { min: 0, max: 1, whole: false },
      },
      {
        flags: '--rate-limit <n>',
        description: 'answer 429 above so many requests per second',
        number: { min: 0.001, max: 1_000_000, whole: false },
      },
      {
        flags: '--behave <names>',
        description:
          'act as other services do, such as nested-keys,cut=255 (docs/serve.md lists every behaviour)',
        repeatable: true,
      },
    ],
    example: 'locsync serve --locales en,de,pt-BR --name Shop',
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    arguments: '<shell>',
    argumentHelp: SHELLS.join(', '),
    options: [],
    example: 'source <(locsync completion bash)',
  },
] as const satisfies readonly CommandSpec[];

/**
 * `locsync help [command]`, which prints what `--help` prints: all that it needs is here, so it is
 * none of the commands that do something.
 */
export const HELP_COMMAND: CommandSpec = {
  name: 'help',
  summary: 'print the help of a command',
  arguments: '[command]',
  argumentHelp: 'the command; without one the help of the program',
  options: [],
  example: 'locsync help pull',
};

export type CommandName = (typeof COMMANDS)[number]['name'];
