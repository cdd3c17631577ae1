import { COMMANDS, HELP_COMMAND, OPTIONS_TOPIC, SHELLS, type CommandSpec } from '../../options/table.js';
import { GLOBAL_OPTIONS, type OptionSpec } from '../../options/global-options.js';

/** The value of an option, or an argument. */
export type CompletionValue =
  | { readonly kind: 'none' | 'any' | 'file' | 'folder' | 'locales' | 'paths' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** A list with commas, which follows after `=` or is left out. */
  | { readonly kind: 'list'; readonly choices: readonly string[] };

/** An option as the scripts need it. */
export interface OptionWords {
  /** With its dashes: `--locale`. */
  readonly name: string;
  readonly description: string;
  /** What the value is called: `code` of `--locale <code>`. */
  readonly label: string;
  readonly value: CompletionValue;
  readonly repeatable: boolean;
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  readonly argument: CompletionValue;
  /** What the argument is called: `path` of `[path...]`. */
  readonly argumentLabel: string;
}

// commander's own.
const BUILT_IN: readonly OptionSpec[] = [
  { flags: '--version', description: 'print the version' },
  { flags: '--help', description: 'print the help' },
];

/** The command line as data, from the table that commander and the help are made of. */
export const globalWords: readonly OptionWords[] = [...GLOBAL_OPTIONS, ...BUILT_IN].map(optionWords);

export const commandWords: readonly CommandWords[] = [...COMMANDS, HELP_COMMAND].map(
  (command: CommandSpec) => ({
    name: command.name,
    summary: command.summary,
    options: command.options.map(optionWords),
    argument: argumentOf(command),
    argumentLabel: /[a-z]+/.exec(command.arguments ?? '')?.[0] ?? '',
  }),
);

function optionWords(spec: OptionSpec): OptionWords {
  const [, name = spec.flags, label = ''] = /(--[a-z-]+)(?:(?: |\[=)<([^<>]+)>)?/.exec(spec.flags) ?? [];
  return {
    name,
    label,
    description: spec.description,
    value: valueOf(name, label, spec),
    repeatable: spec.repeatable === true,
  };
}

function valueOf(name: string, label: string, { choices, bare }: OptionSpec): CompletionValue {
  if (choices) return { kind: bare === undefined ? 'choice' : 'list', choices };
  if (name === '--locale') return { kind: 'locales' };
  switch (label) {
    case '':
      return { kind: 'none' };
    case 'path':
    case 'file':
      return { kind: 'file' };
    case 'dir':
      return { kind: 'folder' };
    default:
      return { kind: 'any' };
  }
}

function argumentOf(command: CommandSpec): CompletionValue {
  switch (command.arguments) {
    case undefined:
      return { kind: 'none' };
    case '<shell>':
      return { kind: 'choice', choices: SHELLS };
    case HELP_COMMAND.arguments:
      return { kind: 'choice', choices: [...COMMANDS.map(({ name }) => name), OPTIONS_TOPIC] };
    case '[path...]':
      return { kind: 'paths' };
    default:
      return { kind: 'file' };
  }
}

/** A text in single quotes, as bash and zsh read them. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
