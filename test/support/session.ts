import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ReportDocument } from '../../src/core/report/report-json.js';
import { COMPILED } from './compiled.js';
import { readDocument, wantsDocument } from './document.js';
import { runInProcess } from './in-process.js';
import { removeFolder } from './remove-folder.js';
import { PROJECT, scriptedServer, type ScriptedServer } from './scripted-server.js';
import { withService, type TestOptions, type TestService } from './service.js';

const ROOT = resolve(import.meta.dirname, '../..');
/**
 * The built program; another one than this tree's (an installed package) where LOCSYNC_PROGRAM
 * names it.
 */
export const PROGRAM = process.env['LOCSYNC_PROGRAM'] ?? join(ROOT, 'bin/locsync.js');

/** A token whose every appearance in an output or a file is a bug. */
export const CANARY = 'tok_CANARY_7f3a9b1c5d';

/** Where the commands of a session go. */
export interface Side {
  readonly url: string;
  readonly project: string;
  readonly token: string;
}

export interface SessionOptions {
  /** What `.locsyncrc` holds besides nothing; one Rails pattern if it is not given. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** Every command runs the built program: for what the build or the process has to do with. */
  readonly separate?: boolean;
}

export interface RunOptions {
  /** Relative to the session's folder. */
  readonly cwd?: string;
  /** Variables on top of the clean environment; undefined takes one out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A bash command in which `"$@"` stands for locsync's command line. */
  readonly shell?: string;
  /** Called with the running process: to send it signals. */
  readonly during?: (child: ChildProcess) => void;
  /** The run may leave its lock and temporary files after, being killed. */
  readonly killed?: boolean;
  /** The run is to meet an error that no one foresaw. */
  readonly defect?: boolean;
}

/** One finished run of the built program. Its assertions name the whole output when they fail. */
export class Ran {
  constructor(
    readonly line: string,
    readonly exitCode: number | null,
    readonly signal: string | null,
    readonly out: string,
    readonly err: string,
    readonly ms: number,
  ) {}

  /** The whole run as text. */
  get transcript(): string {
    return `$ locsync ${this.line}\n${this.out}--- stderr\n${this.err}--- exit ${this.exitCode ?? this.signal ?? '?'}`;
  }

  code(wanted: number): this {
    expect(this.exitCode, this.transcript).toBe(wanted);
    return this;
  }

  /** Each of these is on stdout. */
  stdout(...wanted: (string | RegExp)[]): this {
    for (const one of wanted) expect(this.out, this.transcript).toMatch(one);
    return this;
  }

  /** Each of these is on stderr. */
  stderr(...wanted: (string | RegExp)[]): this {
    for (const one of wanted) expect(this.err, this.transcript).toMatch(one);
    return this;
  }

  /** None of these stands anywhere. */
  never(...unwanted: (string | RegExp)[]): this {
    for (const one of unwanted) expect(this.out + this.err, this.transcript).not.toMatch(one);
    return this;
  }

  emptyStderr(): this {
    expect(this.err, this.transcript).toBe('');
    return this;
  }

  /** The one JSON document on stdout. */
  get json(): ReportDocument {
    return readDocument(this.out, this.transcript);
  }

  /** The codes of its errors. */
  get errors(): readonly string[] {
    return this.json.errors.map(({ code }) => code);
  }

  get warnings(): readonly string[] {
    return this.json.warnings.map(({ code }) => code);
  }

  /** `path` to state, for files of one language. */
  get states(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.json.files.map(({ path, state }) => [path, state]));
  }
}

/**
 * Every file of a folder with what a write would change: its bytes and its time of change in
 * nanoseconds.
 */
export type Snapshot = ReadonlyMap<string, string>;

/**
 * A project in a temporary folder, a service to sync it with, and the built program as a person
 * runs it.
 */
export class Session<S extends Side = Side> {
  readonly #runs: Ran[] = [];
  /** How many commands run in this process. */
  #running = 0;

  private constructor(
    readonly folder: string,
    readonly service: S,
    readonly separate: boolean,
  ) {}

  /** With an embedded service of its own, in this process, on a real socket. */
  static async start(
    options: SessionOptions & { readonly service?: TestOptions } = {},
  ): Promise<Session<TestService & Side>> {
    const service = await withService({ token: CANARY, ...options.service });
    onTestFinished(() => service.close());
    return Session.at({ ...service, project: service.project.id } as unknown as TestService & Side, options);
  }

  /** With a service that answers as a script says; it is at `service.script`. */
  static async scripted(
    options: SessionOptions = {},
  ): Promise<Session<Side & { readonly script: ScriptedServer }>> {
    const script = await scriptedServer();
    onTestFinished(() => script.close());
    return Session.at({ url: script.url.href, project: PROJECT, token: CANARY, script }, options);
  }

  /** With whatever listens there. */
  static at<S extends Side>(service: S, { config, separate = SEPARATE }: SessionOptions = {}): Session<S> {
    if (!existsSync(join(dirname(PROGRAM), '../dist/main.js')))
      throw new Error('dist/ is missing: run `npm run build` first (`npm test` does)');
    const above = mkdtempSync(join(tmpdir(), 'locsync-session-'));
    const folder = join(above, 'project');
    mkdirSync(join(folder, '.git'), { recursive: true });
    mkdirSync(join(above, 'home'));
    const session = new Session(folder, service, separate);
    session.config(config ?? { files: ['config/locales/{locale}.yml'] });
    onTestFinished(() => {
      session.#keepsTheToken();
      removeFolder(above);
    });
    return session;
  }

  config(content: Readonly<Record<string, unknown>> | string): this {
    return this.file(
      '.locsyncrc',
      typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`,
    );
  }

  file(path: string, text: string | Uint8Array): this {
    const at = join(this.folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    return this;
  }

  remove(path: string): this {
    rmSync(join(this.folder, path), { recursive: true, force: true });
    return this;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** The file holds exactly this. */
  reads(path: string, text: string): this {
    expect(this.text(path), path).toBe(text);
    return this;
  }

  /** Every file below the folder, the run lock's own folder included. */
  snapshot(): Snapshot {
    const found = new Map<string, string>();
    const walk = (folder: string): void => {
      for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        const { mtimeNs } = lstatSync(join(this.folder, path), { bigint: true });
        // Answers that are kept for the next run: a copy of what the service says, which a run may
        // make anew at any time.
        if (/^\.locsync\/(?:answers|index|sources\.json)$/.test(path)) continue;
        if (entry.isDirectory()) {
          found.set(`${path}/`, '');
          walk(path);
        } else if (entry.isSymbolicLink()) found.set(path, `-> ${readlinkSync(join(this.folder, path))}`);
        else found.set(path, `${mtimeNs} ${readFileSync(join(this.folder, path)).toString('base64')}`);
      }
    };
    walk('');
    return found;
  }

  /** Nothing was written, made, removed or touched since. */
  unchanged(before: Snapshot): this {
    expect(Object.fromEntries(this.snapshot())).toEqual(Object.fromEntries(before));
    return this;
  }

  /** Every file below the folder, by its path. */
  #paths(folder = ''): readonly string[] {
    return readdirSync(join(this.folder, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? this.#paths(path) : [path];
    });
  }

  /**
   * Everything beside the project's folder and the home folder, where no command has anything to
   * write.
   */
  #outside(): readonly string[] {
    const above = dirname(this.folder);
    const found: string[] = [];
    const walk = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (folder === above && /^(?:project|home)$/.test(entry.name)) continue;
        const path = join(folder, entry.name);
        found.push(`${path} ${entry.isFile() ? readFileSync(path, 'base64') : ''}`);
        if (entry.isDirectory()) walk(path);
      }
    };
    walk(above);
    return found;
  }

  /**
   * Runs the built program and waits for its end. What holds for every run is checked here: no
   * token, no stack trace, no control character in the output, nothing written outside of the
   * project.
   */
  async run(args: string | readonly string[], options: RunOptions = {}): Promise<Ran> {
    const outside = this.#outside();
    const ran = await this.launch(args, options);
    expect(this.#outside(), `U3 ${ran.transcript}`).toEqual(outside);
    if (!(options.killed ?? false)) {
      const left = this.#paths().filter((path) => /\.locsync-.*\.tmp$|\.locsync\/.*\.lock$/.test(path));
      expect(left, ran.transcript).toEqual([]);
    }
    return ran;
  }

  /** As `run`, for runs side by side: what another run holds is not looked at. */
  async launch(args: string | readonly string[], options: RunOptions = {}): Promise<Ran> {
    const argv = typeof args === 'string' ? args.split(' ').filter((part) => part !== '') : args;
    const started = Date.now();
    const env = this.#environment(options.env);
    const ended =
      !this.separate && this.#running === 0 && mayRunHere(argv, options)
        ? { ...(await this.#runHere(argv, options, env)), signal: null }
        : await this.#spawn(argv, options, env);
    const ran = new Ran(
      argv.join(' '),
      ended.exitCode,
      ended.signal,
      ended.out,
      ended.err,
      Date.now() - started,
    );
    this.#runs.push(ran);
    checkEveryRun(ran, argv, this.service.token, options.defect ?? false);
    return ran;
  }

  /** Two runs of one process would take each other's locks for their own. */
  async #runHere(argv: readonly string[], options: RunOptions, env: Readonly<Record<string, string>>) {
    this.#running += 1;
    const cwd = join(this.folder, options.cwd ?? '');
    return runInProcess(cwd, argv, { env, cache: true }).finally(() => (this.#running -= 1));
  }

  #spawn(
    argv: readonly string[],
    options: RunOptions,
    env: Readonly<Record<string, string>>,
  ): Promise<Ended> {
    const command = [process.execPath, PROGRAM, ...argv];
    const [file = '', ...rest] =
      options.shell === undefined ? command : ['bash', '-c', options.shell, 'bash', ...command];
    const child = spawn(file, rest, {
      cwd: join(this.folder, options.cwd ?? ''),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    options.during?.(child);
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (exitCode, signal) =>
        done({ exitCode, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
      );
    });
  }

  #environment(more: RunOptions['env'] = {}): Record<string, string> {
    const env: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      HOME: join(dirname(this.folder), 'home'),
      ...COMPILED,
      LOCSYNC_BASE_URL: this.service.url,
      LOCSYNC_PROJECT: this.service.project,
      LOCSYNC_TOKEN: this.service.token,
      ...more,
    };
    return Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }

  /** U1: the token is in no file of the project nor of the home folder. */
  #keepsTheToken(): void {
    const forms = formsOf(this.service.token);
    const walk = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) walk(path);
        else if (entry.isFile()) {
          const content = readFileSync(path);
          const isKept = forms.some((form) => content.includes(form));
          if (isKept) expect.fail(`the token stands in ${path}`);
        }
      }
    };
    walk(dirname(this.folder));
  }
}

interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/**
 * With LOCSYNC_PROGRAM or LOCSYNC_SEPARATE set (npm run test:all), every command runs the built
 * program.
 */
export const SEPARATE =
  process.env['LOCSYNC_PROGRAM'] !== undefined || (process.env['LOCSYNC_SEPARATE'] ?? '') !== '';

/**
 * Whether this command may run in the process of the test. What concerns the process itself may
 * not: signals, the variables that Node reads, a command that waits, and the version of the build.
 */
export function mayRunHere(
  argv: readonly string[],
  { env = {}, shell, during, killed, defect }: RunOptions,
): boolean {
  if (shell !== undefined || during !== undefined || (killed ?? false) || (defect ?? false)) return false;
  if (Object.keys(env).some((name) => /^(?:NODE_|UV_|LC_|LANG$|TZ$|TMPDIR$)/.test(name))) return false;
  return argv.length > 0 && !argv.some((part) => SEPARATE_ARGUMENTS.has(part));
}

const SEPARATE_ARGUMENTS = new Set(['serve', '--watch', '--version', '-V']);

/** The token as it may be hidden: as it is, in base64, URL-encoded. */
const formsOf = (token: string): string[] => [
  token,
  Buffer.from(token).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(token),
];

function checkEveryRun(ran: Ran, argv: readonly string[], token: string, defect: boolean): void {
  for (const form of formsOf(token)) expect(ran.out + ran.err, `U1 ${ran.transcript}`).not.toContain(form);
  if (!argv.includes('--debug'))
    expect(ran.out + ran.err, `U5 ${ran.transcript}`).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  if (!defect) expect(ran.exitCode, `a defect: ${ran.transcript}`).not.toBe(70);
  if (wantsDocument(argv) && ran.out !== '') expect(() => ran.json).not.toThrow();

  expect(ran.out + ran.err, `U9 ${ran.transcript}`).not.toMatch(
    /[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
  );
}

/** How many events were created and files uploaded so far, as the service's own log has it. */
export function posts(service: Pick<TestService, 'lines'>): { events: number; uploads: number } {
  const count = (tail: string): number =>
    service.lines.filter((line) => line.startsWith('POST ') && line.includes(`/${tail} `)).length;
  return { events: count('events'), uploads: count('source_files') };
}
