import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from '../adapters/host.js';
import { createSecrets } from '../adapters/tokens/secrets.js';
import { resolveConnection } from '../core/config/connection.js';
import { LocsyncError } from '../core/errors/index.js';
import { validateToken } from '../core/config/token.js';
import { VERSION } from '../version.js';
import { sameProject } from '../sync/connect.js';
import { validateOptions, REQUEST_KINDS } from './validate-options.js';
import { connectionFlags } from './flags.js';
import { setInternals, type ProjectHandle } from './handle.js';
import { interruptible, RunningCalls, type InterruptSignals } from './interruption.js';
import type { Host, Stream, Terminal } from '../ports/host.js';
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
  validateOptions(
    'loadProject',
    options,
    { ...REQUEST_KINDS, cwd: 'place', config: 'text', onProgress: 'listener' },
    ['cwd'],
  );
  const { env = {}, onNotice, onTrace, onProgress } = options;
  const secrets = createSecrets(env['LOCSYNC_TOKEN']);
  const say = (line: string): void => onNotice?.(secrets.redact(line.trimEnd()));
  const trace = onTrace && ((line: string): void => onTrace(secrets.redact(line)));
  const cwd = folderOf(options.cwd);
  const worldUntil = ({ signal, giveUp }: InterruptSignals): Host =>
    createHost({ cwd, env, terminal: quiet(say), version: VERSION, signal, giveUp, secrets, onProgress });
  const flags = connectionFlags(options);

  const { found, connection, token, local } = await interruptible([options.signal], async (ends) => {
    const host = worldUntil(ends);
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
    // What messages suggest is pasted into another folder.
    flags: { ...flags, cwd, config: options.config },
    run: (signal, command) =>
      running.keep(() =>
        interruptible([options.signal, running.signal, signal], (ends) => {
          const host = worldUntil(ends);
          return command({
            ...host,
            settings: { load: () => Promise.resolve(found) },
            tokens: { ...host.tokens, for: () => Promise.resolve(token) },
            localServices: { ...host.localServices, find: () => Promise.resolve(local) },
            service: (to, _notices, answers) =>
              host.service(to, { notify: say, ...(trace === undefined ? {} : { trace }) }, answers),
          });
        }),
      ),
  });
  return handle;
}

/**
 * An absolute folder. A relative one would be relative to the process's, which the library does not
 * ask for.
 */
function folderOf(cwd: string | URL): string {
  const isFile = cwd instanceof URL && cwd.protocol === 'file:';
  const path = cwd instanceof URL ? (isFile ? fileURLToPath(cwd) : '') : cwd;
  if (isAbsolute(path)) return path;
  throw LocsyncError.of('CALL_OPTION_VALUE', {
    call: 'loadProject',
    option: 'cwd',
    expected: 'an absolute path or a file: URL',
  });
}

/** The caller's token, if the caller named the origin too (docs/configuration.md, "The token"). */
function boundToken(token: string, { baseUrl, named }: ReturnType<typeof resolveConnection>): string {
  const checked = validateToken(token, 'the token');
  if (named === 'flag' || named === 'environment') return checked;
  throw LocsyncError.of('CALL_TOKEN_NOT_BOUND', { origin: baseUrl.origin, url: baseUrl.href });
}

/**
 * A terminal without a person: what would go to stderr becomes notices, nothing is printed, nothing
 * can be asked.
 */
function quiet(say: (line: string) => void): Terminal {
  const stream = (write: (text: string) => void): Stream => ({
    write,
    isTerminal: false,
    columns: 80,
    color: false,
  });
  return {
    out: stream(() => undefined),
    err: stream(say),
    canAsk: false,
    readAll: () => Promise.resolve(''),
    ask: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
    choose: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
    edit: (_, name) => Promise.reject(LocsyncError.of('NO_ANSWER', { question: name })),
    confirm: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
  };
}
