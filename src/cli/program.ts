import { FORMAT_LABELS } from '../core/formats.js';
import { Command, CommanderError, Option } from 'commander';
import { LocsyncError } from '../core/errors/index.js';
import { nearest } from '../core/text/nearest.js';
import { scanArguments, withBareValues } from './scan-arguments.js';
import { assertChoice, readInvocation, type Invocation } from '../options/read.js';
import { COMMANDS, HELP_COMMAND, OPTIONS_TOPIC, type CommandSpec } from '../options/table.js';
import { GLOBAL_OPTIONS, type OptionSpec } from '../options/global-options.js';
import { formatHelp, optionsHelp } from './help-layout.js';

/** Columns of a description below which commander lets it run over the edge of the screen. */
const NARROWEST = 16;

/** What a command line asks for: a command, or a text (help, version) for stdout. */
export type ParsedArguments = { readonly run: Invocation } | { readonly print: string };

/**
 * Reads the arguments (without node and script). Throws the catalogue's errors of the command line.
 * Reads no configuration and opens nothing, so `--help` works in every folder.
 */
export function readArguments(argv: readonly string[], version: string, width: number): ParsedArguments {
  // commander itself would answer `pul --help`, and complain about the options and arguments after
  // an unknown command.
  const { word, command: commandName, isPreceded } = scanArguments(argv);
  if (word !== undefined && !isPreceded && commandName === '' && word !== HELP_COMMAND.name)
    throw unknownCommand(word);
  let asked: ParsedArguments | undefined;
  let printed = '';
  const output = {
    writeOut: (chunk: string) => void (printed += chunk),
    writeErr: () => undefined,
    getOutHelpWidth: () => width,
  };
  const program = new LocsyncCommand('locsync');
  program
    .description(`Keeps ${FORMAT_LABELS.join(' and ')} locale files in step with a localization service.`)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the help of a command')
    .configureHelp({ formatHelp, minWidthToWrap: NARROWEST })
    .configureOutput(output)
    .exitOverride()
    .argument('[command]')
    .usage('<command> [options] [path...]');
  program.helpCommand(false);
  for (const spec of GLOBAL_OPTIONS) program.addOption(toOption(spec));
  for (const spec of COMMANDS) {
    const command = new LocsyncCommand(spec.name);
    configure(command, spec, program).action(() => {
      asked = { run: readInvocation(spec.name, command.optsWithGlobals(), command.args) };
    });
    program.addCommand(command);
  }
  program.addCommand(
    configure(new LocsyncCommand(HELP_COMMAND.name), HELP_COMMAND, program).action((name?: string) => {
      if (name === OPTIONS_TOPIC) {
        const helper = program.createHelp();
        helper.prepareContext({ helpWidth: width });
        asked = { print: optionsHelp(helper) };
        return;
      }
      const subject =
        name === undefined ? program : program.commands.find((candidate) => candidate.name() === name);
      if (!subject) throw unknownCommand(name ?? '');
      subject.outputHelp();
      asked = { print: printed };
    }),
  );
  program.action((name?: string) => {
    throw name === undefined ? LocsyncError.of('COMMAND_MISSING', {}) : unknownCommand(name);
  });
  try {
    program.parse([...withBareValues(argv)], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { print: printed };
    throw LocsyncError.of('ARGUMENTS_INVALID', { reason: error.message.replace(/^error: /, '') });
  }
  if (!asked) throw LocsyncError.of('COMMAND_MISSING', {});
  return asked;
}

/** The whole program's help, for stderr if no command was given. */
export function programHelp(version: string, width: number): string {
  const asked = readArguments(['--help'], version, width);
  return 'print' in asked ? asked.print : '';
}

function unknownCommand(name: string): LocsyncError {
  const names = [...COMMANDS, HELP_COMMAND].map((spec) => spec.name);
  return LocsyncError.of('COMMAND_UNKNOWN', { name, nearest: nearest(name, names) });
}

const TOUCHED = 'only the file sets that these files, folders or globs touch';

const MORE_OPTIONS = `Options of every command: \`locsync help ${OPTIONS_TOPIC}\``;

function configure(command: Command, spec: CommandSpec, program: Command): Command {
  command.copyInheritedSettings(program);
  command.description(spec.summary).helpOption('-h, --help', 'print this help');
  if (spec.arguments !== undefined)
    for (const [i, argument] of spec.arguments.split(' ').entries())
      command.argument(argument, [spec.argumentHelp ?? TOUCHED].flat()[i] ?? '');
  command.allowExcessArguments(false);
  for (const option of spec.options) command.addOption(toOption(option));
  command.addHelpText('after', `\nExample:\n  ${spec.example}\n\n${MORE_OPTIONS}`);
  return command;
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags.replace('[=<', ' [').replace('>]', ']'), spec.description);
  option.flags = spec.flags;
  const { choices } = spec;
  if (choices && spec.repeatable !== true) {
    option.choices([...choices]).argParser((value: string) => {
      assertChoice(value, option.long ?? spec.flags, choices);
      return value;
    });
  }
  if (spec.repeatable === true)
    option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

const TAKES_TOKEN: ReadonlySet<string> = new Set(['login', 'logout', 'serve']);

/**
 * commander's Command with our own words for mistakes. commander would print an unknown argument
 * whole (`--tokne=SECRET`); these methods are the ones that it calls (14.0), and the tests of the
 * command line fail if it stops doing so.
 */
class LocsyncCommand extends Command {
  unknownOption(argument: string): never {
    const option = argument.replace(/=.*$/s, '');
    const options = [...this.options, ...(this.parent?.options ?? [])].map((declared) => declared.long ?? '');
    const words = [...options, '--help'];
    // What commander does not know of a known option is a value after a switch.
    if (option !== argument && words.includes(option)) throw LocsyncError.of('OPTION_NO_VALUE', { option });
    throw LocsyncError.of('OPTION_UNKNOWN', {
      option,
      command: this.parent ? this.name() : '',
      nearest: nearest(option, words),
    });
  }

  optionMissingArgument(option: Option): never {
    throw LocsyncError.of('OPTION_WITHOUT_VALUE', { option: option.long ?? option.flags });
  }

  missingArgument(name: string): never {
    throw LocsyncError.of('ARGUMENT_MISSING', { name, command: this.name() });
  }

  // commander's own name for it.
  _excessArguments(args: readonly string[]): never {
    const command = this.name();
    // People write a token there, and output is logged.
    if (TAKES_TOKEN.has(command)) throw LocsyncError.of('ARGUMENT_SECRET', { command });
    const argument = args[this.registeredArguments.length] ?? '';
    throw LocsyncError.of('ARGUMENT_EXTRA', { argument, command });
  }
}
