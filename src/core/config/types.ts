import type { RuleSeverities } from '../check/rules.js';

/** What of the files is synced. */
export interface ReachSettings {
  /** The only locales that are synced, by the service's code or the files'; undefined for all. */
  readonly locales: readonly string[] | undefined;
  /** Locales that are not synced. */
  readonly excludeLocales: readonly string[];
  /** Locales that never go up. */
  readonly pullOnly: readonly string[];
  /** Locales that never come down. */
  readonly pushOnly: readonly string[];
  /** Globs of keys that neither go up nor come down. */
  readonly ignoreKeys: readonly string[];
  /** Percent of the keys that must be translated before pull writes a locale. */
  readonly minTranslated: number;
}

/** The defaults: all is synced. */
export const FULL_REACH: ReachSettings = {
  locales: undefined,
  excludeLocales: [],
  pullOnly: [],
  pushOnly: [],
  ignoreKeys: [],
  minTranslated: 0,
};

/** One entry of `files`, with the settings that it overrides filled in. */
export interface FilePattern extends ReachSettings {
  readonly path: string;
  readonly name: string;
  readonly ignore: readonly string[];
  readonly sourceLocale: string;
  /** Service locale code to the code used in file names. */
  readonly localeMap: ReadonlyMap<string, string>;
}

/** The configuration (docs/configuration.md), defaults applied. Seconds for `timeout`. */
export interface Config {
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  readonly sourceLocale: string;
  readonly files: readonly FilePattern[];
  readonly ignore: readonly string[];
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
  readonly lock: string;
  /** Severities of `check`; absent rules have their default. */
  readonly rules?: RuleSeverities | undefined;
}
