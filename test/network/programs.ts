import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where a program of the system is, even if only root looks for it; undefined if it is not
 * installed.
 */
function programPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether all of these programs are installed; says on stderr what is skipped if one is not. */
export function installed(what: string, ...names: string[]): boolean {
  const missing = names.filter((name) => programPath(name) === undefined);
  if (missing.length > 0) process.stderr.write(`skipped: ${what}: not installed: ${missing.join(', ')}\n`);
  return missing.length === 0;
}

/**
 * A temporary folder and the programs that run out of it; `end` stops exactly these and removes the
 * folder.
 */
export class Yard {
  readonly folder = mkdtempSync(join(tmpdir(), 'locsync-network-'));
  readonly #undo: (() => Promise<void>)[] = [];

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /**
   * Starts a program in the foreground and returns when it listens on this port of 127.0.0.1, at
   * most ten seconds later.
   */
  async start(name: string, args: readonly string[], port: number): Promise<void> {
    const child = spawn(programPath(name) ?? name, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<void>((done) => {
      child.once('close', () => done());
    });
    this.#undo.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    for (let turn = 0; turn < 200 && child.exitCode === null; turn += 1) {
      if (await listens(port)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`${name} does not listen on ${port}: ${said}`);
  }

  async end(): Promise<void> {
    for (const step of this.#undo.splice(0)) await step();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/**
 * A certificate authority of its own (`ca.pem`) and a certificate for `localhost` and `more`, and
 * for no address, that it signed.
 */
export function privateAuthority(
  yard: Yard,
  more: readonly string[] = [],
): {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
} {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: yard.folder, stdio: 'pipe' });
  };
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...ec,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
  );
  openssl('req', ...ec, '-keyout', 'front.key', '-out', 'front.csr', '-subj', '/CN=localhost');
  const names = ['localhost', ...more].map((name) => `DNS:${name}`);
  yard.write('names', `subjectAltName=${names.join(',')}\n`);
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'front.csr', '-out', 'front.pem', ...signing);
  return { ca: yard.path('ca.pem'), key: yard.path('front.key'), cert: yard.path('front.pem') };
}
