import { LocsyncError } from '../core/errors/index.js';
import { unsafeTag } from '../core/patterns/paths.js';
import type { ServiceOptions } from '../commands/login.js';
import type { ProjectOptions } from '../sync/project-options.js';

/** Option values as commander gives them: read by name and checked here, so that commands get types. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** The text of an option, or undefined where it was not given. Throws OPTION_WITHOUT_VALUE for an empty one. */
export function text(values: OptionValues, name: string, option: string): string | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw LocsyncError.of('OPTION_WITHOUT_VALUE', { option });
  return value;
}

/** Whether a switch was given. */
export const flag = (values: OptionValues, name: string): boolean => values[name] === true;

/** All values of an option that may be repeated or hold commas. */
export function list(values: OptionValues, name: string): string[] {
  const value = values[name];
  const given = Array.isArray(value) ? value : [];
  return given.flatMap((one) => String(one).split(',')).map((one) => one.trim());
}

/** The number of an option. Throws OPTION_VALUE for what is not one, or is out of bounds. */
export function numberOf(
  values: OptionValues,
  name: string,
  option: string,
  bounds: { readonly min: number; readonly max: number; readonly whole: boolean },
): number | undefined {
  const value = text(values, name, option);
  if (value === undefined) return undefined;
  const number = /^\d{1,10}(?:\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  const fits = number >= bounds.min && number <= bounds.max && (!bounds.whole || Number.isInteger(number));
  if (fits) return number;
  const expected = `a ${bounds.whole ? 'whole ' : ''}number from ${bounds.min} to ${bounds.max}`;
  throw LocsyncError.of('OPTION_VALUE', { option, value, expected });
}

/** What every command that talks to the service takes from the command line. Throws OPTION_WITHOUT_VALUE. */
export const serviceOptions = (values: OptionValues): ServiceOptions => ({
  config: text(values, 'config', '--config'),
  project: text(values, 'project', '--project'),
  baseUrl: text(values, 'baseUrl', '--base-url'),
  concurrency: text(values, 'concurrency', '--concurrency'),
  timeout: text(values, 'timeout', '--timeout'),
  retries: text(values, 'retries', '--retries'),
  debug: flag(values, 'debug'),
});

/** What every command that reads the project takes from the command line. Throws LOCALE_MALFORMED, OPTION_WITHOUT_VALUE, PATH_EMPTY. */
export function projectOptions(values: OptionValues, paths: readonly string[]): ProjectOptions {
  const locale = list(values, 'locale');
  for (const code of locale)
    if (unsafeTag(code) !== undefined) throw LocsyncError.of('LOCALE_MALFORMED', { code });
  // A variable that is empty must not mean the whole project.
  if (paths.includes('')) throw LocsyncError.of('PATH_EMPTY', {});
  return {
    ...serviceOptions(values),
    cache: values['cache'] !== false,
    locale: [...new Set(locale)],
    paths,
  };
}
