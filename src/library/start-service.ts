import { env } from 'node:process';
import { processInfo } from '../adapters/process-info.js';
import { userKey } from '../adapters/user-key.js';
import { TOKEN_KEY } from '../server/server-options.js';
import { kindsOf, validateOptions } from './validate-options.js';
import { pathOf } from './surroundings.js';

/** What {@link startService} takes: the options of `locsync serve`. */
export interface StartServiceOptions {
  /** The port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /**
   * An absolute path, or its `file:` URL: the SQLite database, made if it is missing. Default: all
   * is in memory, and gone after `close`.
   */
  readonly db?: string | URL | undefined;
  /** The project's API ID: `pro_` and digits. Default: made up. */
  readonly project?: string | undefined;
  /** The token that clients must send. Default: made up. */
  readonly token?: string | undefined;
  /** Languages, the source locale first. Default: `en`. */
  readonly locales?: readonly string[] | undefined;
  /** The project's name. */
  readonly name?: string | undefined;
  /** The project's technology, such as `ruby`. */
  readonly technology?: string | undefined;
  /** The project's framework, such as `rails`. */
  readonly framework?: string | undefined;
  /** The format of the project's files, such as `yaml`. */
  readonly format?: string | undefined;
  /** Milliseconds by which each answer is delayed. Default: 0. */
  readonly latency?: number | undefined;
  /** The share of requests that are answered with 503, 0 to 1. Default: 0. */
  readonly failRate?: number | undefined;
  /** Requests per second; any more are answered with 429. Default: no limit. */
  readonly rateLimit?: number | undefined;
  /** What other services do, such as `nested-keys` or `cut=255`: docs/serve.md has the list. */
  readonly behave?: readonly string[] | undefined;
  /** Called with each request that was answered: one line, without headers and bodies. */
  readonly onTrace?: ((line: string) => void) | undefined;
}

/** An embedded service that listens. */
export interface StartedService {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  /** The token that clients must send. */
  readonly token: string;
  /** The project's API ID. */
  readonly projectId: string;
  /** The address that opens the page for translators in one browser, once. */
  readonly page: string;
  /**
   * Lets requests in flight end and closes the service. May be called more than once.
   */
  close(): Promise<void>;
}

/**
 * Starts the embedded service for a test, and returns when it listens: `locsync serve`, on
 * 127.0.0.1 and without a process of its own. Rejects with a {@link LocsyncError} for an impossible
 * option, a port in use and a database that cannot be opened; then nothing is left running.
 *
 * @example
 * ```ts
 * const service = await startService({ locales: ['en', 'de'] });
 * const { baseUrl, projectId: project, token } = service;
 * const handle = await loadProject({ cwd: import.meta.dirname, baseUrl, project, token });
 * await push(handle);
 * await service.close();
 * ```
 */
export async function startService(options: StartServiceOptions = {}): Promise<StartedService> {
  const kinds = { ...kindsOf('serve'), db: 'place', project: 'text', onTrace: 'listener' } as const;
  validateOptions<StartServiceOptions>('startService', options, kinds);
  const { port = 0, locales = [], db, latency: latencyMs, onTrace, ...others } = options;
  const server = await import('../server/start.js');
  const running = await server.startService({
    ...others,
    port,
    locales,
    latencyMs,
    host: '127.0.0.1',
    db: db === undefined ? undefined : pathOf('startService', 'db', db),
    // As in `locsync serve`, whose next start has the same token.
    key: db === undefined ? undefined : userKey(TOKEN_KEY, env, true),
    processes: processInfo.processes,
    log: (line) => onTrace?.(line),
    logFailure: (line) => onTrace?.(line),
  });
  const { url, token, project, page } = running;
  return { baseUrl: url, token, projectId: project.id, page, close: () => running.close() };
}
