import type { Env } from './env.js';
import type { Files } from './files.js';
import type { Connection, Service } from './service.js';
import type { Settings } from './settings.js';
import type { Tokens } from './tokens.js';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

export interface Stream {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where it is none. */
  readonly columns: number;
  /** Whether to colour, by the stream and NO_COLOR, FORCE_COLOR (https://no-color.org). */
  readonly color: boolean;
}

export interface Terminal {
  readonly out: Stream;
  readonly err: Stream;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
  /** Everything of standard input, as UTF-8. */
  readAll(): Promise<string>;
  /**
   * One line typed by a person, not echoed where `secret`; the question goes to stderr. Rejects with an {@link Interrupted} on Ctrl+C, with the
   * signal's reason once that is aborted, with NO_ANSWER where the input ends.
   */
  ask(
    question: string,
    options?: { readonly secret?: boolean; readonly signal?: AbortSignal },
  ): Promise<string>;
}

/** Where the service's words go: notices for a person, a trace of each request for `--debug`. */
export interface Notices {
  readonly notify: (notice: string) => void;
  readonly trace?: (line: string) => void;
}

/** The processes of this machine. */
export interface Processes {
  readonly pid: number;
  isAlive(pid: number): boolean;
}

/** The world as commands see it. Tests build one round a temporary folder and a real local server. */
export interface Host {
  readonly cwd: string;
  readonly env: Env;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly processes: Processes;
  /** The program's own version. */
  readonly version: string;
  /** Aborted by SIGINT and SIGTERM; the reason is an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /** An absolute path from one relative to `cwd`. */
  resolve(path: string): string;
  /** The same world seen from another folder, relative to `cwd`. */
  in(folder: string): Host;
  /** Appends to a file that a CI service gave for its summary; a failure is no reason to fail. */
  append(path: string, text: string): Promise<void>;
  files(root: string): Files;
  /** Opens nothing by itself: `--help` reads no token and opens no socket. */
  service(connection: Connection, notices: Notices): Promise<Service>;
}

/** The reason of the host's signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exit: 130 | 143) {
    super(exit === 130 ? 'interrupted' : 'terminated');
  }
}
