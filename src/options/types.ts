import type { COMMANDS, CommandName } from './table.js';
import type { LOCALE } from './command-options.js';
import type { GLOBAL_OPTIONS, OptionSpec } from './global-options.js';

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

/** `dryRun` of `--dry-run`, `color` of `--no-color`, `locale` of `--locale <code>`. */
type NameOf<Flags extends string> = Flags extends `${infer Long}${' ' | '[='}<${string}`
  ? NameOf<Long>
  : Flags extends `--no-${infer Name}`
    ? CamelCase<Name>
    : Flags extends `--${infer Name}`
      ? CamelCase<Name>
      : never;

type ValueOf<Row extends OptionSpec> = Row extends { readonly number: object }
  ? number | undefined
  : Row extends { readonly choices: readonly (infer Choice)[]; readonly repeatable: true }
    ? readonly Choice[]
    : Row extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : Row extends { readonly repeatable: true }
        ? readonly string[]
        : Row['flags'] extends `${string}<${string}`
          ? string | undefined
          : boolean;

type RowsOf<Command extends CommandName> = Extract<
  (typeof COMMANDS)[number],
  { readonly name: Command }
>['options'][number];

/** The options that every command takes. */
export type GlobalOptions = {
  readonly [Row in (typeof GLOBAL_OPTIONS)[number] as NameOf<Row['flags']>]: ValueOf<Row>;
};

/** The options of one command as it reads them, those of every command included. */
export type OptionsOf<Command extends CommandName> = GlobalOptions & {
  readonly [Row in RowsOf<Command> as NameOf<Row['flags']>]: ValueOf<Row>;
};

/** The names of a command's own options that the library has too. */
export type LibraryOptionOf<Command extends CommandName> =
  RowsOf<Command> extends infer Row extends OptionSpec
    ? Row extends { readonly notInLibrary: true }
      ? never
      : NameOf<Row['flags']>
    : never;

type ValueRow<Row extends OptionSpec> = Row extends { readonly notInLibrary: true } | typeof LOCALE
  ? never
  : Row['flags'] extends `${string}<${string}`
    ? Row
    : never;

/** The options of a command with a value that the library has too, but for the locales. */
export type OptionValues<Command extends CommandName> = {
  readonly [Row in ValueRow<RowsOf<Command>> as NameOf<Row['flags']>]?: ValueOf<Row>;
};

type SwitchName<Row extends OptionSpec> = Row extends { readonly notInLibrary: true }
  ? never
  : Row['flags'] extends `${string}<${string}`
    ? never
    : NameOf<Row['flags']>;

/** The names of a command's switches that the library has too. */
export type SwitchOf<Command extends CommandName> = SwitchName<RowsOf<Command>>;

/** The switches of a command, all of them known: how the program and the library call it. */
export type Switches<Command extends CommandName> = Readonly<Record<SwitchOf<Command>, boolean>>;
