import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMPILED } from '../support/compiled.js';
import { Person } from '../support/person.js';
import { CANARY, PROGRAM } from '../support/session.js';

interface Served {
  readonly url: string;
  readonly project: string;
  readonly token: string;
  readonly page: string;
  readonly err: () => string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `locsync serve --json` in a person's folder, as a process of its own. */
async function serve(
  person: Person,
  args: readonly string[] = [],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...args], {
    cwd: person.folder,
    env: { PATH: process.env['PATH'], HOME: person.home, ...COMPILED, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdin?.end(input);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  onTestFinished(() => stop('SIGKILL'));
  await new Promise<void>((listens, fails) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) listens();
    });
    child.on('close', (code) => fails(new Error(`serve ended with ${code ?? '?'}: ${err}`)));
  });
  const line = JSON.parse(out) as Pick<Served, 'url' | 'project' | 'token' | 'page'>;
  return { ...line, err: () => err, stop };
}

const shop = (person = new Person()): Person =>
  person
    .file('config/locales/en.yml', 'en:\n  hello: Hi\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n');

const announced = (person: Person): string => join(person.folder, '.locsync/service.json');
const LOCALES = ['--locales', 'en,de'];

/** A configuration that names the service, as `init` writes it. */
const configured = (person: Person, { url, project }: { url: string; project: string }): Person =>
  person.file(
    '.locsyncrc',
    `baseUrl: ${url}\nproject: ${project}\nfiles:\n  - config/locales/{locale}.yml\n`,
  );

describe('M2 the embedded service of the same project', () => {
  it('is found by init, push, pull and status without any variable, and takes its address back', async () => {
    const person = shop();
    const service = await serve(person, LOCALES);
    expect(statSync(announced(person)).mode & 0o777).toBe(0o600);
    expect(readFileSync(announced(person), 'utf8')).toContain(service.token);
    expect(person.text('.locsync/.gitignore')).toBe('*\n');
    (await person.run(['init'])).code(0).never('export LOCSYNC_BASE_URL', service.token);
    expect(person.text('.locsyncrc')).toContain(`baseUrl: ${service.url}\nproject: ${service.project}`);
    (await person.run(['push'])).code(0).stdout('Pushed 2 files.');
    (await person.run(['status', '--check'])).code(0);
    // From a folder below, and with a token for somewhere else in the environment.
    const env = { LOCSYNC_TOKEN: CANARY };
    (await person.run(['pull'], { cwd: 'config/locales', env })).code(0);
    await service.stop();
    expect(existsSync(announced(person))).toBe(false);
    (await person.run(['status'])).code(3).stderr('no token', 'locsync serve', 'LOCSYNC_BASE_URL=');
  });

  it('prints the address of its page with --json; it opens the page once', async () => {
    const { url, page } = await serve(shop(), LOCALES);
    expect(new URL(page).origin).toBe(url);
    // `fetch` says that it is not a navigation, and is refused.
    const open = async (): Promise<readonly unknown[]> => {
      const { statusCode, headers, body } = await request(page);
      await body.dump();
      return [statusCode, String(headers['set-cookie']).includes('HttpOnly')];
    };
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(403);
    expect([await open(), await open()]).toEqual([
      [303, true],
      [403, false],
    ]);
  });

  it('listens where the configuration expects it after a restart; elsewhere if that port is taken', async () => {
    const person = shop();
    const first = await serve(person, LOCALES);
    (await person.run(['init'])).code(0);
    (await person.run(['push'])).code(0);
    await first.stop();
    const second = await serve(person);
    expect(second.url).toBe(first.url);
    (await person.run(['status', '--check'])).code(0).stdout('Everything is in sync');
    // A second service of the same folder: what is in the way is said.
    (await person.run(['serve'])).code(5).stderr('service.db is in use by process');
    await second.stop();
    const taken = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    expect((await serve(person)).url).not.toBe(first.url);
    (await person.run(['serve', '--port', new URL(first.url).port]))
      .code(5)
      .stderr('is in use by another program');
  });

  it('keeps its token over a restart, and after kill -9 nothing of it is believed', async () => {
    const person = shop();
    const first = await serve(person, LOCALES);
    configured(person, first);
    const port = new URL(first.url).port;
    await first.stop('SIGKILL');
    expect(existsSync(announced(person))).toBe(true);
    (await person.run(['status'])).code(3).stderr('no token');
    const second = await serve(person, ['--port', port]);
    expect(second.token).toBe(first.token);
    (await person.run(['push'])).code(0);
  });

  it('is found if the configuration names no address, and not for another project', async () => {
    const person = shop().file('.locsyncrc', 'files:\n  - config/locales/{locale}.yml\n');
    await serve(person, LOCALES);
    (await person.run(['push'])).code(0);
    person.file('.locsyncrc', 'project: pro_1\nfiles:\n  - config/locales/{locale}.yml\n');
    (await person.run(['status'])).code(2).stderr('no base URL');
  });

  it('gets its own token and no other; another address gets none', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const person = shop();
    const service = await serve(person, LOCALES);
    configured(person, {
      url: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
      project: service.project,
    });
    for (const env of [{}, { LOCSYNC_TOKEN: CANARY }])
      (await person.run(['push'], { env })).code(3).stderr('LOCSYNC_BASE_URL', 'locsync login');
    expect(seen).toEqual([]);
  });

  const spoiled: readonly (readonly [string, (person: Person) => void])[] = [
    [
      'the file is a pipe',
      (person) => {
        rmSync(announced(person));
        execFileSync('mkfifo', ['-m', '600', announced(person)]);
      },
    ],
    [
      'the file is a link',
      (person) => {
        renameSync(announced(person), join(person.folder, 'elsewhere.json'));
        symlinkSync('../elsewhere.json', announced(person));
      },
    ],
    [
      'the file is a device',
      (person) => {
        rmSync(announced(person));
        symlinkSync('/dev/zero', announced(person));
      },
    ],
    [
      'the file is a folder',
      (person) => {
        rmSync(announced(person));
        mkdirSync(announced(person));
      },
    ],
    [
      'the folder is a link',
      (person) => {
        renameSync(join(person.folder, '.locsync'), join(person.folder, 'moved'));
        symlinkSync('moved', join(person.folder, '.locsync'));
      },
    ],
    ['the group may write the file', (person) => chmodSync(announced(person), 0o620)],
    ['everybody may write the file', (person) => chmodSync(announced(person), 0o602)],
    ['the group may write the folder', (person) => chmodSync(join(person.folder, '.locsync'), 0o770)],
    ['it is damaged', (person) => writeFileSync(announced(person), '{"version":1')],
    ['it is empty', (person) => writeFileSync(announced(person), '')],
    ['it is large', (person) => writeFileSync(announced(person), ' '.repeat(1024 * 1024))],
    [
      'it names another machine',
      (person) => {
        const text = readFileSync(announced(person), 'utf8');
        writeFileSync(announced(person), text.replace(/http:\/\/127\.0\.0\.1/, 'http://example.com'));
      },
    ],
    [
      'its process is another user’s, or none',
      (person) => {
        const text = readFileSync(announced(person), 'utf8');
        writeFileSync(announced(person), text.replace(/"pid": \d+/, '"pid": 4194305'));
      },
    ],
    [
      'its process is another one of the same number',
      (person) => {
        const text = readFileSync(announced(person), 'utf8');
        writeFileSync(announced(person), text.replace(/"started": "\d+/, '"started": "1'));
      },
    ],
    ...(process.geteuid?.() === 0
      ? ([
          ['the file belongs to another user', (person) => chownSync(announced(person), 65_534, 65_534)],
          [
            'the folder belongs to another user',
            (person) => chownSync(join(person.folder, '.locsync'), 65_534, 65_534),
          ],
        ] as const satisfies readonly (readonly [string, (person: Person) => void])[])
      : []),
  ];
  it(`is not believed if ${spoiled.map(([what]) => what).join(', or if ')}`, async () => {
    const person = shop();
    configured(person, await serve(person, LOCALES));
    const said = readFileSync(announced(person));
    const own = join(person.folder, '.locsync');
    for (const [what, spoil] of spoiled) {
      spoil(person);
      const ran = await person.run(['status']);
      expect([ran.exitCode, ran.err], what).toEqual([3, expect.stringContaining('no token')]);
      // As it was, so that nothing but the next fault is in the way.
      if (lstatSync(own).isSymbolicLink()) {
        rmSync(own);
        renameSync(join(person.folder, 'moved'), own);
      }
      chmodSync(own, 0o700);
      if (process.geteuid?.() === 0) chownSync(own, 0, 0);
      rmSync(announced(person), { recursive: true });
      writeFileSync(announced(person), said, { mode: 0o600 });
      (await person.run(['status'])).code(0);
    }
  });

  it('of another folder is not believed: a copy or a clone announces nothing', async () => {
    const person = shop();
    configured(person, await serve(person, LOCALES));
    const copy = new Person();
    cpSync(person.folder, copy.folder, { recursive: true });
    (await copy.run(['status'])).code(3).stderr('no token');
    (await person.run(['status'])).code(0);
  });

  it('removes what announces it only if that is still its own', async () => {
    const person = shop();
    const first = await serve(person, ['--db', 'a.db', ...LOCALES]);
    const second = await serve(person, ['--db', 'b.db', ...LOCALES]);
    await first.stop();
    configured(person, second);
    (await person.run(['push'])).code(0);
    await second.stop();
    expect(existsSync(announced(person))).toBe(false);
  });

  it('is still usable if nothing can be announced', async () => {
    const person = shop();
    symlinkSync(person.home, join(person.folder, '.locsync'));
    const service = await serve(person, ['--db', 'a.db', ...LOCALES]);
    expect(service.err()).toContain('.locsync/service.json cannot be written');
    expect(existsSync(join(person.home, 'service.json'))).toBe(false);
  });
});

describe('L9 the token of serve', () => {
  it('comes from standard input or LOCSYNC_TOKEN, which is then written to no file', async () => {
    const person = shop();
    const piped = await serve(person, ['--token-stdin', ...LOCALES], { input: `${CANARY}\n` });
    expect(piped.token).toBe(CANARY);
    await piped.stop();
    const env = { LOCSYNC_TOKEN: CANARY };
    const service = await serve(person, LOCALES, { env });
    expect(service.token).toBe(CANARY);
    for (const path of ['service.json', 'service.db.token', 'service.db'])
      if (person.has(`.locsync/${path}`)) expect(person.text(`.locsync/${path}`), path).not.toContain(CANARY);
    // Anyone who has the same one needs nothing else; another one stays here.
    configured(person, service);
    (await person.run(['push'], { env })).code(0);
    (await person.run(['status'], { env: { LOCSYNC_TOKEN: 'tok_of_another_service' } }))
      .code(3)
      .stderr('LOCSYNC_TOKEN is not sent');
  });

  it('is refused if it cannot be one, or is given twice', async () => {
    const person = shop();
    const run = (args: readonly string[], doing = {}) => person.run(['serve', ...args], doing);
    (await run(['--token-stdin', '--token', 'x'])).code(2).stderr('cannot be combined');
    (await run(['--token-stdin'])).code(3).stderr('serve --token-stdin');
    (await run([], { env: { LOCSYNC_TOKEN: 'SECRET"quote' } }))
      .code(2)
      .stderr('LOCSYNC_TOKEN')
      .never('SECRET');
  });

  it('has 16 characters at least if others reach the service, which is warned of', async () => {
    const person = shop();
    for (const host of ['0.0.0.0', '::', '0'])
      (await person.run(['serve', '--host', host, '--token', '0123456789abcde']))
        .code(2)
        .stderr('at least 16 characters')
        .never('0123456789abcde');
    const service = await serve(person, ['--host', '0.0.0.0', '--token', '0123456789abcdef', ...LOCALES]);
    expect(service.err()).toContain('plain http');
    // The address that is printed is one that the client takes.
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const env = { LOCSYNC_TOKEN: service.token, LOCSYNC_BASE_URL: service.url };
    (await configured(person, service).run(['push'], { env })).code(0);
    (await person.run(['status', '--check'])).code(0);
  });
});
