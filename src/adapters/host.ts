import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clock } from './clock.js';
import { indexFile, undoStorage } from './signed-files.js';
import { createFiles } from './files/files.js';
import { processInfo } from './process-info.js';
import { replacedFile, uploadsFile } from './files/memory-file.js';
import { userKey } from './user-key.js';
import type { LongWork } from './long-work.js';
import type { Env } from '../core/env.js';
import type { Host, Terminal } from '../ports/host.js';
import type { OnProgress } from '../core/report/progress.js';
import type { Secrets } from './tokens/secrets.js';

/** What a host is made of. Everything that belongs to the process is passed in. */
export interface HostOptions {
  readonly cwd: string;
  readonly env: Env;
  readonly terminal: Terminal;
  readonly version: string;
  /** Interrupts the run; its reason is an Interrupted. */
  readonly signal: AbortSignal;
  /** Ends uploads in flight, some seconds after `signal`. */
  readonly giveUp: AbortSignal;
  readonly secrets: Secrets;
  readonly onProgress?: OnProgress | undefined;
  /**
   * Lets signals end the process during long steps. A program that uses the library has its own
   * handlers.
   */
  readonly long?: LongWork | undefined;
}

/**
 * The host made of the real adapters, for the program and for the library. Adapters that not every
 * run needs are loaded on demand.
 */
export function createHost(options: HostOptions): Host {
  const { cwd, env, terminal, version, signal, giveUp, secrets, onProgress, long } = options;
  const writer = { pid: processInfo.processes.pid, long };
  return {
    cwd,
    env,
    terminal,
    clock,
    processes: processInfo.processes,
    version,
    node: processInfo.node,
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
    settings: {
      load: async (from, explicit) => {
        const { createSettings } = await import('./config/settings.js');
        return createSettings(env, processInfo, long).load(from, explicit);
      },
    },
    tokens: secrets.guard(async () => {
      const [{ configHomeOf }, { createTokens }] = await Promise.all([
        import('./tokens/credentials.js'),
        import('./tokens/tokens.js'),
      ]);
      return createTokens({
        configHome: configHomeOf(env, processInfo.platform),
        uid: processInfo.uid,
      });
    }),
    localServices: {
      find: async (root) => {
        const { localServices } = await import('./local-service.js');
        return localServices(processInfo).find(root);
      },
      announce: async (...args) => {
        const { localServices } = await import('./local-service.js');
        return localServices(processInfo).announce(...args);
      },
    },
    resolve: (path) => resolve(cwd, path),
    in: (folder) => createHost({ ...options, cwd: resolve(cwd, folder) }),
    append: (path, text) => appendFile(path, text).catch(() => undefined),
    files: (root) =>
      createFiles(root, {
        ...processInfo.processes,
        hostname: processInfo.hostname,
        clock,
        signal,
        notify: (notice) => terminal.err.write(`${notice}\n`),
        long,
      }),
    git: async (folder, args) => {
      const { createGit } = await import('./git.js');
      const result = await createGit(env, signal)(folder, args);
      await long?.expect(result.out.length);
      signal.throwIfAborted();
      return result;
    },
    userKey: (scope) => userKey(scope, env, true),
    replaced: (root) => replacedFile(root, writer),
    uploads: (root) => uploadsFile(root, writer),
    undo: (folder) => undoStorage(folder, env, writer),
    index: (folder, connection) => indexFile(connection, { ...folder, version, env, writer }),
    service: async (connection, notices, cache, isKnown) => {
      const { connectService } = await import('./service/service.js');
      return connectService(connection, {
        ...notices,
        clock,
        signal,
        giveUp,
        env,
        version,
        userAgentNode: processInfo.node,
        long,
        cache: cache && { ...cache, pid: processInfo.processes.pid },
        isKnown,
      });
    },
  };
}
