import { errorsOf, LocsyncError, LocsyncErrors } from '../errors/index.js';
import { withoutLineEnds } from '../text/lines.js';
import { printable } from '../text/printable.js';
import { readBaseUrl } from './base-url.js';
import { NUMBER_RULES } from './definition.js';
import { numberExpected, numberFault, PROJECT_RULE } from './rules.js';
import type { Config } from './types.js';
import type { Env } from '../env.js';

/** The flags as they were typed. */
export interface ConnectionFlags {
  /** What a message calls them: `--base-url`, or `baseUrl` if they are options of a call. */
  readonly spelled?: 'flags' | 'options' | undefined;
  readonly baseUrl?: string | undefined;
  readonly project?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly timeout?: string | undefined;
  readonly retries?: string | undefined;
}

/**
 * Where and how to reach the service. Seconds for `timeout`. `named` says who named the origin,
 * which decides whether a token may go there.
 */
export interface ConnectionSettings {
  readonly baseUrl: URL;
  readonly named: 'flag' | 'environment' | 'config' | 'service';
  readonly project: string;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
}

/** A value with the one who gave it: `name` is a flag or a variable. */
interface GivenValue {
  readonly text: string;
  readonly name: string;
  readonly from: 'flag' | 'environment';
}

/** The embedded service of the same project, if it runs: the default for what is not set. */
interface LocalConnection {
  readonly url: string;
  readonly project: string;
}

type Origin = Pick<ConnectionSettings, 'baseUrl' | 'named'>;

const SOURCES = {
  baseUrl: { flag: '--base-url', variable: 'LOCSYNC_BASE_URL' },
  project: { flag: '--project', variable: 'LOCSYNC_PROJECT' },
  concurrency: { flag: '--concurrency', variable: 'LOCSYNC_CONCURRENCY' },
  timeout: { flag: '--timeout', variable: 'LOCSYNC_TIMEOUT' },
  retries: { flag: '--retries', variable: 'LOCSYNC_RETRIES' },
} as const;

const DECIMAL = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/**
 * The value of the flag, else of the variable. An empty variable is as good as none: CI services
 * set those that have no value.
 */
export function givenValue(
  key: keyof typeof SOURCES,
  flags: ConnectionFlags,
  env: Env,
): GivenValue | undefined {
  const { flag, variable } = SOURCES[key];
  const typed = flags[key];
  if (typed !== undefined)
    return { text: typed, name: flags.spelled === 'options' ? key : flag, from: 'flag' };
  // A URL comes out of `echo` and secret stores as a token does.
  const text = key === 'baseUrl' ? withoutLineEnds(env[variable] ?? '') : env[variable];
  return text === undefined || text === '' ? undefined : { text, name: variable, from: 'environment' };
}

function badValue(value: GivenValue, expected: string, reason: string): LocsyncError {
  return LocsyncError.of('BAD_VALUE', { name: value.name, expected, reason, remedy: undefined });
}

/**
 * The base URL and who named it: the flag over `LOCSYNC_BASE_URL` over the file
 * (docs/configuration.md). Throws LocsyncError. For `login`, which needs nothing else, and for
 * {@link resolveConnection}.
 */
export function resolveOrigin(input: {
  readonly config: Config;
  readonly env: Env;
  readonly flags: ConnectionFlags;
}): Origin {
  const origin = readOrigin(input.config, input.env, input.flags, undefined);
  if (origin instanceof LocsyncError) throw origin;
  return origin;
}

function readOrigin(
  config: Config,
  env: Env,
  flags: ConnectionFlags,
  local: LocalConnection | undefined,
): Origin | LocsyncError {
  const value = givenValue('baseUrl', flags, env);
  const text = value?.text ?? config.baseUrl;
  if (text === undefined && local !== undefined) return { baseUrl: new URL(local.url), named: 'service' };
  if (text === undefined) return LocsyncError.of('BASE_URL_MISSING', {});
  const allowInsecure = env['LOCSYNC_ALLOW_INSECURE'] === '1';
  const url = readBaseUrl(text, { name: value?.name ?? 'baseUrl', allowInsecure });
  return url instanceof LocsyncError ? url : { baseUrl: url, named: value?.from ?? 'config' };
}

function readProject(
  config: Config,
  env: Env,
  flags: ConnectionFlags,
  local: LocalConnection | undefined,
): string | LocsyncError {
  const value = givenValue('project', flags, env);
  if (value === undefined) return config.project ?? local?.project ?? LocsyncError.of('PROJECT_MISSING', {});
  const reason = PROJECT_RULE.fault(value.text);
  return reason === undefined
    ? value.text
    : badValue(value, PROJECT_RULE.expected, `"${printable(value.text, 60)}": ${reason}`);
}

function readNumber(
  key: keyof typeof NUMBER_RULES,
  config: Config,
  env: Env,
  flags: ConnectionFlags,
): number | LocsyncError {
  const value = givenValue(key, flags, env);
  if (value === undefined) return config[key];
  const rule = NUMBER_RULES[key];
  const spelling = `"${printable(value.text, 60)}"`;
  // Number() would take ' 1 ', '0x10', '1e3' and 'Infinity'.
  const reason = DECIMAL.test(value.text)
    ? numberFault(Number(value.text), spelling, rule)
    : `it is ${spelling}`;
  return reason === undefined ? Number(value.text) : badValue(value, numberExpected(rule), reason);
}

/**
 * Flags over environment over file, all held to the same rules (docs/configuration.md). Reports all
 * faults at once: throws a LocsyncError for one, LocsyncErrors for several. Decides nothing about
 * the token.
 */
export function resolveConnection(input: {
  readonly config: Config;
  readonly env: Env;
  readonly flags: ConnectionFlags;
  readonly local?: LocalConnection | undefined;
}): ConnectionSettings {
  const { config, env, flags } = input;
  const wanted = givenValue('project', flags, env)?.text ?? config.project;
  const local = wanted === undefined || wanted === input.local?.project ? input.local : undefined;
  const origin = readOrigin(config, env, flags, local);
  const isLocal = !(origin instanceof LocsyncError) && origin.baseUrl.origin === local?.url;
  const project = readProject(config, env, flags, isLocal ? local : undefined);
  const concurrency = readNumber('concurrency', config, env, flags);
  const timeout = readNumber('timeout', config, env, flags);
  const retries = readNumber('retries', config, env, flags);
  if (
    origin instanceof LocsyncError ||
    project instanceof LocsyncError ||
    concurrency instanceof LocsyncError ||
    timeout instanceof LocsyncError ||
    retries instanceof LocsyncError
  )
    throw together(
      [origin, project, concurrency, timeout, retries].filter((value) => value instanceof LocsyncError),
    );
  return { ...origin, project, concurrency, timeout, retries };
}

/** Throws for values that no run would take. A base URL or project may be missing. */
export function assertUsable(input: {
  readonly config: Config;
  readonly env: Env;
  readonly flags: ConnectionFlags;
}): void {
  try {
    resolveConnection(input);
  } catch (error) {
    const errors = errorsOf(error);
    const wrong = errors.filter(({ code }) => !MISSING.has(code));
    if (errors.length > 0 && wrong.length === 0) return;
    throw errors.length === 0 ? error : together(wrong);
  }
}

const MISSING: ReadonlySet<string> = new Set(['BASE_URL_MISSING', 'PROJECT_MISSING']);

function together(errors: readonly LocsyncError[]): Error {
  const [first, ...others] = errors;
  if (first === undefined) return new Error('no error to report');
  return others.length === 0 ? first : new LocsyncErrors([first, ...others]);
}
