import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '../support/free-port.js';
import { COMPILED } from '../support/compiled.js';
import { runInProcess } from '../support/in-process.js';
import { mayRunHere, PROGRAM, SEPARATE } from '../support/session.js';
import { withService, type TestService } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** The files of a small project, for pages that show one thing at a time. */
const GREETING: Readonly<Record<string, string>> = {
  '.locsyncrc': 'files:\n  - config/locales/{locale}.yml\n',
  'config/locales/en.yml': 'en:\n  hello: Hello\n  bye: Goodbye\n  cart: Your cart\n',
  'config/locales/de.yml': 'de:\n  hello: Hallo\n  bye: Auf Wiedersehen\n  cart: Ihr Warenkorb\n',
};

/** A Hugo site whose locale files are lists of items with ids. */
const SITE: Readonly<Record<string, string>> = {
  '.locsyncrc': 'files:\n  - i18n/{locale}.yaml\n',
  'i18n/en.yaml':
    '# The menu\n- id: home\n  translation: "Home"\n\n- id: readingTime\n  translation:\n    one: "One minute"\n    other: "{{ .Count }} minutes"\n',
  'i18n/de.yaml':
    '# The menu\n- id: home\n  translation: "Startseite"\n\n- id: readingTime\n  translation:\n    one: "Eine Minute"\n    other: "{{ .Count }} Minuten"\n',
};

/** The files of the scenes that do not take those of examples/. */
const SMALL = new Map([
  ['greeting', GREETING],
  ['list', SITE],
]);

/** A command of locsync alone, of which a shell makes the words that are there. */
const PLAIN = /^locsync(?: +[\w./=,:@-]+)*$/;

/**
 * Where the commands of a page run: a folder with a project, a bash that keeps its folder and
 * variables, and a service.
 */
export class PageShell {
  #env: Record<string, string>;
  #cwd: string;
  #status = 0;
  #served = '';
  #server: ChildProcess | undefined;
  #port: { readonly asked: string; readonly real: number } | undefined;

  private constructor(
    readonly above: string,
    readonly service: TestService | undefined,
  ) {
    this.#cwd = join(above, service === undefined ? 'locsync' : 'shop');
    const bin = join(above, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'locsync'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(join(bin, 'locsync'), 0o755);
    this.#env = {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: above,
      ...COMPILED,
      LANG: 'C.UTF-8',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Dana'],
          [`GIT_${who}_EMAIL`, 'dana@example.invalid'],
        ]),
      ),
      ...(service === undefined
        ? {}
        : {
            LOCSYNC_BASE_URL: service.url,
            LOCSYNC_PROJECT: service.project.id,
            LOCSYNC_TOKEN: service.token,
          }),
    };
  }

  /**
   * A scene by its name: `shop` (examples/ with its configuration, and a service), `greeting` (two
   * files of three keys, and a service), `list` (two files that are lists, and a service), or
   * `nothing` (a clone of this repository, of which only examples/ is there: no service, nothing in
   * the environment). `synced` after it pushes everything first.
   */
  static async open(name: string): Promise<PageShell> {
    const [what, state] = name.split(' ');
    const above = realpathSync(mkdtempSync(join(tmpdir(), 'locsync-docs-')));
    const shop = { name: 'Corner shop', technology: 'ruby', framework: 'rails', format: 'yaml' };
    const service =
      what === 'nothing'
        ? undefined
        : await withService({
            ...shop,
            locales: what === 'shop' ? ['en', 'de', 'pt-BR', 'ar'] : ['en', 'de'],
          });
    const scene = new PageShell(above, service);
    const folder = scene.#cwd;
    const small = SMALL.get(what ?? '');
    if (small !== undefined) for (const [path, text] of Object.entries(small)) put(join(folder, path), text);
    else
      cpSync(join(ROOT, 'examples'), what === 'nothing' ? join(folder, 'examples') : folder, {
        recursive: true,
      });
    if (what === 'nothing') return scene;
    await scene.run(
      'git init --quiet --initial-branch=main && git add . && git commit --quiet -m "The shop"',
    );
    if (state === 'synced') await scene.run('locsync push && git add . && git commit --quiet -m "Sync"');
    return scene;
  }

  /**
   * Something that happens elsewhere. `there <source file> <locale> <key> = <text>`: a translator
   * changes a text. `stop the service`: Ctrl+C on `locsync serve`. Anything else is a command that
   * is run without being shown.
   */
  async act(act: string): Promise<void> {
    if (act === 'stop the service') return this.#stop();
    const [, file, locale, key, text = ''] = /^there (\S+) (\S+) (\S+) =(?: (.*))?$/.exec(act) ?? [];
    if (file === undefined || locale === undefined || key === undefined) {
      const ran = await this.run(act);
      if (this.#status !== 0) throw new Error(`${act}: ${ran}`);
    } else if (this.service === undefined) throw new Error('this scene has no service');
    else await this.service.put(locale, file, { [key]: text });
  }

  /**
   * Runs one command line in bash and returns what it wrote on both streams, as the page would show
   * it.
   */
  async run(command: string): Promise<string> {
    if (/^locsync serve\b/.test(command)) return this.#normal(await this.#serve(command));
    if (!SEPARATE && PLAIN.test(command)) {
      const argv = command.split(/ +/).slice(1);
      if (mayRunHere(argv, {})) {
        const { exitCode, shown } = await runInProcess(this.#cwd, argv, { env: this.#env, cache: true });
        this.#status = exitCode;
        return this.#normal(shown).replaceAll(this.above, '/home/dana');
      }
    }
    const state = join(this.above, 'state');
    const script = `cd "$SCENE_CWD"; (exit ${this.#status})\n${this.#withRealValues(command)}\ncode=$?; { pwd; env -0; } > "$SCENE_STATE"; exit $code`;
    const env = { ...this.#env, SCENE_CWD: this.#cwd, SCENE_STATE: state };
    const child = spawn('bash', ['-c', `exec 2>&1\n${script}`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    this.#status = await new Promise<number>((done) => child.on('close', (code) => done(code ?? -1)));
    if (existsSync(state)) {
      const [cwd = '', ...rest] = readFileSync(state, 'utf8').split('\n');
      this.#cwd = cwd;
      const pairs = rest
        .join('\n')
        .split('\0')
        .filter((pair) => /^(?!SCENE_|_=|SHLVL|PWD|OLDPWD)\w+=/.test(pair));
      this.#env = Object.fromEntries(
        pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      );
    }
    return this.#normal(Buffer.concat(out).toString()).replaceAll(this.above, '/home/dana');
  }

  /**
   * The embedded service as its own process, which goes on running; what it says once it listens.
   * One port of this scene stands for that of the page.
   */
  async #serve(command: string): Promise<string> {
    const asked = /--port (\d+)/.exec(command)?.[1];
    if (asked !== undefined) this.#port ??= { asked, real: await freePort() };
    const real = command.replace(/--port \d+/, `--port ${this.#port?.real ?? 0}`);
    this.#served = '';
    const child = spawn('bash', ['-c', `exec ${real}`], {
      cwd: this.#cwd,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#server = child;
    return new Promise((done, fail) => {
      child.on('close', (code) => fail(new Error(`${command} ended with ${code ?? '?'}`)));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        this.#served += text;
        if (this.#served.includes('Ctrl+C')) done(this.#served);
      });
    });
  }

  /** A page shows example values; what runs takes those that the service of this scene printed. */
  #withRealValues(command: string): string {
    return command.replaceAll(/^export (LOCSYNC_\w+)=.*$/gm, (line, name: string) => {
      const printed = new RegExp(`^ *(export ${name}=.*)$`, 'm').exec(this.#served)?.[1];
      return printed ?? line;
    });
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null) return;
    const ended = new Promise((done) => server.once('close', done));

    server.kill('SIGTERM');
    await ended;
  }

  /** Ports, ids and tokens as the pages show them. */
  #normal(text: string): string {
    const { asked, real } = this.#port ?? {};
    return normal(
      real === undefined ? text : text.replaceAll(`127.0.0.1:${real}`, `127.0.0.1:${asked ?? ''}`),
    );
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.service?.close();
    rmSync(this.above, { recursive: true, force: true });
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What differs from run to run as the pages show it; 4600 is the port that they name. */
function normal(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:(?!4600\b)\d+/g, '127.0.0.1:40707')
    .replaceAll(/\bpro_\d+/g, 'pro_921635980')
    .replaceAll(/\bfil_\d+/g, 'fil_1')
    .replaceAll(/\bloc_[A-Za-z0-9_-]{12,}/g, 'loc_…')
    .replaceAll(/(?<=\?code=)[\w-]{22}/g, '…')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n+$/, '');
}
