import { Help, type Command } from 'commander';
import { largest } from '../core/util/collections.js';
import { GLOBAL_OPTIONS, type OptionSpec } from '../options/global-options.js';
import { COMMAND_GROUPS, COMMANDS, HELP_COMMAND, type CommandSpec } from '../options/table.js';

/** commander's own options. */
const BUILT_IN: readonly OptionSpec[] = [
  { flags: '-V, --version', description: 'print the version' },
  { flags: '-h, --help', description: 'print the help of a command' },
];

const EXIT_CODES = `Exit codes:
  0  done, or nothing differs      3  token or project rejected
  1  differences or conflicts      4  service or network failed, or done in part
  2  usage or configuration        5  a local file could not be read or written`;

/**
 * The help of a command as commander lays it out, without the options of every command, which
 * `locsync help options` prints; that of the program is a list of commands that fits 24 rows.
 */
export const formatHelp = (command: Command, helper: Help): string =>
  command.parent
    ? `${Help.prototype.formatHelp.call(helper, command, helper).trimEnd()}\n`
    : programHelp(command, helper);

function programHelp(program: Command, helper: Help): string {
  const commands: readonly CommandSpec[] = [...COMMANDS, HELP_COMMAND];
  const width = largest(commands.map((spec) => (spec.group === undefined ? 0 : spec.name.length)));
  const groups = Object.entries(COMMAND_GROUPS).map(([group, title]) => {
    const rows = commands.filter((spec) => spec.group === group);
    return [`${title}:`, ...rows.map((spec) => helper.formatItem(spec.name, width, spec.summary, helper))];
  });
  const others = commands.filter((spec) => spec.group === undefined).map(({ name }) => name);
  return lines([
    `Usage: ${helper.commandUsage(program)}`,
    wrapText(helper, helper.commandDescription(program)),
    '',
    ...groups.flat(),
    wrapText(helper, `Others: ${others.join(' ')}`),
    '',
    wrapText(helper, '`locsync help <command>` shows a command and its options.'),
    wrapText(helper, '`locsync help options` shows the options of every command, and the exit codes.'),
  ]);
}

/** What `locsync help options` prints: the options of every command, and the exit codes. */
export function optionsHelp(helper: Help): string {
  const options: readonly OptionSpec[] = [...GLOBAL_OPTIONS, ...BUILT_IN];
  const width = largest(options.map(({ flags }) => flags.length));
  const row = ({ flags, description, choices }: OptionSpec): string => {
    const named = choices === undefined ? '' : `: ${choices.join(', ')}`;
    return helper.formatItem(flags, width, `${description}${named}`, helper);
  };
  return lines(['Options of every command:', ...options.map(row), '', EXIT_CODES]);
}

const lines = (list: readonly string[]): string => `${list.join('\n')}\n`;

const wrapText = (helper: Help, text: string): string => helper.boxWrap(text, helper.helpWidth ?? 80);
