import { resolveConnection } from '../../core/config/connection.js';
import { refuseNoFiles } from './config-place.js';
import type { Files } from '../../ports/files.js';
import type { Host, Notices } from '../../ports/host.js';
import type { LocalService } from '../../ports/local-service.js';
import type { Connection, Service } from '../../ports/service.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ServiceOptions } from '../context/project-options.js';
import { SyncIndex } from '../local-state/sync-index.js';

/** The configuration and its folder. */
export interface OpenedFolder {
  readonly found: FoundConfig;
  readonly files: Files;
}

/** Opens the folder of the configuration. Throws the configuration's errors. */
export async function openFolder(host: Host, options: Pick<ServiceOptions, 'config'>): Promise<OpenedFolder> {
  const found = await host.settings.load(host.cwd, options.config);
  return { found, files: host.files(found.root) };
}

/** {@link openFolder} for a command that needs locale files. Throws FILES_MISSING, too. */
export async function openWithFiles(
  host: Host,
  options: Pick<ServiceOptions, 'config'>,
): Promise<OpenedFolder> {
  const opened = await openFolder(host, options);
  refuseNoFiles(opened.found, host.cwd);
  return opened;
}

/** Holds the project's run lock while something runs; a host that only reads takes none. */
export async function withRunLock<T>(files: Pick<Files, 'runLock'>, run: () => Promise<T>): Promise<T> {
  const release = await files.runLock();
  try {
    return await run();
  } finally {
    await release();
  }
}

/** A service, and what earlier runs have noted about it. */
export interface ConnectedService {
  readonly connection: Connection;
  readonly service: Service;
  readonly index: SyncIndex | undefined;
}

/** Runs something with the service of this configuration, and closes its connections after it. */
export async function withConnection<T>(
  host: Host,
  found: FoundConfig,
  options: ServiceOptions,
  run: (connected: ConnectedService) => Promise<T>,
): Promise<T> {
  const connected = await connect(host, found, options);
  try {
    return await run(connected);
  } finally {
    await connected.service.close();
  }
}

/** The service with the token that may go there. Throws the errors of both. */
async function connect(host: Host, found: FoundConfig, options: ServiceOptions): Promise<ConnectedService> {
  const local = await host.localServices.find(found.root);
  const { config } = found;
  const { named, ...target } = resolveConnection({ config, env: host.env, flags: options, local });
  const token = await host.tokens.for(target.baseUrl, named, host.env, sameProject(local, target));
  const headers = await host.tokens.headers(target.baseUrl, named, host.env);
  const connection = { ...target, token, headers };
  const cacheFolder = options.cache === false ? undefined : { root: found.root, writable: true };
  const file = cacheFolder && host.index?.(cacheFolder, connection);
  const index = file && new SyncIndex(file);
  const service = await host.service(
    connection,
    noticesOf(host, options.debug),
    cacheFolder,
    index?.isKnownAnswer,
  );
  return { connection, service, index };
}

/** Prints what the service client has to say on stderr, and each request if `debug`. */
export function noticesOf({ terminal }: Host, debug: boolean): Notices {
  const printLine = (line: string): void => terminal.err.write(`${line}\n`);
  return { notify: printLine, ...(debug ? { trace: printLine } : {}) };
}

/** The embedded service, if it serves this project: its token is good for no other. */
export const sameProject = (
  local: LocalService | undefined,
  { project }: { readonly project: string },
): LocalService | undefined => (local?.project === project ? local : undefined);
