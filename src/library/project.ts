import { resolveConnection } from '../core/config/connection.js';
import { LocsyncError } from '../core/errors/index.js';
import { validateToken } from '../core/config/token.js';
import { sameProject } from '../sync/load/connect.js';
import { validateOptions, FOLDER_KINDS, LOAD_KINDS } from './validate-options.js';
import { connectionFlags } from './flags.js';
import { setInternals, type FolderHandle, type ProjectHandle } from './handle.js';
import { interruptible, RunningCalls } from './interruption.js';
import { surroundingsOf } from './surroundings.js';
import type { FolderOptions } from './folder-options.js';
import type { LoadOptions } from './options.js';

/**
 * Reads the configuration of a folder, as the program finds it there, and settles where the service
 * is and which token may go there. Opens no connection and writes nothing. The configuration is
 * read once: load the project again to see a change of it.
 *
 * Rejects with a {@link LocsyncError}, with {@link LocsyncErrors} for several faults of one
 * configuration.
 *
 * @example
 * ```ts
 * import { loadProject, status } from '@locsync/cli';
 *
 * const project = await loadProject({ cwd: import.meta.dirname, env: process.env });
 * try {
 *   const { summary } = await status(project);
 *   console.log(`${summary.toPush} to push, ${summary.toPull} to pull`);
 * } finally {
 *   await project.close();
 * }
 * ```
 */
export async function loadProject(options: LoadOptions): Promise<ProjectHandle> {
  validateOptions('loadProject', options, LOAD_KINDS, ['cwd']);
  const { env = {} } = options;
  const { cwd, hostUntil } = surroundingsOf('loadProject', options);
  const flags = connectionFlags(options);

  const { found, connection, token, local } = await interruptible([options.signal], async (ends) => {
    const host = hostUntil(ends);
    const found = await host.settings.load(cwd, options.config);
    const local = await host.localServices.find(found.root);
    const connection = resolveConnection({ config: found.config, env, flags, local });
    const token =
      options.token === undefined
        ? await host.tokens.for(connection.baseUrl, connection.named, env, sameProject(local, connection))
        : await host.tokens.accept(boundToken(options.token, connection), 'the token');
    return { found, connection, token, local };
  });

  const running = new RunningCalls('project');
  const handle: ProjectHandle = {
    root: found.root,
    config: found.path,
    project: connection.project,
    baseUrl: connection.baseUrl.href,
    close: () => running.close(),
  };
  setInternals(handle, {
    isConnected: true,
    // What messages suggest is pasted into another folder.
    flags: { ...flags, cwd, config: options.config },
    run: (signal, command) =>
      running.keep(() =>
        interruptible([options.signal, running.signal, signal], (ends) => {
          const host = hostUntil(ends);
          return command({
            ...host,
            settings: { load: () => Promise.resolve(found) },
            tokens: { ...host.tokens, for: () => Promise.resolve(token) },
            localServices: { ...host.localServices, find: () => Promise.resolve(local) },
          });
        }),
      ),
  });
  return handle;
}

/** The caller's token, if the caller named the origin too (docs/configuration.md, "The token"). */
export function boundToken(
  token: string,
  { baseUrl, named }: Pick<ReturnType<typeof resolveConnection>, 'baseUrl' | 'named'>,
): string {
  const checked = validateToken(token, 'the token');
  if (named === 'flag' || named === 'environment') return checked;
  throw LocsyncError.of('CALL_TOKEN_NOT_BOUND', { origin: baseUrl.origin, url: baseUrl.href });
}

/**
 * Reads the configuration of a folder, as {@link loadProject} does, for the calls that need no
 * service: no address and no token is needed. Opens no connection and writes nothing.
 *
 * Rejects with a {@link LocsyncError}, with {@link LocsyncErrors} for several faults of one
 * configuration.
 *
 * @example
 * ```ts
 * import { check, loadFolder } from '@locsync/cli';
 *
 * const folder = await loadFolder({ cwd: import.meta.dirname });
 * const { errors } = await check(folder);
 * ```
 */
export async function loadFolder(options: FolderOptions): Promise<FolderHandle> {
  validateOptions('loadFolder', options, FOLDER_KINDS, ['cwd']);
  const { cwd, hostUntil } = surroundingsOf('loadFolder', options);
  const found = await interruptible([options.signal], (ends) =>
    hostUntil(ends).settings.load(cwd, options.config),
  );
  const running = new RunningCalls('folder');
  const handle: FolderHandle = { root: found.root, config: found.path, close: () => running.close() };
  setInternals(handle, {
    isConnected: false,
    flags: { spelled: 'options', cwd, config: options.config },
    run: (signal, command) =>
      running.keep(() =>
        interruptible([options.signal, running.signal, signal], (ends) =>
          command({ ...hostUntil(ends), settings: { load: () => Promise.resolve(found) } }),
        ),
      ),
  });
  return handle;
}
