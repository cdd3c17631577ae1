import type { Readable, Writable } from 'node:stream';
import type { Env } from '../../core/env.js';
import type { Stream, Terminal } from '../../ports/host.js';
import type { PromptContext } from './ask.js';

/** The part of a standard stream that is needed. */
export interface StandardStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface TerminalOptions {
  /** The process, or a stand-in. Node creates each stream when it is accessed. */
  readonly standard: {
    readonly stdin: Readable & { readonly isTTY?: boolean };
    readonly stdout: StandardStream;
    readonly stderr: StandardStream;
  };
  readonly env: Env;
  /** Called before a pager starts: Ctrl+C is then the pager's, and nothing else comes after it. */
  readonly onPager?: () => void;
  /** Replaces tokens in all output, except for texts that are there to show one. */
  readonly redact: (text: string) => string;
}

export interface RealTerminal extends Terminal {
  /** Resolves once all is written and the pager left, with the error, if any but a closed pipe. */
  flush(): Promise<Error | undefined>;
}

/** The process's terminal. Colours follow NO_COLOR (https://no-color.org) and FORCE_COLOR. */
export function createTerminal({ standard, env, redact, onPager }: TerminalOptions): RealTerminal {
  let failure: Error | undefined;
  let closed = false;
  let pending: Promise<void> = Promise.resolve();
  const fail = (error: Error & { code?: string }, isOut = true): void => {
    if (isOut) closed = true;
    // A reader of only the first lines (`| head -1`) has what it wants.
    if (error.code !== 'EPIPE') failure ??= error;
  };
  let status: string | undefined;
  const showStatus = (line: string | undefined): void => {
    if (line === status) return;
    standard.stderr.write(`\r${redact(line ?? '')}${CLEAR_TO_END}`);
    status = line;
  };
  let paged = '';
  const failed = new Set<StandardStream>();
  const stream = (target: StandardStream, isOut: boolean): Stream => ({
    arrived: async () => {
      await pending;
      return !failed.has(target) && !(isOut && closed);
    },
    page: isOut && target.isTTY === true ? (text) => (paged += redact(text)) : undefined,
    isTerminal: target.isTTY === true,
    // A terminal of unknown size says 0; a window may change its size at any time.
    get columns() {
      const { columns = 0 } = target;
      return target.isTTY === true && columns > 0 ? columns : 80;
    },
    color: hasColor(target, env),
    write: (text, tellsToken = false) => {
      if (text === '' || (isOut && closed)) return;
      showStatus(undefined);
      const written = new Promise<void>((resolve) => {
        target.write(tellsToken ? text : redact(text), (error) => {
          if (error) {
            failed.add(target);
            fail(error, isOut);
          }
          resolve();
        });
      });
      pending = pending.then(() => written);
    },
  });
  const promptContext = (signal: AbortSignal | undefined): PromptContext => {
    showStatus(undefined);
    const { stdin, stderr } = standard;
    return { input: stdin, output: stderr, color: hasColor(stderr, env), signal };
  };
  let out: Stream | undefined;
  let err: Stream | undefined;
  return {
    get out() {
      if (out === undefined) standard.stdout.on('error', (error) => fail(error));
      return (out ??= stream(standard.stdout, true));
    },
    get err() {
      if (err === undefined) standard.stderr.on('error', () => undefined);
      return (err ??= stream(standard.stderr, false));
    },
    get status() {
      return standard.stderr.isTTY === true ? showStatus : undefined;
    },
    get canAsk() {
      return standard.stdin.isTTY === true && standard.stderr.isTTY === true && !isPipeline(env);
    },
    readAll: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of standard.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks).toString('utf8');
    },
    ask: async (question, options = {}) => {
      const { askLine } = await import('./ask.js');
      return askLine(promptContext(options.signal), question, options);
    },
    choose: async (question, choices, signal) => {
      const { askChoice } = await import('./ask.js');
      return askChoice(promptContext(signal), question, choices);
    },
    edit: async (text, name) => {
      const { editText } = await import('./editor.js');
      return editText(env, text, name);
    },
    confirm: async (question, otherwise, signal) => {
      const { askYesNo } = await import('./ask.js');
      return askYesNo(promptContext(signal), question, otherwise);
    },
    flush: async () => {
      await pending;
      if (paged === '') return failure;
      showStatus(undefined);
      const { showInPager } = await import('./pager.js');
      const isShown = await showInPager(paged, { env, rows: standard.stdout.rows, onStart: onPager });
      if (!isShown) stream(standard.stdout, true).write(paged);
      await pending;
      return failure;
    },
  };
}

/** The control sequence that clears from here to the end of the line (ECMA-48, EL). */
const CLEAR_TO_END = '\u001b[K';

function hasColor(stream: StandardStream, env: Env): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** CI services set `CI`: no person sits at a terminal there. */
const isPipeline = ({ CI = '' }: Env): boolean => !['', '0', 'false'].includes(CI.toLowerCase());
