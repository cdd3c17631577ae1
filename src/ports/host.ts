import type { Env } from '../core/env.js';
import type { Files } from './files.js';
import type { IndexFile, MemoryFile, UndoStorage } from './memory-file.js';
import type { Processes } from '../core/system/process-record.js';
import type { LocalServices } from './local-service.js';
import type { Report } from '../core/report/report.js';
import type { OnProgress } from '../core/report/progress.js';
import type { Connection, IsKnownAnswer, Service } from './service.js';
import type { Settings } from './settings.js';
import type { Tokens } from './tokens.js';

export interface Clock {
  /** Milliseconds on a monotonic clock, for waits, deadlines and ages. */
  now(): number;
  /**
   * Milliseconds since 1970 on a clock that may be wrong or change: for HTTP dates and for people.
   */
  date(): number;
  /**
   * Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

export interface Stream {
  /** Tokens are masked, unless the text is there to show one (`tellsToken`). */
  write(text: string, tellsToken?: boolean): void;
  /** Whether all that was written so far could be written. */
  arrived(): Promise<boolean>;
  /** Shows long output in the pager when the run has ended; undefined without a terminal. */
  readonly page?: ((text: string) => void) | undefined;
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 if it is not one. */
  readonly columns: number;
  /** Whether to use colours, by the stream and NO_COLOR, FORCE_COLOR (https://no-color.org). */
  readonly color: boolean;
}

export interface AskOptions {
  readonly secret?: boolean;
  /** What is there to begin with. */
  readonly initial?: string;
  /** Spaces around the input count. */
  readonly exact?: boolean;
  readonly signal?: AbortSignal;
  /** What is wrong with the input, in a few words. */
  readonly validate?: (input: string) => string | undefined;
}

export interface Terminal {
  readonly out: Stream;
  readonly err: Stream;
  /**
   * Shows one line below everything else, in place of the one before; undefined removes it. Other
   * output replaces it. Undefined if there is no terminal.
   */
  readonly status?: ((line: string | undefined) => void) | undefined;
  /** Whether a person can be asked: on a terminal, and not if `CI` is set. */
  readonly canAsk: boolean;
  /** All of standard input, as UTF-8. */
  readAll(): Promise<string>;
  /**
   * One line that a person types, trimmed, once `validate` finds nothing wrong. Not shown if
   * `secret`. The question goes to stderr.
   *
   * Rejects with {@link Interrupted} on Ctrl+C, with the signal's reason once that is aborted, with
   * NO_ANSWER if the input ends.
   */
  ask(question: string, options?: AskOptions): Promise<string>;
  /** One of these; Enter alone means the first. Rejects as `ask` does. */
  choose<T extends string>(
    question: string,
    choices: readonly { readonly value: T; readonly label: string }[],
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * The text as a person has left it in their editor (VISUAL or EDITOR). Throws NO_EDITOR if there
   * is none, or if it fails.
   */
  edit(text: string, name: string): Promise<string>;
  /** Yes or no; Enter alone means `otherwise`. Rejects as `ask` does. */
  confirm(question: string, otherwise: boolean, signal?: AbortSignal): Promise<boolean>;
}

/**
 * Where messages of the service client go: notices for people, a trace of each request for
 * `--debug`.
 */
export interface Notices {
  readonly notify: (notice: string) => void;
  readonly trace?: (line: string) => void;
}

/** Where responses are cached between runs, to be revalidated with their ETags. */
export interface ResponseCacheFolder {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Whether this run may write there; a read-only command leaves everything as it is. */
  readonly writable: boolean;
}

/**
 * Everything a command needs from outside. Tests build one from a temporary folder and a server.
 */
export interface Host {
  readonly cwd: string;
  readonly env: Env;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly localServices: LocalServices;
  readonly processes: Processes;
  /** The program's own version. */
  readonly version: string;
  /** The version of Node. */
  readonly node: string;
  /** Aborted by SIGINT and SIGTERM; the reason is an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /**
   * Shows the report of a run before the run lock is released. Whether it could be shown; without
   * this, the caller gets the report.
   */
  readonly show?: ((report: Report) => Promise<boolean>) | undefined;
  /** Reports the progress of a long run. */
  readonly onProgress?: OnProgress | undefined;
  /** An absolute path from one relative to `cwd`. */
  resolve(path: string): string;
  /** This host with another working folder, relative to `cwd`. */
  in(folder: string): Host;
  /** Appends to a file that a CI service provides for its summary; ignores a failure. */
  append(path: string, text: string): Promise<void>;
  files(root: string): Files;
  readonly git: Git;
  /**
   * A key for one purpose that only this user has; undefined if the user has no place for a secret.
   */
  userKey?(scope: readonly (string | number)[]): Uint8Array | undefined;
  /** What this machine has replaced in the project of this folder. */
  replaced(root: string): MemoryFile;
  /** The uploads of this machine whose outcome is unknown. */
  uploads(root: string): MemoryFile;
  /** What the last pull has replaced; undefined if the user has no place for a secret. */
  undo?(folder: ResponseCacheFolder): UndoStorage | undefined;
  /** What earlier runs found in sync; undefined if nothing may be kept between two runs. */
  index?(folder: ResponseCacheFolder, connection: Connection): IndexFile | undefined;
  /**
   * Opens nothing by itself: `--help` reads no token and opens no socket. Without `cache` nothing
   * is kept between two runs. An answer whose digest `isKnown` need not be parsed at once.
   */
  service(
    connection: Connection,
    notices: Notices,
    cache?: ResponseCacheFolder,
    isKnown?: IsKnownAnswer,
  ): Promise<Service>;
}

/** How long uploads that are in flight may take after an interruption. */
export const GRACE_MS = 5_000;

/** The reason of the host's signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exit: 130 | 143) {
    super(exit === 130 ? 'interrupted' : 'terminated');
  }
}

/** What has cut the run short; undefined for one that came to its end. */
export function interruptedBy({ signal }: Pick<Host, 'signal'>): Interrupted | undefined {
  const reason: unknown = signal.reason;
  return reason instanceof Interrupted ? reason : undefined;
}

/** How a command of git ended. */
export interface GitResult {
  readonly exit: number;
  readonly out: string;
  /** What it wrote on stderr. */
  readonly err: string;
}

/**
 * Runs git as if started in `folder` (absolute). Throws GIT_UNAVAILABLE if git cannot be started.
 */
export type Git = (folder: string, args: readonly string[]) => Promise<GitResult>;
