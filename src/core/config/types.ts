/** One entry of `files`, with the settings that it overrides filled in. */
export interface FilePattern {
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
}
