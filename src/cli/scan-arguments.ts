import { flagOf, takesValue } from '../options/read.js';
import { COMMANDS, type CommandName } from '../options/table.js';
import { GLOBAL_OPTIONS, REPORTERS, type OptionSpec } from '../options/global-options.js';
import type { PrintOptions } from './print.js';

/** What a command line says at first sight, even if it cannot be understood as a whole. */
export interface ScannedArguments {
  /** The first word that is neither an option nor the value of one: the place of the command. */
  readonly word: string | undefined;
  /** The command of that name; empty if there is none. */
  readonly command: CommandName | '';
  /** Whether an option is in front of the word that not every command takes. */
  readonly isPreceded: boolean;
  /** The options that decide how an error is printed. */
  readonly options: PrintOptions;
}

const BARE: ReadonlyMap<string, string> = new Map(
  COMMANDS.flatMap(({ options }): readonly OptionSpec[] => options).flatMap((option) =>
    option.bare === undefined ? [] : [[flagOf(option), option.bare]],
  ),
);
const WITH_VALUE = new Set(
  [...GLOBAL_OPTIONS, ...COMMANDS.flatMap(({ options }): readonly OptionSpec[] => options)]
    .filter((option) => takesValue(option) && !BARE.has(flagOf(option)))
    .map(flagOf),
);
const OF_ALL = new Set([...GLOBAL_OPTIONS.map(flagOf), '--version', '-V', '--help', '-h']);
const PRINTING: Readonly<Record<string, PrintOptions>> = {
  '--json': { json: true },
  '--quiet': { quiet: true },
  '--verbose': { verbose: true },
  '--no-color': { color: false },
  '--print': { print: true },
};

/** The arguments with a value after each bare option: commander would take the next word. */
export function withBareValues(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.map((arg, i) => {
    const bare = BARE.get(arg);
    const isValue = WITH_VALUE.has(argv[i - 1] ?? '');
    return bare === undefined || isValue || (end >= 0 && i > end) ? arg : `${arg}=${bare}`;
  });
}

/** Looks over the arguments (without node and script) as far as `--`. Never throws. */
export function scanArguments(argv: readonly string[]): ScannedArguments {
  let options: PrintOptions = {};
  let word: string | undefined;
  let isPreceded = false;
  for (let i = 0; i < argv.length; i += 1) {
    const arg = argv[i] ?? '';
    if (arg === '--') {
      word ??= argv[i + 1];
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      word ??= arg;
      continue;
    }
    const [, name = arg, attached] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
    const hasValue = WITH_VALUE.has(name);
    if (word === undefined && (!OF_ALL.has(name) || (attached !== undefined && !hasValue))) isPreceded = true;
    if (hasValue) {
      const value = attached ?? argv[(i += 1)];
      if (name === '--reporter')
        options = { ...options, reporter: REPORTERS.find((reporter) => reporter === value) };
    } else if (Object.hasOwn(PRINTING, arg)) options = { ...options, ...PRINTING[arg] };
  }
  return { word, command: COMMANDS.find(({ name }) => name === word)?.name ?? '', isPreceded, options };
}
