import type { Env } from '../core/env.js';
import type { StatusCheck } from '../core/report/report.js';
import type { OnProgress } from '../core/report/progress.js';

/** How to talk to the service. The bounds and defaults are those of the configuration. */
export interface RequestOptions {
  /** Requests in flight at most, 1 to 64. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Seconds for one request, from connecting to the last byte, 1 to 3600. Default: 30. */
  readonly timeout?: number | undefined;
  /** Attempts after the first, 0 to 20. Default: 4. */
  readonly retries?: number | undefined;
  /**
   * Variables as the program reads them from its environment. Default: none, since the library
   * never looks at `process.env` by itself. Pass `process.env` to have `HTTPS_PROXY`, `NO_PROXY`
   * and (for {@link loadProject}) `LOCSYNC_*` and stored tokens work as they do for the program.
   */
  readonly env?: Env | undefined;
  /** Ends what is under way; see {@link LocsyncError} for the error that follows. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with what a person should know and no result says: a long wait, a response that left
   * doubt. One line, without the token.
   */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Called with each request: one line, without headers and bodies. */
  readonly onTrace?: ((line: string) => void) | undefined;
}

/** What {@link createClient} takes. */
export interface ClientOptions extends RequestOptions {
  /** Where the service is: https, or http on a loopback host. */
  readonly baseUrl: string | URL;
  /** The project's API ID. */
  readonly project: string;
  /** The API token. It goes to the origin of `baseUrl` and nowhere else. */
  readonly token: string;
}

/**
 * What {@link loadProject} takes. What is given here wins over `env`, and that over the
 * configuration file.
 */
export interface LoadOptions extends RequestOptions {
  /**
   * An absolute folder, or its `file:` URL: the configuration is searched from here up to the root
   * of the repository.
   */
  readonly cwd: string | URL;
  /** Read this configuration file instead, relative to `cwd`. */
  readonly config?: string | undefined;
  /** Where the service is. */
  readonly baseUrl?: string | URL | undefined;
  /** The project's API ID. */
  readonly project?: string | undefined;
  /**
   * The API token. It goes only to an origin that the caller names too, with `baseUrl` or with
   * `LOCSYNC_BASE_URL` in `env`: a configuration file of a repository alone does not decide where a
   * token goes. Without it, `LOCSYNC_TOKEN` of `env`, the token of an embedded service that runs
   * for this project, and the tokens that `locsync login` stored hold, under the rules of the
   * program.
   */
  readonly token?: string | undefined;
  /** Called with the progress of a long run. */
  readonly onProgress?: OnProgress | undefined;
}

/** What every call on a loaded project or folder takes. */
export interface CallOptions {
  /** Interrupts this call. */
  readonly signal?: AbortSignal | undefined;
}

/** What calls take that can be limited to some files. */
export interface PathOptions extends CallOptions {
  /**
   * Only the file sets that these files, folders or globs touch, relative to the `cwd` that was
   * loaded. Default: all.
   */
  readonly paths?: readonly string[] | undefined;
}

/** What calls take that can be limited to some files and locales. */
export interface RunOptions extends PathOptions {
  /** Only these locales, by their codes. Default: all. */
  readonly locale?: readonly string[] | undefined;
}

/** What {@link status} takes. */
export interface StatusOptions extends RunOptions {
  /**
   * Exit code 1 in the report if one of these is found; `true` stands for push, pull and conflict.
   * Default: false.
   */
  readonly check?: boolean | readonly StatusCheck[] | undefined;
  /** Name the keys that lack a translation, as `missing` of each file. Default: false. */
  readonly missing?: boolean | undefined;
  /**
   * Name the translations whose source text has changed since, as `stale` of each file. Default:
   * false.
   */
  readonly stale?: boolean | undefined;
}

/** What {@link diff} takes. */
export interface DiffOptions extends RunOptions {
  /** Leave the keys and texts out of the report. Default: false. */
  readonly nameOnly?: boolean | undefined;
}

/** What {@link push} takes. */
export interface PushOptions extends RunOptions {
  /** Find out what would be done and do nothing: what {@link plan} does. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** The disk wins every conflict. Default: false. */
  readonly force?: boolean | undefined;
  /** Upload every file, even if nothing differs. Default: false. */
  readonly all?: boolean | undefined;
  /** Leave out, and name, each text that `locsync check` would refuse. Default: false. */
  readonly strict?: boolean | undefined;
}

/** What {@link pull} takes. */
export interface PullOptions extends RunOptions {
  /** Find out what would be done and do nothing: what {@link plan} does. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** The service wins every conflict. Default: false. */
  readonly force?: boolean | undefined;
  /**
   * Remove keys that only the disk has, although no base says that they were deleted on the
   * service. Default: false.
   */
  readonly prune?: boolean | undefined;
  /** Let an empty translation of the service empty a text on disk. Default: false. */
  readonly empty?: boolean | undefined;
  /**
   * Write back the texts of keys that were deleted here, such as by a bad merge. Default: false.
   */
  readonly restore?: boolean | undefined;
  /**
   * Write files that would lose more than 10 texts and more than a fifth of them: removed, emptied,
   * or replaced by the source text. The same for texts of another language. Default: false.
   */
  readonly allowShrink?: boolean | undefined;
  /**
   * Percent: a locale of which less is translated on the service stays as it is on disk. Default:
   * the setting of the same name.
   */
  readonly minTranslated?: number | undefined;
  /** Leave out, and name, each text that `locsync check` would refuse. Default: false. */
  readonly strict?: boolean | undefined;
}

/** What {@link plan} takes: which way, and the options of that way. */
export type PlanOptions =
  | ({ readonly direction: 'push' } & PushOptions)
  | ({ readonly direction: 'pull' } & PullOptions);

/** What {@link resolve} takes: one of `local` and `service`, or `dryRun`. */
export interface ResolveOptions extends RunOptions {
  /** The disk's texts win, and the next push sends them. Default: false. */
  readonly local?: boolean | undefined;
  /** The service's texts win, and are written. Default: false. */
  readonly service?: boolean | undefined;
  /** Only conflicts of these keys, as globs: `cart.*`, `legal.**`. Default: all. */
  readonly key?: readonly string[] | undefined;
  /** Find out which conflicts there are and do nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}
