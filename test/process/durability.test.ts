import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleService } from '../support/bundle.js';
import type { ServiceProgram } from '../support/bundle.js';
import { exchange, readDatabase, textOf, withService } from '../support/service.js';

let program: ServiceProgram;
let folder: string;
let db: string;
const children: ChildProcess[] = [];
beforeAll(async () => (program = await bundleService()));
afterAll(() => program.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-durable-'));
  db = join(folder, 'service.db');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  /** The JSON line that the process printed first. */
  readonly said: unknown;
  ask(path: string, body?: unknown): ReturnType<typeof exchange>;
}

async function start(args: readonly string[] = []): Promise<Running> {
  return connected(
    spawn(process.execPath, [program.script, db, ...args], { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

async function connected(child: ChildProcessByStdio<null, Readable, null>): Promise<Running> {
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const said: unknown = JSON.parse(line);
  return {
    child,
    said,
    ask: (path, body) =>
      exchange(`${textOf(said, 'url')}/api/v1/projects/pro_7${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        body,
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      }),
  };
}

async function kill(running: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(running.child, 'exit');
  running.child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

function expectSound(): void {
  expect(readDatabase(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(readDatabase(db, 'PRAGMA foreign_key_check')).toEqual([]);
}

describe('killed with SIGKILL', () => {
  it('SV-19 in the middle of an upload loop: the database is whole and every acknowledged version is there with its texts', async () => {
    const acknowledged = new Map<number, string>();
    for (let round = 0; round < 6; round += 1) {
      const service = await start();
      const event = textOf((await service.ask('/events', {})).json, 'api_id');
      try {
        for (let count = 1; ; count += 1) {
          // The moment differs from round to round; none of them is timed against the clock.
          if (count === 4) setTimeout(() => service.child.kill('SIGKILL'), 3 * round);
          const mark = `round ${round}, after ${acknowledged.size}`;
          // Large enough that an upload is many pages, so that a kill falls into the middle of a
          // transaction.
          const content = JSON.stringify(
            Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key${i}`, `${mark} ${i}`])),
          );
          const { status, json } = await service.ask('/source_files', {
            filename: 'loop.json',
            event_id: event,
            content,
          });
          expect(status).toBeLessThan(300);
          acknowledged.set((json as { last_version: { number: number } }).last_version.number, mark);
        }
      } catch (error) {
        // Otherwise the connection ended with the process.
        if (error instanceof Error && error.name === 'AssertionError') throw error;
      }
      if (service.child.exitCode === null && service.child.signalCode === null)
        await once(service.child, 'exit');
      expectSound();
    }
    const versions = readDatabase(db, 'SELECT number FROM version ORDER BY number').map(
      ({ number }) => number,
    );
    expect(versions).toEqual(Array.from({ length: versions.length }, (_, i) => i + 1));
    expect(acknowledged.size).toBeGreaterThanOrEqual(18);
    for (const number of acknowledged.keys()) expect(versions).toContain(number);
    // All texts are of one upload: the last acknowledged one, or one after it whose answer was
    // lost.
    const texts = readDatabase(db, 'SELECT text FROM translation').map(({ text }) =>
      String(text).replace(/ \d+"$/, ''),
    );
    expect(texts).toHaveLength(300);
    expect(new Set(texts).size).toBe(1);
    const last = acknowledged.get(versions.length);
    if (last !== undefined) expect(texts[0]).toBe(`"${last}`);
    const restarted = await start();
    expect((await restarted.ask('/source_files')).json).toMatchObject([{ name: 'loop.json', keys: 300 }]);
    expect(await kill(restarted, 'SIGTERM')).toBe(0);
  });

  it('a dead holder’s record and lock folder are taken over by the next start', async () => {
    await kill(await start(), 'SIGKILL');
    expect([existsSync(`${db}.owner`), existsSync(`${db}.lock`)]).toEqual([true, true]);
    const next = await start();
    expect(textOf(next.said, 'project')).toBe('pro_7');
    await kill(next, 'SIGTERM');
    expect([existsSync(`${db}.owner`), existsSync(`${db}.lock`), existsSync(`${db}-wal`)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'a process id that was used again is not taken for the holder',
    async () => {
      await kill(await start(), 'SIGKILL');
      const owner = JSON.parse(readFileSync(`${db}.owner`, 'utf8')) as object;
      writeFileSync(`${db}.owner`, JSON.stringify({ ...owner, pid: process.pid }));
      expect(textOf((await start()).said, 'project')).toBe('pro_7');
    },
  );

  it('an unfinished transaction that had already reached the disk is gone or ended after the restart', async () => {
    const service = await start();
    const event = textOf((await service.ask('/events', {})).json, 'api_id');
    const content = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`key${i}`, 'x'.repeat(300)])),
    );
    const upload = service
      .ask('/source_files', { filename: 'huge.json', event_id: event, content })
      .catch(() => undefined);
    // More than the cache of 16 MB has been written to the log, and the commit is still to come.
    const logged = (): number => (existsSync(`${db}-wal`) ? readFileSync(`${db}-wal`).length : 0);
    while (logged() < 1_000_000) await new Promise((resolve) => setTimeout(resolve, 5));
    await kill(service, 'SIGKILL');
    const answer = await upload;
    expectSound();
    // The next start ends what was begun.
    await kill(await start(), 'SIGTERM');
    expectSound();
    const versions = readDatabase(db, 'SELECT count(*) AS n FROM version')[0]?.['n'];
    const keys = readDatabase(db, 'SELECT count(*) AS n FROM key')[0]?.['n'];
    expect([versions, keys]).toEqual(answer === undefined && versions === 0 ? [0, 0] : [1, 60_000]);
  });
});

const hasStrace = spawnSync('strace', ['-V']).status === 0;

describe('on disk', () => {
  it.skipIf(!hasStrace)('each acknowledged write is flushed before its answer is sent', async () => {
    const trace = join(folder, 'trace');
    const child = spawn(
      'strace',
      [
        '-f',
        '-e',
        'trace=fsync,fdatasync,write,writev,sendmsg',
        '-o',
        trace,
        process.execPath,
        program.script,
        db,
      ],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    children.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const said: unknown = JSON.parse(line);
    const before = readFileSync(trace, 'utf8').length;
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
    await exchange(`${textOf(said, 'url')}/api/v1/projects/pro_7/events`, {
      method: 'POST',
      body: {},
      headers,
    });
    const calls = readFileSync(trace, 'utf8').slice(before);
    // strace splits a call that another thread interrupts: its end says "resumed".
    const flushed = calls.search(/f(?:data)?sync(?:\(\d+| resumed>)\) += 0/);
    expect(flushed, calls).toBeGreaterThanOrEqual(0);
    expect(flushed, calls).toBeLessThan(calls.search(/HTTP\/1\.1 200/));
    spawnSync('kill', [
      '-TERM',
      String((JSON.parse(readFileSync(`${db}.owner`, 'utf8')) as { pid: number }).pid),
    ]);
    await once(child, 'exit');
  });

  it.skipIf(process.platform === 'win32')(
    'SV-20 answers 507 if the system refuses to write, and goes on',
    async () => {
      // A limit on the size of files makes write(2) fail as a full disk does (both are
      // SQLITE_IOERR_WRITE here).
      const limited = spawn(
        'sh',
        ['-c', 'ulimit -f 600; exec "$0" "$@"', process.execPath, program.script, db],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      const service = await connected(limited);
      const event = textOf((await service.ask('/events', {})).json, 'api_id');
      const upload = (text: string): ReturnType<typeof exchange> =>
        service.ask('/source_files', {
          filename: 'a.json',
          event_id: event,
          content: JSON.stringify({ a: text }),
        });
      expect((await upload('before')).status).toBe(201);
      expect((await upload('x'.repeat(900_000))).status).toBe(507);
      expect((await service.ask('/source_files/fil_1')).json).toMatchObject({
        content: { en: { a: 'before' } },
      });
      expect((await upload('after')).json).toMatchObject({ last_version: { number: 2 } });
      expect(await kill(service, 'SIGTERM')).toBe(0);
      expectSound();
    },
  );

  it('SV-20 answers 507 if there is no more room, and keeps what was there', async () => {
    const service = await withService({ db, limits: { databaseBytes: 400_000 } });
    try {
      await service.put('en', 'small.yml', { a: 'A' });
      const before = service.events().length;
      const answer = await service.upload('large.json', { a: 'x'.repeat(1_000_000) });
      expect(answer.status).toBe(507);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(service.events()).toHaveLength(before + 1);
      expect((await service.ask('/source_files')).json).toMatchObject([{ name: 'small.yml', keys: 1 }]);
      await service.put('en', 'small.yml', { b: 'B' });
      expect(await service.texts('small.yml', 'en')).toEqual({ a: 'A', b: 'B' });
    } finally {
      await service.close();
    }
    expectSound();
  });
});

describe('SV-21 a database that cannot be written to', () => {
  // Root may write everything, so that the service runs as nobody (65534) there.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  it.each([
    ['the file', 0o444, 0o777],
    ['the folder', 0o666, 0o555],
    ['both', 0o444, 0o555],
  ])('is refused where %s may not be written, and left as it is', async (_, fileMode, folderMode) => {
    await (await withService({ db })).close();
    const before = readFileSync(db);
    chmodSync(db, fileMode);
    chmodSync(folder, folderMode);
    const { status, stdout } = spawnSync(process.execPath, [program.script, db], {
      ...user,
      encoding: 'utf8',
    });
    chmodSync(folder, 0o777);
    expect([status, textOf(JSON.parse(stdout), 'code')]).toEqual([5, 'SERVE_DB_READ_ONLY']);
    expect(readFileSync(db).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['service.db', 'service.db.token']);
  });
});

describe('stopped with SIGTERM', () => {
  it('SV-26 answers the request in flight, closes the database and exits with 0', async () => {
    const service = await start(['en', '300']);
    const inFlight = service.ask('/events', {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    const exit = kill(service, 'SIGTERM');
    expect((await inFlight).status).toBe(200);
    expect(await exit).toBe(0);
    expect(existsSync(`${db}.owner`)).toBe(false);
    expect(readDatabase(db, 'SELECT count(*) AS n FROM event')).toEqual([{ n: 1 }]);
  });
});
