import { resolveConnection } from '../../core/config/connection.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { LocalService } from '../../ports/local-service.js';
import type { Connection, Service } from '../../ports/service.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ServiceOptions } from '../context/project-options.js';
import { SyncIndex } from '../local-state/sync-index.js';

/** The configuration and its folder. Throws the configuration's errors. */
export async function openFolder(
  host: Host,
  options: Pick<ServiceOptions, 'config'>,
): Promise<{ found: FoundConfig; files: Files }> {
  const found = await host.settings.load(host.cwd, options.config);
  return { found, files: host.files(found.root) };
}

/** A service, and what earlier runs have noted about it. */
export interface ConnectedService {
  readonly connection: Connection;
  readonly service: Service;
  readonly index: SyncIndex | undefined;
}

/**
 * The service of this configuration, with the token that may go there. Throws the errors of section
 * 3 of the contract.
 */
export async function connect(
  host: Host,
  found: FoundConfig,
  options: ServiceOptions,
): Promise<ConnectedService> {
  const local = await host.localServices.find(found.root);
  const { config } = found;
  const { named, ...target } = resolveConnection({ config, env: host.env, flags: options, local });
  const token = await host.tokens.for(target.baseUrl, named, host.env, sameProject(local, target));
  const headers = await host.tokens.headers(target.baseUrl, named, host.env);
  const connection = { ...target, token, headers };
  const printLine = (line: string): void => host.terminal.err.write(`${line}\n`);
  const cacheFolder = options.cache === false ? undefined : { root: found.root, writable: true };
  const notices = { notify: printLine, ...(options.debug ? { trace: printLine } : {}) };
  const file = cacheFolder && host.index?.(cacheFolder, connection);
  const index = file && new SyncIndex(file);
  const service = await host.service(connection, notices, cacheFolder, index?.isKnownAnswer);
  return { connection, service, index };
}

/** The embedded service, if it serves this project: its token is good for no other. */
export const sameProject = (
  local: LocalService | undefined,
  { project }: { readonly project: string },
): LocalService | undefined => (local?.project === project ? local : undefined);
