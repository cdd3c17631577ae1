import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { clock } from '../../src/adapters/clock.js';
import { createSettings } from '../../src/adapters/config/settings.js';
import { createFiles } from '../../src/adapters/files/files.js';
import { connectService } from '../../src/adapters/service/service.js';
import { localServices } from '../../src/adapters/local-service.js';
import { processInfo } from '../../src/adapters/process-info.js';
import { replacedFile } from '../../src/adapters/replaced-file.js';
import { createTokens } from '../../src/adapters/tokens/tokens.js';
import { run } from '../../src/cli/run.js';
import type { Host, Stream } from '../../src/ports/host.js';
import { readDocument, wantsDocument } from './document.js';
import { processes } from './service.js';

/** What one command in this process said. */
export interface Told {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** The whole run as text, for messages. */
  readonly story: string;
}

export interface WorldOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The largest lock, in bytes. */
  readonly partsLimit?: number;
}

/**
 * Runs one command line in this process, with the adapters of main.ts round a real folder: 5 ms
 * where a new process takes 200.
 */
export async function runHere(
  cwd: string,
  argv: readonly string[],
  { env, signal = new AbortController().signal, partsLimit }: WorldOptions,
): Promise<Told> {
  const said = { out: '', err: '' };
  const stream = (name: keyof typeof said): Stream => ({
    write: (text) => void (said[name] += text),
    isTerminal: false,
    columns: 80,
    color: false,
  });
  const err = stream('err');
  const hostIn = (folder: string): Host => ({
    cwd: folder,
    env,
    clock,
    processes,
    signal,
    version: '0.0.0-test',
    terminal: {
      out: stream('out'),
      err,
      canAsk: false,
      readAll: () => Promise.resolve(''),
      ask: () => Promise.reject(new Error('nobody is here to be asked')),
      confirm: () => Promise.reject(new Error('nobody is here to be asked')),
    },
    settings: createSettings(env, processInfo),
    tokens: createTokens({ configHome: undefined, uid: process.geteuid?.() }),
    localServices: localServices(processInfo),
    resolve: (path) => resolve(folder, path),
    in: (below) => hostIn(resolve(folder, below)),
    append: () => Promise.resolve(),
    files: (root) =>
      createFiles(root, {
        ...processes,
        hostname: hostname(),
        clock,
        signal,
        notify: (notice) => err.write(`${notice}\n`),
        ...(partsLimit === undefined ? {} : { partsLimit }),
      }),
    replaced: (root) => replacedFile(root, processes.pid),
    service: (connection, notices) =>
      connectService(connection, {
        ...notices,
        clock,
        signal,
        env,
        version: '0.0.0-test',
        userAgentNode: process.versions.node,
      }),
  });
  const exitCode = await run(argv, hostIn(cwd));
  const story = `$ locsync ${argv.join(' ')}\n${said.out}--- stderr\n${said.err}--- exit ${exitCode}`;
  if (wantsDocument(argv) && said.out !== '') readDocument(said.out, story);
  return { exitCode, ...said, story };
}
