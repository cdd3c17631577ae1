import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { COMPILED } from './compiled.js';
import { readDocument, wantsDocument } from './document.js';
import { runInProcess } from './in-process.js';
import { removeFolder } from './remove-folder.js';
import { CANARY, mayRunHere, PROGRAM, Ran, SEPARATE } from './session.js';

/** Whether a program of this name can be run here. */
export const installed = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

export const hasPython = installed('python3');
// eslint-disable-next-line no-console -- why tests are skipped must be seen
if (!hasPython) console.log('python3 is not installed: tests on a terminal are skipped');

/** What a person waits for and then types; `file` is made before that, for another process. */
export type Step = readonly [expect: string, send: string, file?: string];

export interface Doing {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input, to its end; none if it is not given. */
  readonly input?: string;
  /** Another folder, relative to the project's. */
  readonly cwd?: string;
}

/**
 * A person with a home folder of their own, in a project's folder, with nothing set in the
 * environment but where compiled code is kept.
 */
export class Person {
  readonly folder: string;
  readonly home: string;
  /** Whether a command runs in this process. */
  #isRunning = false;

  constructor() {
    const above = mkdtempSync(join(tmpdir(), 'locsync-person-'));
    onTestFinished(() => removeFolder(above));
    this.folder = join(above, 'project');
    this.home = join(above, 'home');
    mkdirSync(join(this.folder, '.git'), { recursive: true });
    mkdirSync(this.home);
  }

  file(path: string, text: string): this {
    const at = join(this.folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    return this;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  get store(): string {
    return join(this.home, '.config/locsync/credentials.json');
  }

  /** The stored tokens by origin; none if there is no store. */
  get tokens(): Readonly<Record<string, string>> {
    if (!existsSync(this.store)) return {};
    const { tokens } = JSON.parse(readFileSync(this.store, 'utf8')) as {
      tokens: Record<string, { token: string }>;
    };
    return Object.fromEntries(Object.entries(tokens).map(([origin, { token }]) => [origin, token]));
  }

  /** Runs a command through pipes: in this process if it may, or else the built program. */
  async run(args: readonly string[], doing: Doing = {}): Promise<Ran> {
    const isHere = !SEPARATE && !this.#isRunning && mayRunHere(args, doing);
    const ran = isHere
      ? await this.#runHere(args, doing)
      : await this.runs([process.execPath, PROGRAM, ...args], doing);
    if (wantsDocument(args) && ran.out !== '') readDocument(ran.out, ran.transcript);
    return ran;
  }

  /** Two runs of one process would take each other's locks for their own. */
  async #runHere(args: readonly string[], { env, input, cwd = '' }: Doing): Promise<Ran> {
    const started = Date.now();
    this.#isRunning = true;
    const { exitCode, out, err } = await runInProcess(join(this.folder, cwd), args, {
      env: this.#environment(env),
      input,
      cache: true,
    }).finally(() => (this.#isRunning = false));
    return withoutToken(new Ran(args.join(' '), exitCode, null, out, err, Date.now() - started));
  }

  /** Runs any program through pipes, in the same surroundings. */
  runs([program = '', ...args]: readonly string[], { env, input, cwd = '' }: Doing = {}): Promise<Ran> {
    const started = Date.now();
    const child = spawn(program, args, { cwd: join(this.folder, cwd), env: this.#environment(env) });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code, signal) => {
        const texts = [Buffer.concat(out).toString(), Buffer.concat(err).toString()] as const;
        done(withoutToken(new Ran(args.slice(1).join(' '), code, signal, ...texts, Date.now() - started)));
      });
    });
  }

  /** Runs the built program on a terminal, where this is typed. */
  types(args: readonly string[], steps: readonly Step[], doing: Doing = {}): Promise<Ran> {
    return this.typesInto([process.execPath, PROGRAM, ...args], steps, doing);
  }

  /** Runs any program on a terminal of 80 columns; what it writes on either stream is in `out`. */
  async typesInto(argv: readonly string[], steps: readonly Step[], doing: Doing = {}): Promise<Ran> {
    const spec = {
      argv,
      cwd: join(this.folder, doing.cwd ?? ''),
      env: this.#environment({ TERM: 'xterm', ...doing.env }),
      steps: steps.map(([wanted, send, file]) => ({
        expect: wanted,
        send,
        ...(file === undefined ? {} : { file }),
      })),
    };
    const ran = await this.runs(['python3', join(import.meta.dirname, 'on-terminal.py')], {
      input: JSON.stringify(spec),
    });
    const { output, exit, stuck } = JSON.parse(ran.code(0).out) as {
      output: string;
      exit: number;
      stuck: boolean;
    };
    const typed = new Ran(argv.slice(2).join(' '), exit, null, output.replaceAll('\r\n', '\n'), '', ran.ms);
    expect(stuck, typed.transcript).toBe(false);
    return withoutToken(typed);
  }

  #environment(more: Doing['env'] = {}): Record<string, string> {
    const env = { PATH: process.env['PATH'], HOME: this.home, ...COMPILED, ...more };
    return Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }
}

/** U1: the token is never shown, nor in base64 or URL-encoded. No run ends with a bug. */
function withoutToken(ran: Ran): Ran {
  for (const form of [
    CANARY,
    Buffer.from(CANARY).toString('base64').slice(0, -3),
    encodeURIComponent(CANARY),
  ])
    expect(ran.out + ran.err, ran.transcript).not.toContain(form);
  expect(ran.exitCode, ran.transcript).not.toBe(70);
  return ran;
}
