import { LocsyncError } from '../core/errors/index.js';
import { unsafeTag } from '../core/patterns/paths.js';
import { nearest } from '../core/text/nearest.js';
import { COMMANDS, type CommandName, type CommandSpec } from './table.js';
import { DRY_RUN, LOCALE } from './command-options.js';
import { GLOBAL_OPTIONS, type OptionSpec } from './global-options.js';
import type { OptionsOf, Switches, SwitchOf, OptionValues } from './types.js';

/** A command line that was understood: the command, its options, its arguments. */
export type Invocation = {
  readonly [Command in CommandName]: {
    readonly command: Command;
    readonly options: OptionsOf<Command>;
    readonly args: readonly string[];
  };
}[CommandName];

/**
 * The options of a command from the values that commander gives. Throws OPTION_WITHOUT_VALUE for an
 * empty text, and OPTION_VALUE for a number that is none or is out of bounds.
 */
export function readInvocation(
  command: CommandName,
  values: Readonly<Record<string, unknown>>,
  args: readonly string[],
): Invocation {
  const rows: readonly OptionSpec[] = [...GLOBAL_OPTIONS, ...rowsOf(command)];
  const options = Object.fromEntries(
    rows.map((row) => {
      const name = nameOf(row);
      return [name, valueOf(row, values[name])];
    }),
  );
  // The rows are what the type is made of.
  return { command, options, args } as unknown as Invocation;
}

/** The options of a command line that gives none. */
export const defaultOptions = <Command extends CommandName>(command: Command): OptionsOf<Command> =>
  readInvocation(command, {}, []).options as OptionsOf<Command>;

/** The rows of a command's own options that the library has too, by their names. */
export const libraryRows = (command: CommandName): readonly (readonly [name: string, row: OptionSpec])[] =>
  rowsOf(command)
    .filter((row) => row.notInLibrary !== true)
    .map((row) => [nameOf(row), row]);

/** The switches of a command, those that the caller leaves out being false. */
export function switchesOf<Command extends CommandName>(
  command: Command,
  given: Readonly<Partial<Record<SwitchOf<Command>, boolean | undefined>>>,
): Switches<Command> {
  const values: Readonly<Record<string, unknown>> = given;
  const names = switchNames(command);
  return Object.fromEntries(names.map((name) => [name, values[name] === true])) as Switches<Command>;
}

/** The names of a command's switches that the library has too. */
export const switchNames = <Command extends CommandName>(command: Command): readonly SwitchOf<Command>[] =>
  switchRows(command).map(nameOf) as SwitchOf<Command>[];

const switchRows = (command: CommandName): readonly OptionSpec[] =>
  rowsOf(command).filter((row) => row.notInLibrary !== true && !takesValue(row));

/** The options of a command with a value, out of those that were given. */
export const valuesOf = <Command extends CommandName>(
  command: Command,
  given: Readonly<Record<string, unknown>>,
): OptionValues<Command> =>
  // The rows are what the type is made of.
  Object.fromEntries(
    libraryRows(command)
      .filter(([, row]) => takesValue(row) && row !== LOCALE)
      .map(([name]) => [name, given[name]]),
  ) as OptionValues<Command>;

/** The given switches that decide what becomes of texts, as they are typed, in table order. */
export function givenSwitches<Command extends CommandName>(
  command: Command,
  given: Readonly<Partial<Record<SwitchOf<Command>, boolean | undefined>>>,
): readonly string[] {
  const values: Readonly<Record<string, unknown>> = given;
  return switchRows(command)
    .filter((row) => row !== DRY_RUN && values[nameOf(row)] === true)
    .map(flagOf);
}

/** Whether an option was given that makes the run act on more keys than wait for it. */
export function isWidened<Command extends CommandName>(
  command: Command,
  given: Readonly<Partial<Record<SwitchOf<Command>, boolean | undefined>>>,
): boolean {
  const values: Readonly<Record<string, unknown>> = given;
  return rowsOf(command).some((row) => row.widens === true && values[nameOf(row)] === true);
}

/** The locales that were asked for, each once. Throws LOCALE_MALFORMED for what can be no code. */
export function checkedLocales(codes: readonly string[] = []): readonly string[] {
  for (const code of codes)
    if (unsafeTag(code) !== undefined) throw LocsyncError.of('LOCALE_MALFORMED', { code });
  return [...new Set(codes)];
}

/** The option as it is typed: `--locale` of `--locale <code>`. */
export const flagOf = ({ flags }: OptionSpec): string => /^-[a-z-]+/.exec(flags)?.[0] ?? flags;

export const takesValue = ({ flags }: OptionSpec): boolean => flags.includes('<');

function rowsOf(command: CommandName): readonly OptionSpec[] {
  const commands: readonly CommandSpec[] = COMMANDS;
  return commands.find(({ name }) => name === command)?.options ?? [];
}

const nameOf = (row: OptionSpec): string =>
  flagOf(row)
    .replace(/^--(?:no-)?/, '')
    .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function valueOf(row: OptionSpec, value: unknown): unknown {
  // An option that takes something away is true until it is given.
  if (!takesValue(row)) return row.flags.startsWith('--no-') ? value !== false : value === true;
  if (row.repeatable === true) {
    const given: readonly unknown[] = Array.isArray(value) ? value : [];
    const words = given.flatMap((part) => String(part).split(',')).map((word) => word.trim());
    for (const word of words) if (row.choices) assertChoice(word, flagOf(row), row.choices);
    return [...new Set(words)];
  }
  if (value === undefined) return undefined;
  const option = flagOf(row);
  if (value === '' && row.mayBeEmpty === true) return value;
  if (typeof value !== 'string' || value === '') throw LocsyncError.of('OPTION_WITHOUT_VALUE', { option });
  return row.number === undefined ? value : numberOf(value, option, row.number);
}

/** Throws OPTION_WITHOUT_VALUE and OPTION_VALUE. */
export function assertChoice(value: string, option: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  if (value === '') throw LocsyncError.of('OPTION_WITHOUT_VALUE', { option });
  const expected = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`;
  throw LocsyncError.of('OPTION_VALUE', { option, value, expected, nearest: nearest(value, choices) });
}

function numberOf(
  value: string,
  option: string,
  { min, max, integer }: NonNullable<OptionSpec['number']>,
): number {
  const number = /^\d{1,10}(?:\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max && (!integer || Number.isInteger(number))) return number;
  const expected = `a ${integer ? 'whole ' : ''}number from ${min} to ${max}`;
  throw LocsyncError.of('OPTION_VALUE', { option, value, expected, nearest: undefined });
}
