import { LocsyncError } from '../core/errors/index.js';
import { nearest } from '../core/text/nearest.js';
import type { OptionSpec } from '../options/global-options.js';
import { libraryRows, takesValue } from '../options/read.js';
import type { CommandName } from '../options/table.js';
import type { LibraryOptionOf } from '../options/types.js';

const KINDS = {
  text: { expected: 'a text', holds: (value: unknown) => typeof value === 'string' },
  number: { expected: 'a number', holds: (value: unknown) => typeof value === 'number' },
  switch: { expected: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
  texts: {
    expected: 'an array of texts',
    holds: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
  place: {
    expected: 'a text or a URL',
    holds: (value: unknown) => typeof value === 'string' || value instanceof URL,
  },
  listener: { expected: 'a function', holds: (value: unknown) => typeof value === 'function' },
  signal: {
    expected: 'an AbortSignal',
    holds: (value: unknown) => typeof value === 'object' && value !== null && 'throwIfAborted' in value,
  },
  env: {
    expected: 'an object of variables',
    holds: (value: unknown) => typeof value === 'object' && value !== null,
  },
} as const;

interface OptionRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

type OptionKind = keyof typeof KINDS | OptionRule;

/** The options of one call and what each of them must be. */
export type Kinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

/**
 * Refuses options that the call does not know, or of another type: `{ dryrun: true }` must not
 * push. TypeScript says so before the program runs, JavaScript has only this. Throws
 * CALL_OPTION_UNKNOWN and CALL_OPTION_VALUE.
 */
export function validateOptions<Options extends object>(
  call: string,
  options: Options,
  kinds: Kinds<Required<Options>>,
  required: readonly (keyof Options & string)[] = [],
): void {
  const optionKinds = new Map<string, OptionKind>(Object.entries<OptionKind>(kinds));
  for (const [option, value] of Object.entries(options)) {
    const kind = optionKinds.get(option);
    if (kind === undefined)
      throw LocsyncError.of('CALL_OPTION_UNKNOWN', {
        call,
        option,
        nearest: nearest(option, [...optionKinds.keys()]),
      });
    const { expected, holds } = ruleOf(kind);
    if (value !== undefined && !holds(value))
      throw LocsyncError.of('CALL_OPTION_VALUE', { call, option, expected });
  }
  for (const option of required) {
    const kind = optionKinds.get(option);
    if (options[option] === undefined && kind !== undefined)
      throw LocsyncError.of('CALL_OPTION_VALUE', { call, option, expected: ruleOf(kind).expected });
  }
}

const ruleOf = (kind: OptionKind): OptionRule => (typeof kind === 'string' ? KINDS[kind] : kind);

/** What the options of a command must be, by the table that the command line is read with. */
export const kindsOf = <Command extends CommandName>(
  command: Command,
): Readonly<Record<LibraryOptionOf<Command>, OptionKind>> =>
  Object.fromEntries(libraryRows(command).map(([name, row]) => [name, kindOf(row)]));

function kindOf(row: OptionSpec): OptionKind {
  if (row.repeatable === true) return 'texts';
  if (!takesValue(row)) return 'switch';
  if (row.number === undefined) return 'text';
  const { min, max, integer } = row.number;
  return {
    expected: `a ${integer ? 'whole ' : ''}number from ${min} to ${max}`,
    holds: (value) =>
      typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value)),
  };
}

/** What every call on a loaded project takes, with its kinds. */
export const RUN_KINDS = { locale: 'texts', paths: 'texts', signal: 'signal' } as const;

/** What every way to the service takes, with its kinds. */
export const REQUEST_KINDS = {
  baseUrl: 'place',
  project: 'text',
  token: 'text',
  concurrency: 'number',
  timeout: 'number',
  retries: 'number',
  env: 'env',
  signal: 'signal',
  onNotice: 'listener',
  onTrace: 'listener',
} as const;

/** What {@link loadFolder} takes, with its kinds. */
export const FOLDER_KINDS = {
  cwd: 'place',
  config: 'text',
  env: 'env',
  signal: 'signal',
  onNotice: 'listener',
  onProgress: 'listener',
} as const;

/** What {@link loadProject} takes, with its kinds. */
export const LOAD_KINDS = { ...REQUEST_KINDS, ...FOLDER_KINDS } as const;
