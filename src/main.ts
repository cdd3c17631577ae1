import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { clock } from './adapters/clock.js';
import { createFiles } from './adapters/files.js';
import { createSecrets } from './adapters/secrets.js';
import { createTerminal } from './adapters/terminal.js';
import { run } from './cli/run.js';
import { LocsyncError } from './core/errors/index.js';
import { EXIT } from './core/exit.js';
import { Interrupted, type Host, type Processes } from './ports/host.js';
import { VERSION } from './version.js';

/** How long uploads that are in flight may take after an interruption. */
const GRACE_MS = 5_000;

const interruption = new AbortController();
const givingUp = new AbortController();
let interrupts = 0;
for (const [signal, exit] of [
  ['SIGINT', EXIT.sigint],
  ['SIGTERM', EXIT.sigterm],
] as const) {
  process.on(signal, () => {
    // The second one ends at once: whoever sends it does not want to wait for what is in flight.
    if (interrupts++ > 0) process.exit(exit);
    const reason = new Interrupted(exit);
    interruption.abort(reason);
    setTimeout(() => givingUp.abort(reason), GRACE_MS).unref();
  });
}

const secrets = createSecrets(process.env['LOCSYNC_TOKEN']);
const terminal = createTerminal({ ...process, redact: (text) => secrets.redact(text) });

const processes: Processes = {
  pid: process.pid,
  isAlive: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // EPERM: it is alive, and somebody else's.
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
};

function hostIn(cwd: string): Host {
  return {
    cwd,
    env: process.env,
    terminal,
    clock,
    processes,
    version: VERSION,
    signal: interruption.signal,
    settings: {
      load: async (from, explicit) => {
        const { createSettings } = await import('./adapters/config-file.js');
        return createSettings(process.env).load(from, explicit);
      },
    },
    tokens: secrets.guard(async () => {
      const [{ configHomeOf }, { createTokens }] = await Promise.all([
        import('./adapters/credentials.js'),
        import('./adapters/tokens.js'),
      ]);
      return createTokens({
        configHome: configHomeOf(process.env, process.platform),
        platform: process.platform,
      });
    }),
    resolve: (path) => resolve(cwd, path),
    in: (folder) => hostIn(resolve(cwd, folder)),
    append: (path, text) => appendFile(path, text).catch(() => undefined),
    files: (root) =>
      createFiles(root, {
        ...processes,
        hostname: hostname(),
        clock,
        signal: interruption.signal,
        notify: (notice) => terminal.err.write(`${notice}\n`),
      }),
    service: async (connection, notices) => {
      const { connectService } = await import('./adapters/service.js');
      return connectService(connection, {
        ...notices,
        clock,
        signal: interruption.signal,
        giveUp: givingUp.signal,
        env: process.env,
        version: VERSION,
        userAgentNode: process.versions.node,
      });
    },
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    // Commands that read it say so (ARG-17); `--help` works in a folder that is gone.
    return '';
  }
}

process.exitCode = await run(process.argv.slice(2), hostIn(workingFolder()));
const failure = await terminal.flush();
if (failure) {
  const error = LocsyncError.of('OUTPUT_FAILED', { reason: failure.message }, { cause: failure });
  terminal.err.write(`error: ${error.message}\n`);
  process.exitCode = error.exit;
}
