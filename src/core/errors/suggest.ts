import { shellWord } from '../text/shell-word.js';

/** What a suggested command is about. */
export interface Scope {
  /** Files or folders, relative to the configuration's folder; all if there are none. */
  readonly paths: readonly string[];
  /** Locales as `--locale` takes them; all if there are none. */
  readonly locales?: readonly string[];
}

/** Locales that a suggested command is about instead of those that the run was limited to. */
export interface OtherLocales {
  readonly others: readonly string[];
}

/** What a run was given: the commands that its messages suggest are to act on the same. */
export interface HintContext {
  /** The options that every command takes with their values, such as `--config`. */
  readonly options: readonly (readonly [option: string, value: string])[];
  /** Switches of this run that a suggested command needs too, by that command. */
  readonly switches: Readonly<Partial<Record<string, readonly string[]>>>;
  /** `--locale` of this run. */
  readonly locales: readonly string[];
  /** The path arguments of this run, as they were typed. */
  readonly paths: readonly string[];
  /** A path relative to the configuration's folder as it is typed in the working folder. */
  readonly fromHere: (path: string) => string;
}

/** A run without any option in the configuration's folder. */
export const PLAIN_HINTS: HintContext = {
  options: [],
  switches: {},
  locales: [],
  paths: [],
  fromHere: (path) => path,
};

/** A command to paste, between backticks; without a scope about what this run is about. */
export type Suggest = (command: string, options?: readonly string[], scope?: Scope | OtherLocales) => string;

/** Commands that take `--locale` and paths. */
const ON_FILES: ReadonlySet<string> = new Set(['status', 'diff', 'check', 'push', 'pull', 'resolve']);

/** Makes the commands that messages suggest, with the options that the run was given. */
export const suggestIn =
  (hints: HintContext): Suggest =>
  (command, own = [], scope) => {
    const { paths, locales = [] } = scopeIn(hints, scope);
    const carried = (hints.switches[command] ?? []).filter((option) => !own.includes(option));
    const words = [
      // As the run was typed, then what is added to it.
      ...carried,
      ...own,
      ...(locales.length > 0 && ON_FILES.has(command) ? ['--locale', shellWord(locales.join(','))] : []),
      ...hints.options.filter(([option]) => takes(command, option, own)).map(given),
      ...(ON_FILES.has(command) ? paths.map(pathWord) : []),
    ];
    return `\`${['locsync', command, ...words].join(' ')}\``;
  };

function scopeIn(hints: HintContext, scope: Scope | OtherLocales | undefined): Scope {
  if (!scope) return { paths: hints.paths, locales: hints.locales };
  if ('others' in scope) return { paths: hints.paths, locales: hints.locales.length > 0 ? scope.others : [] };
  return { ...scope, paths: scope.paths.map(hints.fromHere) };
}

/** Whether a command takes an option of the run: `init` reads no configuration. */
const takes = (command: string, option: string, own: readonly string[]): boolean =>
  !own.some((words) => words.startsWith(`${option} `)) && !(command === 'init' && option === '--config');

/** An option with its value; a value with a dash in front would be taken for another option. */
const given = ([option, value]: readonly [string, string]): string =>
  `${option}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`;

const pathWord = (path: string): string => shellWord(path.startsWith('-') ? `./${path}` : path);
