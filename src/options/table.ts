import {
  type CommandSpec,
  DRY_RUN,
  LOCALE,
  MERGE_DRIVER_OPTIONS,
  PLAN,
  PSEUDO_OPTIONS,
  PULL_OPTIONS,
  RENAME_OPTIONS,
  RESOLVE_OPTIONS,
  STRICT,
  WATCH,
} from './command-options.js';
import { SERVE_OPTIONS } from './serve-options.js';
import { STATUS_CHECKS } from '../core/report/report.js';

export { COMMAND_GROUPS, type CommandSpec } from './command-options.js';

/** The shells that `completion` writes a script for. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const COMMANDS = [
  {
    name: 'init',
    group: 'setup',
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
    group: 'setup',
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
    summary: "list the project's languages and their locale files here",
    options: [],
    example: 'locsync locales',
  },
  {
    name: 'status',
    group: 'daily',
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
      { flags: '--stale', description: 'name the translations whose source text has changed since' },
    ],
    example: 'locsync status --check',
  },
  {
    name: 'diff',
    group: 'daily',
    summary: 'show each key that differs, with both texts',
    arguments: '[path...]',
    options: [LOCALE, { flags: '--name-only', description: 'name only the files that differ' }],
    example: 'locsync diff config/locales',
  },
  {
    name: 'check',
    group: 'daily',
    summary: 'find lost placeholders, tags and plural forms in translations here',
    arguments: '[path...]',
    options: [
      LOCALE,
      {
        flags: '--max-warnings <n>',
        description: 'exit with 1 if there are more warnings (default: any number)',
        number: { min: 0, max: 1_000_000, integer: true },
      },
      {
        flags: '--update-baseline',
        description: 'write what is found into .locsync-check.json, and report only what is new from then on',
      },
    ],
    example: 'locsync check --locale de',
  },
  {
    name: 'push',
    group: 'daily',
    summary: 'upload each locale file that has something the service lacks',
    arguments: '[path...]',
    options: [
      LOCALE,
      DRY_RUN,
      { flags: '--force', description: 'let the files here win every conflict', widens: true },
      { flags: '--all', description: 'upload every file, changed or not' },
      PLAN,
      STRICT,
      { ...WATCH, description: 'stay, and push again whenever a locale file changes' },
    ],
    example: 'locsync push --dry-run',
  },
  {
    name: 'pull',
    group: 'daily',
    summary: "write the service's translations into the locale files",
    arguments: '[path...]',
    options: PULL_OPTIONS,
    example: 'locsync pull --locale de,pt-BR',
  },
  {
    name: 'accept',
    summary: 'say that stale translations still fit their source texts',
    arguments: '<path...>',
    options: [LOCALE, { flags: '--key <glob>', description: 'only these keys, such as legal.**' }],
    example: 'locsync accept config/locales/de.yml --key "cart.*"',
  },
  {
    name: 'resolve',
    summary: "decide conflicts one by one: ours, the service's, or another text",
    arguments: '[path...]',
    options: [...RESOLVE_OPTIONS, LOCALE, DRY_RUN],
    example: "locsync resolve config/locales/de.yml --key 'cart.*' --service",
  },
  {
    name: 'apply',
    summary: 'do what a plan of push or pull says, if nothing has moved since',
    arguments: '<file>',
    argumentHelp: 'what `--plan` has written',
    options: [],
    example: 'locsync apply plan.json',
  },
  {
    name: 'undo',
    summary: 'put back what the last pull, resolve, mv or rm replaced here',
    options: [DRY_RUN],
    example: 'locsync undo --dry-run',
  },
  {
    name: 'mv',
    summary: 'rename a key, or the files of a set, in every locale',
    arguments: '<old> <new>',
    argumentHelp: ['a key, or a locale file', 'its new name'],
    options: RENAME_OPTIONS,
    example: 'locsync mv cart.title cart.heading',
  },
  {
    name: 'rm',
    summary: 'remove a key, or the files of a set, in every locale',
    arguments: '<name>',
    argumentHelp: 'a key, or a locale file',
    options: RENAME_OPTIONS,
    example: 'locsync rm cart.old --dry-run',
  },
  {
    name: 'pseudo',
    summary: 'write a pseudo-locale from the source texts, to try an application',
    arguments: '[path...]',
    options: PSEUDO_OPTIONS,
    example: 'locsync pseudo --as en-XA',
  },
  {
    name: 'git-setup',
    group: 'setup',
    summary: 'let git merge locale files key by key in this clone',
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
    options: MERGE_DRIVER_OPTIONS,
    example: 'locsync merge-driver base.yml ours.yml theirs.yml config/locales/de.yml',
  },
  {
    name: 'doctor',
    group: 'setup',
    summary: 'find what keeps push and pull from working, and how to cure it',
    options: [],
    example: 'locsync doctor',
  },
  {
    name: 'config',
    summary: 'print the settings that a run would use, and where each comes from',
    options: [],
    example: 'locsync config --json',
  },
  {
    name: 'serve',
    group: 'setup',
    summary: 'run the embedded service, for trying out and for tests',
    options: SERVE_OPTIONS,
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

/** What `locsync help` takes besides a command: the options of every command. */
export const OPTIONS_TOPIC = 'options';

/** `locsync help [command]` needs only this table, so it is not in COMMANDS. */
export const HELP_COMMAND: CommandSpec = {
  name: 'help',
  summary: 'print the help of a command, or the options of every command',
  arguments: '[command]',
  argumentHelp: 'a command, or `options`; without one the help of the program',
  options: [],
  example: 'locsync help pull',
};

export type CommandName = (typeof COMMANDS)[number]['name'];
