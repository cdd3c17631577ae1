import type { Readable, Writable } from 'node:stream';
import type { Env } from '../ports/env.js';
import type { Stream, Terminal } from '../ports/host.js';
import { askLine } from './terminal/ask.js';

/** A standard stream of the process, as far as it is needed. */
export interface StandardStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface TerminalOptions {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: StandardStream;
  readonly stderr: StandardStream;
  readonly env: Env;
  /** Replaces tokens in everything that is written. */
  readonly redact: (text: string) => string;
}

export interface RealTerminal extends Terminal {
  /** Resolves when everything is written, with the error that kept it from being written. A closed pipe is no error. */
  flush(): Promise<Error | undefined>;
}

/** The process's terminal. Colours follow NO_COLOR (https://no-color.org) and FORCE_COLOR, else whether the stream is a terminal. */
export function createTerminal({ stdin, stdout, stderr, env, redact }: TerminalOptions): RealTerminal {
  let failure: Error | undefined;
  let closed = false;
  let pending: Promise<void> = Promise.resolve();
  const fail = (error: Error & { code?: string }): void => {
    closed = true;
    // Somebody who reads only the first lines (`| head -1`) has what they want.
    if (error.code !== 'EPIPE') failure ??= error;
  };
  stdout.on('error', fail);
  stderr.on('error', () => undefined);
  const stream = (target: StandardStream, isOut: boolean): Stream => ({
    isTerminal: target.isTTY === true,
    columns: target.isTTY === true ? (target.columns ?? 80) : 80,
    color: hasColor(target, env),
    write: (text) => {
      if (text === '' || (isOut && closed)) return;
      const written = new Promise<void>((resolve) => {
        target.write(redact(text), (error) => {
          if (error && isOut) fail(error);
          resolve();
        });
      });
      pending = pending.then(() => written);
    },
  });
  return {
    out: stream(stdout, true),
    err: stream(stderr, false),
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    readAll: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks).toString('utf8');
    },
    ask: (question, { secret = false, signal } = {}) =>
      askLine({ input: stdin, output: stderr, question, secret, signal }),
    flush: async () => {
      await pending;
      return failure;
    },
  };
}

function hasColor(stream: StandardStream, env: Env): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
