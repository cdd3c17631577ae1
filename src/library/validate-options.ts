import { LocsyncError } from '../core/errors/index.js';
import { nearest } from '../core/text/nearest.js';

const KINDS = {
  text: { expected: 'a text', holds: (value: unknown) => typeof value === 'string' },
  number: { expected: 'a number', holds: (value: unknown) => typeof value === 'number' },
  percent: {
    expected: 'a number from 0 to 100',
    holds: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100,
  },
  switch: { expected: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
  texts: {
    expected: 'an array of texts',
    holds: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
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

/** The options of one call and what each of them must be. */
export type Kinds<Options> = Readonly<Record<keyof Options, keyof typeof KINDS>>;

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
  const known = new Map<string, keyof typeof KINDS>(Object.entries<keyof typeof KINDS>(kinds));
  for (const [option, value] of Object.entries(options)) {
    const kind = known.get(option);
    if (kind === undefined)
      throw LocsyncError.of('CALL_OPTION_UNKNOWN', {
        call,
        option,
        nearest: nearest(option, [...known.keys()]),
      });
    const { expected, holds } = KINDS[kind];
    if (value !== undefined && !holds(value))
      throw LocsyncError.of('CALL_OPTION_VALUE', { call, option, expected });
  }
  for (const option of required) {
    const kind = known.get(option);
    if (options[option] === undefined && kind !== undefined)
      throw LocsyncError.of('CALL_OPTION_VALUE', { call, option, expected: KINDS[kind].expected });
  }
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
