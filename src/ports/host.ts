import type { Env } from './env.js';
import type { Files } from './files.js';
import type { ProcessPlace } from '../core/system/process-place.js';
import type { LocalServices } from './local-service.js';
import type { OnProgress } from '../core/report/progress.js';
import type { ReplacedFile } from './replaced.js';
import type { Connection, Service } from './service.js';
import type { Settings } from './settings.js';
import type { Tokens } from './tokens.js';

export interface Clock {
  /** Milliseconds since some moment before the start, on a clock that nobody can set: for waits, deadlines and ages. */
  now(): number;
  /** Milliseconds since 1970, on a clock that may be wrong and may be set at any time: for HTTP dates and for people. */
  date(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

export interface Stream {
  /** Tokens are masked, unless the text is there to tell one (`tellsToken`). */
  write(text: string, tellsToken?: boolean): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where it is none. */
  readonly columns: number;
  /** Whether to colour, by the stream and NO_COLOR, FORCE_COLOR (https://no-color.org). */
  readonly color: boolean;
}

export interface AskOptions {
  readonly secret?: boolean;
  readonly signal?: AbortSignal;
  /** What is wrong with an answer, in a few words. */
  readonly fault?: (answer: string) => string | undefined;
}

export interface Terminal {
  readonly out: Stream;
  readonly err: Stream;
  /**
   * Shows one line below everything else on the terminal, in place of the one before; undefined takes it away. It gives way to whatever else is
   * written. Undefined where there is no terminal to draw on.
   */
  readonly status?: ((line: string | undefined) => void) | undefined;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
  /** Everything of standard input, as UTF-8. */
  readAll(): Promise<string>;
  /**
   * One line typed by a person, without blanks around it, once `fault` finds nothing wrong with it; not shown where `secret`. The question goes to
   * stderr. Rejects with an {@link Interrupted} on Ctrl+C, with the signal's reason once that is aborted, with NO_ANSWER where the input ends.
   */
  ask(question: string, options?: AskOptions): Promise<string>;
  /** Yes or no, Enter alone meaning `otherwise`. Rejects as `ask` does. */
  confirm(question: string, otherwise: boolean, signal?: AbortSignal): Promise<boolean>;
}

/** Where the service's words go: notices for a person, a trace of each request for `--debug`. */
export interface Notices {
  readonly notify: (notice: string) => void;
  readonly trace?: (line: string) => void;
}

/** Where the service's answers are kept between two runs, so that it is only asked whether they still hold. */
export interface AnswerFolder {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Whether this run may write there; one that only looks leaves everything as it is. */
  readonly writable: boolean;
}

/** The processes of this machine. */
export interface Processes {
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** Where this process runs, as far as the system says. */
  readonly place?: ProcessPlace;
}

/** The world as commands see it. Tests build one round a temporary folder and a real local server. */
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
  /** Aborted by SIGINT and SIGTERM; the reason is an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /** Who wants to know how far a long run is. */
  readonly onProgress?: OnProgress | undefined;
  /** An absolute path from one relative to `cwd`. */
  resolve(path: string): string;
  /** The same world seen from another folder, relative to `cwd`. */
  in(folder: string): Host;
  /** Appends to a file that a CI service gave for its summary; a failure is no reason to fail. */
  append(path: string, text: string): Promise<void>;
  files(root: string): Files;
  /** What this machine has replaced in the project of this folder. */
  replaced(root: string): ReplacedFile;
  /**
   * Opens nothing by itself: `--help` reads no token and opens no socket. Without
   * `answers` nothing is kept between two runs.
   */
  service(connection: Connection, notices: Notices, answers?: AnswerFolder): Promise<Service>;
}

/** The reason of the host's signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exit: 130 | 143) {
    super(exit === 130 ? 'interrupted' : 'terminated');
  }
}
