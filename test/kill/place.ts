import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROGRAM } from '../support/session.js';
import { withService, type TestService } from '../support/service.js';
import { runInProcess, type Output } from '../support/in-process.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, 'hook.mjs')).href;
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A state of things that a run begins in. */
export interface Scene {
  readonly name: string;
  readonly argv: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** What has happened before the run. */
  readonly before?: (place: Place) => Promise<void>;
  /** How the service acts (`serve --behave`). */
  readonly behave?: readonly string[];
  /** The exit code of the run; 0 if it is not given. */
  readonly exit?: number;
}

/** Everything that a run may change, with what differs from place to place taken out. */
export interface Outcome {
  readonly files: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, unknown>>;
  readonly uploads: number;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** A project in a folder of its own, with a service of its own. */
export class Place {
  private constructor(
    readonly folder: string,
    readonly service: TestService,
  ) {}

  static async make(scene: Scene): Promise<Place> {
    const folder = mkdtempSync(join(SCRATCH, 'locsync-kill-'));
    mkdirSync(join(folder, 'project/.git'), { recursive: true });
    const db = join(folder, 'service.db');
    const service = await withService({
      db,
      locales: ['en', 'de', 'fr'],
      project: 'pro_7',
      token: 'tok_kill_0123456789',
      behave: scene.behave ?? [],
    });
    const place = new Place(folder, service);
    for (const [path, text] of Object.entries(scene.files)) place.write(path, text);
    await scene.before?.(place);
    return place;
  }

  get root(): string {
    return join(this.folder, 'project');
  }

  /** The text of a file; undefined if there is none. */
  read(path: string): string | undefined {
    const at = join(this.root, path);
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      LOCSYNC_BASE_URL: this.service.url,
      LOCSYNC_PROJECT: 'pro_7',
      LOCSYNC_TOKEN: 'tok_kill_0123456789',
    };
  }

  /** An undisturbed run in this process. */
  run(argv: readonly string[]): Promise<Output> {
    return runInProcess(this.root, argv, { env: this.env });
  }

  /** A run of the built program under the hook. */
  hooked(
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
    during?: (pid: number) => void,
  ): Promise<Ended> {
    const child = spawn(process.execPath, ['--import', HOOK, PROGRAM, ...argv], {
      cwd: this.root,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = Date.now();
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    if (child.pid !== undefined) during?.(child.pid);
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (exitCode, signal) => done({ exitCode, signal, ...said, ms: Date.now() - started }));
    });
  }

  /** The calls that a run makes, one a line: `fs 3 rename`, `http 1 GET /api/…`. */
  async points(
    argv: readonly string[],
  ): Promise<{ readonly lines: readonly string[]; readonly ended: Ended }> {
    const log = join(this.folder, 'points');
    const ended = await this.hooked(argv, { POINTS: log });
    return { lines: readFileSync(log, 'utf8').trimEnd().split('\n'), ended };
  }

  /**
   * Every file of the project, the lock's origin aside, and what the service said before, which
   * only spares a request.
   */
  files(): Record<string, string> {
    const found: Record<string, string> = {};
    const walk = (folder: string): void => {
      for (const entry of readdirSync(join(this.root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) walk(path);
        // Of what was replaced there are hashes, which differ with the port of the service.
        else if (!/^\.locsync\/(answers|index|undo|(sources|replaced)\.json|uploads\.jsonl)$/.test(path))
          found[path] = readFileSync(join(this.root, path), 'utf8').replaceAll(this.service.url, 'ORIGIN');
      }
    };
    walk('');
    return found;
  }

  async outcome(): Promise<Outcome> {
    const texts: Record<string, unknown> = {};
    for (const { id, name } of await this.sourceFiles())
      for (const locale of this.service.locales)
        texts[`${name} ${locale.code}`] = {
          ...((await this.service.ask(`/source_files/${id}?locale_id=loc_${locale.id}`)).json as object),
          // Sets go side by side: which of them the service numbers first is chance.
          api_id: undefined,
        };
    return { files: this.files(), texts, uploads: this.uploads };
  }

  private async sourceFiles(): Promise<{ id: string; name: string }[]> {
    const { json } = await this.service.ask('/source_files');
    return (json as { api_id: string; name: string }[]).map(({ api_id, name }) => ({ id: api_id, name }));
  }

  /** Versions that the service has made so far. */
  get uploads(): number {
    return this.service.lines.filter((line) => /^POST \S+\/source_files 20[01] /.test(line)).length;
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Temporary files and run locks among these paths. */
export const leftovers = (paths: readonly string[]): string[] =>
  paths.filter((path) => /\.locsync-.*\.tmp$|\.locsync\/.*\.lock$/.test(path));
