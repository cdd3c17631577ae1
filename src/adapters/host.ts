import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clock } from './clock.js';
import { createFiles } from './files/files.js';
import { machine } from './machine.js';
import { replacedFile } from './replaced-file.js';
import type { LongWork } from './long-work.js';
import type { Env } from '../ports/env.js';
import type { Host, Terminal } from '../ports/host.js';
import type { OnProgress } from '../core/report/progress.js';
import type { Secrets } from './tokens/secrets.js';

/** What a world is made of. Everything that belongs to the process is given: nothing is looked up. */
export interface HostOptions {
  readonly cwd: string;
  readonly env: Env;
  readonly terminal: Terminal;
  readonly version: string;
  /** Interrupts the run; its reason is an Interrupted. */
  readonly signal: AbortSignal;
  /** Ends uploads that are under way, some seconds after `signal`. */
  readonly giveUp: AbortSignal;
  readonly secrets: Secrets;
  readonly onProgress?: OnProgress | undefined;
  /** Lets signals end the process during long steps; a program that uses the library has its own. */
  readonly long?: LongWork | undefined;
}

/** The world made of the real adapters, for the program and for the library alike. What not every run needs is loaded when it is wanted. */
export function createHost(options: HostOptions): Host {
  const { cwd, env, terminal, version, signal, giveUp, secrets, onProgress, long } = options;
  return {
    cwd,
    env,
    terminal,
    clock,
    processes: machine.processes,
    version,
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
    settings: {
      load: async (from, explicit) => {
        const { createSettings } = await import('./config/settings.js');
        return createSettings(env, machine).load(from, explicit);
      },
    },
    tokens: secrets.guard(async () => {
      const [{ configHomeOf }, { createTokens }] = await Promise.all([
        import('./tokens/credentials.js'),
        import('./tokens/tokens.js'),
      ]);
      return createTokens({
        configHome: configHomeOf(env, machine.platform),
        uid: machine.uid,
      });
    }),
    localServices: {
      find: async (root) => {
        const { localServices } = await import('./local-service.js');
        return localServices(machine).find(root);
      },
      announce: async (...args) => {
        const { localServices } = await import('./local-service.js');
        return localServices(machine).announce(...args);
      },
    },
    resolve: (path) => resolve(cwd, path),
    in: (folder) => createHost({ ...options, cwd: resolve(cwd, folder) }),
    append: (path, text) => appendFile(path, text).catch(() => undefined),
    files: (root) =>
      createFiles(root, {
        ...machine.processes,
        hostname: machine.hostname,
        clock,
        signal,
        notify: (notice) => terminal.err.write(`${notice}\n`),
        long,
      }),
    replaced: (root) => replacedFile(root, machine.processes.pid),
    service: async (connection, notices, answers) => {
      const { connectService } = await import('./service/service.js');
      return connectService(connection, {
        ...notices,
        clock,
        signal,
        giveUp,
        env,
        version,
        userAgentNode: machine.node,
        long,
        answers: answers && { ...answers, pid: machine.processes.pid },
      });
    },
  };
}
