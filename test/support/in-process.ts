import { hostname } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { clock } from '../../src/adapters/clock.js';
import { createFiles } from '../../src/adapters/files/files.js';
import { createHost } from '../../src/adapters/host.js';
import { createTerminal } from '../../src/adapters/terminal/terminal.js';
import { createSecrets } from '../../src/adapters/tokens/secrets.js';
import { run } from '../../src/cli/run.js';
import type { Host } from '../../src/ports/host.js';
import { readDocument, wantsDocument } from './document.js';
import { processes } from './service.js';

/** What a command line printed, and its exit code. */
export interface Output {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** The whole run as text, for messages. */
  readonly story: string;
}

interface OutputHere extends Output {
  /** Both outputs in the order in which they were written, as a terminal shows them. */
  readonly shown: string;
}

export interface InProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Standard input, to its end. Default: nothing. */
  readonly input?: string | undefined;
  /** The largest lock, in bytes. */
  readonly partsLimit?: number;
  /** Whether responses are kept between runs, as the program does. Default: false. */
  readonly cache?: boolean;
}

/**
 * A wait of the program, such as that for a late import, takes a twentieth of its time: what a test
 * asks is what comes after it. Longer waits than the program's longest of that kind are others.
 */
const shorter = (ms: number): number => (ms <= 3_000 ? ms / 20 : ms);

/**
 * Runs a command line in this process as src/main.ts does in its own: the real adapters, real
 * files, real sockets. Neither standard input nor an output is a terminal. It saves the start of
 * Node: a short run takes 5 ms instead of 200. The program's own waits are shorter.
 */
export async function runInProcess(
  cwd: string,
  argv: readonly string[],
  options: InProcessOptions,
): Promise<OutputHere> {
  const { env, signal = new AbortController().signal, input = '' } = options;
  const shown: Buffer[] = [];
  const [out, err] = [new Collected(shown), new Collected(shown)];
  const secrets = createSecrets(env['LOCSYNC_TOKEN']);
  const terminal = createTerminal({
    standard: { stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]), stdout: out, stderr: err },
    env: argv.includes('--no-color') ? { ...env, NO_COLOR: '1' } : env,
    redact: (text) => secrets.redact(text),
  });
  const giveUp = new AbortController().signal;
  const host = createHost({ cwd, env, terminal, version: '0.0.0', signal, giveUp, secrets });
  const exitCode = await run(argv, adapted(host, options));
  const failure = await terminal.flush();
  if (failure) throw failure;
  const story = `$ locsync ${argv.join(' ')}\n${out.text}--- stderr\n${err.text}--- exit ${exitCode}`;
  if (wantsDocument(argv) && out.text !== '') readDocument(out.text, story);
  return { exitCode, out: out.text, err: err.text, shown: Buffer.concat(shown).toString(), story };
}

/** The host with what a test asks for, also in the folder of `--cwd`. */
function adapted(host: Host, options: InProcessOptions): Host {
  const { partsLimit, cache = false } = options;
  const { signal } = host;
  return {
    ...host,
    clock: { ...host.clock, sleep: (ms, stopped) => host.clock.sleep(shorter(ms), stopped) },
    in: (folder) => adapted(host.in(folder), options),
    service: (connection, notices, folder, isKnown) =>
      cache ? host.service(connection, notices, folder, isKnown) : host.service(connection, notices),
    index: (folder, connection) => (cache ? host.index?.(folder, connection) : undefined),
    files: (root) =>
      partsLimit === undefined
        ? host.files(root)
        : createFiles(root, {
            ...processes,
            hostname: hostname(),
            clock,
            signal,
            notify: (notice) => host.terminal.err.write(`${notice}\n`),
            partsLimit,
          }),
  };
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  constructor(private readonly shown: Buffer[]) {
    super();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    this.shown.push(chunk);
    done();
  }
}
