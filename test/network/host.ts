import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createSettings } from '../../src/adapters/config/settings.js';
import { createFiles } from '../../src/adapters/files/files.js';
import { connectService } from '../../src/adapters/service/service.js';
import { localServices } from '../../src/adapters/local-service.js';
import { processInfo } from '../../src/adapters/process-info.js';
import { replacedFile, uploadsFile } from '../../src/adapters/files/memory-file.js';
import { createTokens } from '../../src/adapters/tokens/tokens.js';
import { run } from '../../src/cli/run.js';
import type { Clock, Host, Stream } from '../../src/ports/host.js';
import { processes } from '../support/service.js';

/**
 * The machine's clock, so many times as fast: what the program waits for is the same, only sooner.
 */
export function fastClock(times: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * times,
    date: () => Date.now(),
    random: () => Math.random(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms / times)),
  };
}

export interface InProcess {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process as main.ts does, on another clock. */
export async function runHere(
  args: readonly string[],
  { folder, env, clock }: { folder: string; env: Readonly<Record<string, string>>; clock: Clock },
): Promise<InProcess> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): Stream => ({
    write: (text) => void (written[name] += text),
    arrived: () => Promise.resolve(true),
    isTerminal: false,
    columns: 80,
    color: false,
  });
  const { signal } = new AbortController();
  const unasked = (): Promise<never> => Promise.reject(new Error('nothing is asked here'));
  const host: Host = {
    cwd: folder,
    env,
    terminal: {
      out: stream('out'),
      err: stream('err'),
      canAsk: false,
      readAll: unasked,
      ask: unasked,
      choose: unasked,
      edit: unasked,
      confirm: unasked,
    },
    clock,
    processes,
    version: '0.0.0',
    node: process.versions.node,
    signal,
    settings: { load: (cwd, explicit) => createSettings(env, processInfo).load(cwd, explicit) },
    tokens: createTokens({ configHome: resolve(folder, '../home'), uid: process.geteuid?.() }),
    localServices: localServices(processInfo),
    resolve: (path) => resolve(folder, path),
    in: () => host,
    append: (path, text) => appendFile(path, text),
    files: (root) =>
      createFiles(root, {
        ...processes,
        hostname: hostname(),
        clock,
        signal,
        notify: (notice) => stream('err').write(`${notice}\n`),
      }),
    git: unasked,
    replaced: (root) => replacedFile(root, processes),
    uploads: (root) => uploadsFile(root, processes),
    service: (connection, notices) =>
      connectService(connection, {
        ...notices,
        clock,
        signal,
        env,
        version: '0.0.0',
        userAgentNode: '20.0.0',
      }),
  };
  return { exitCode: await run(args, host), ...written };
}
