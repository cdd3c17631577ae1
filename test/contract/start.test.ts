import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { PAGE_BYTES } from '../../src/server/store/schema.js';
import type { ErrorCode } from '../../src/core/errors/index.js';
import { raw } from '../support/raw.js';
import { exchange, KEY, readDatabase, withService } from '../support/service.js';
import type { TestOptions, TestService } from '../support/service.js';

let folder: string;
let db: string;
const open: TestService[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-start-'));
  db = join(folder, 'service.db');
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: TestOptions = {}): Promise<TestService> {
  const service = await withService({ db, ...options });
  open.push(service);
  return service;
}

async function refusal(options: TestOptions): Promise<LocsyncError> {
  try {
    await start(options);
  } catch (error) {
    if (error instanceof LocsyncError) return error;
    throw error;
  }
  throw new Error('it started');
}

async function expectRefused(code: ErrorCode, exit: number, options: TestOptions = {}): Promise<void> {
  const error = await refusal(options);
  expect([error.code, error.exit]).toEqual([code, exit]);
}

/** Overwrites the first page of a table. */
function damage(table: string): void {
  const [{ page } = {}] = readDatabase(
    db,
    `SELECT rootpage AS page FROM sqlite_schema WHERE name = '${table}'`,
  );
  const bytes = readFileSync(db);
  bytes.fill(0xa5, (Number(page) - 1) * PAGE_BYTES, Number(page) * PAGE_BYTES);
  writeFileSync(db, bytes);
}

function makeDatabase(path: string, sql: string): void {
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
}

describe('where it listens', () => {
  it('SV-06 is reached on 127.0.0.1 only', async () => {
    const service = await start();
    const others = Object.values(networkInterfaces()).flatMap((list = []) =>
      list.filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    for (const address of [...others.map((other) => other.address), '127.0.0.2']) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host: address, port: Number(new URL(service.url).port) });
        socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'));
      });
      expect(outcome).toBe('refused');
    }
  });

  it('SV-07 says that the port is in use, with a hint, and makes no database', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const error = await refusal({ port });
    expect([error.code, error.exit, error.message.includes(String(port))]).toEqual([
      'SERVE_PORT_IN_USE',
      5,
      true,
    ]);
    expect(error.hint).toContain('--port');
    expect(readdirSync(folder)).toEqual([]);
    blocker.close();
  });

  it.each(['192.0.2.1', '999.1.1.1'])(
    'an address that is not this machine’s is a mistake of the command line: %s',
    async (host) => {
      await expectRefused('SERVE_LISTEN', 2, { host });
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe('SV-21 the database', () => {
  it('in its default folder is kept from git: the folder ignores itself and no other does', async () => {
    await start({ db: join(folder, '.locsync/service.db') });
    expect(readFileSync(join(folder, '.locsync/.gitignore'), 'utf8')).toBe('*\n');
    await start({ db: join(folder, 'other/service.db') });
    expect(existsSync(join(folder, 'other/.gitignore'))).toBe(false);
  });

  it('that is not a SQLite file is refused and left as it is', async () => {
    writeFileSync(db, 'a letter to a friend '.repeat(500));
    await expectRefused('SERVE_DB_NOT_SQLITE', 5);
    expect(readFileSync(db, 'utf8')).toBe('a letter to a friend '.repeat(500));
    expect(readdirSync(folder)).toEqual(['service.db']);
  });

  it('of another program is refused and left as it is', async () => {
    makeDatabase(db, 'CREATE TABLE notes (a); INSERT INTO notes VALUES (1)');
    const before = readFileSync(db);
    await expectRefused('SERVE_DB_FOREIGN', 5);
    expect(readFileSync(db).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['service.db']);
  });

  it('of a newer schema is refused and left as it is', async () => {
    await (await start()).close();
    makeDatabase(db, 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 99');
    const before = readFileSync(db);
    await expectRefused('SERVE_DB_NEWER', 5);
    expect(readFileSync(db).equals(before)).toBe(true);
  });

  it('that is a folder is refused', async () => {
    mkdirSync(db);
    await expectRefused('SERVE_DB_OPEN', 5);
  });

  it('whose folder cannot be made is refused', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expectRefused('SERVE_DB_OPEN', 5, { db: join(folder, 'file', 'service.db') });
  });

  it('that another program left in the middle of a write is refused', async () => {
    makeDatabase(db, 'CREATE TABLE notes (a)');
    writeFileSync(`${db}-journal`, 'a journal');
    await expectRefused('SERVE_DB_DAMAGED', 5);
    expect(existsSync(`${db}-journal`)).toBe(true);
  });

  it('of which the page of the project is damaged is refused as damaged, and not as a bug of locsync', async () => {
    await (await start()).close();
    damage('project');
    const error = await refusal({});
    expect([error.code, error.exit]).toEqual(['SERVE_DB_DAMAGED', 5]);
    expect(readdirSync(folder)).toEqual(['service.db', 'service.db.token']);
  });

  it('that is damaged in another place is named by the answer and on the terminal, also without --verbose', async () => {
    await (await start()).close();
    damage('event');
    const service = await start();
    const { status, text } = await service.ask('/events', { body: { kind: 'api_upload' } });
    expect([status, text]).toEqual([500, expect.stringContaining('the database of the service is damaged')]);
    expect(service.failures).toEqual(['error: the database is damaged: database disk image is malformed']);
  });

  it('is made together with its folder', async () => {
    const service = await start({ db: join(folder, 'new', 'deep', 'service.db') });
    expect((await service.ask('')).status).toBe(200);
  });

  it('can be opened again after each refusal: nothing is left locked', async () => {
    await (await start()).close();
    const [{ user_version: schema } = {}] = readDatabase(db, 'PRAGMA user_version');
    makeDatabase(db, 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 99');
    await expectRefused('SERVE_DB_NEWER', 5);
    makeDatabase(db, `PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = ${Number(schema)}`);
    expect((await (await start()).ask('')).status).toBe(200);
  });
});

describe('SV-22 one writer', () => {
  it('a second service on the same file is refused with the holder’s id; the first goes on', async () => {
    const first = await start();
    const error = await refusal({});
    expect([error.code, error.exit]).toEqual(['SERVE_DB_IN_USE', 5]);
    expect(error.message).toContain(String(process.pid));
    await first.put('en', 'a.yml', { a: 'A' });
    expect(await first.texts('a.yml', 'en')).toEqual({ a: 'A' });
  });

  it('a second service through a symbolic link is refused too', async () => {
    await start();
    symlinkSync(db, join(folder, 'link.db'));
    await expectRefused('SERVE_DB_IN_USE', 5, { db: join(folder, 'link.db') });
  });

  it('a file with a second name by a hard link is refused: a second service could open it by that name', async () => {
    await (await start()).close();
    linkSync(db, join(folder, 'other.db'));
    const error = await refusal({ db: join(folder, 'other.db') });
    expect(error.message).toContain('it has 2 names (hard links)');
    await expectRefused('SERVE_DB_OPEN', 5);
    rmSync(join(folder, 'other.db'));
    expect((await (await start()).ask('')).status).toBe(200);
  });

  it('a holder on another machine is believed to live', async () => {
    writeFileSync(`${db}.owner`, JSON.stringify({ pid: 1, host: `not-${hostname()}`, birth: '' }));
    await expectRefused('SERVE_DB_IN_USE', 5);
  });

  it('a lock folder or a record of an unknown process is not touched', async () => {
    mkdirSync(`${db}.lock`);
    await expectRefused('SERVE_DB_LOCKED', 5);
    rmSync(`${db}.lock`, { recursive: true });
    writeFileSync(`${db}.owner`, '');
    await expectRefused('SERVE_DB_LOCKED', 5);
    expect(readdirSync(folder)).toEqual(['service.db.owner']);
  });
});

describe('project, locales and token', () => {
  it('the first start makes the project; a later one changes what it is given and keeps the rest', async () => {
    const first = await start({ name: 'Shop', technology: 'ruby' });
    const { id } = first.project;
    expect(id).toMatch(/^pro_[0-9]+$/);
    await first.close();
    const second = await start({ framework: 'rails', name: 'Store' });
    expect((await second.ask('')).json).toEqual({
      api_id: id,
      name: 'Store',
      technology: 'ruby',
      framework: 'rails',
      format: '',
    });
  });

  it('a locale of a later start is added with a language_addition event; none is ever removed', async () => {
    const first = await start({ locales: ['en', 'de'] });
    expect(first.events()).toEqual([]);
    await first.close();
    const second = await start({ locales: ['DE', 'fr_CA'] });
    expect(((await second.ask('/locales')).json as { code: string }[]).map(({ code }) => code)).toEqual([
      'en',
      'de',
      'fr_CA',
    ]);
    expect(second.events().map(({ kind }) => kind)).toEqual(['language_addition']);
  });

  it('a new project without any locale gets en, a project that is there nothing', async () => {
    const codes = async (project: string, locales: readonly string[]): Promise<unknown> => {
      const service = await start({ project, locales });
      const answer = (await service.ask('/locales')).json as { code: string }[];
      await service.close();
      return answer.map(({ code }) => code);
    };
    expect(await codes('pro_1', [])).toEqual(['en']);
    expect(await codes('pro_2', ['de'])).toEqual(['de']);
    expect(await codes('pro_2', [])).toEqual(['de']);
  });

  it('M2 a later start keeps the token that was made up; a given one makes it void', async () => {
    const first = await start();
    await first.close();
    expect(statSync(`${db}.token`).mode & 0o777).toBe(0o600);
    const second = await start();
    expect(second.token).toBe(first.token);
    await second.close();
    const third = await start({ token: 'mine' });
    const old = await third.ask('', { headers: { authorization: `Bearer ${first.token}` } });
    expect([old.status, (await third.ask('')).status]).toEqual([401, 200]);
    await third.close();
    const fourth = await start();
    expect(['mine', first.token]).not.toContain(fourth.token);
    expect(readFileSync(`${db}.token`, 'utf8')).not.toContain('mine');
  });

  it.each<[string, (path: string) => void]>([
    ['that others may read', (path) => chmodSync(path, 0o644)],
    ['that is damaged', (path) => writeFileSync(path, '{')],
    ['of another database', (path) => writeFileSync(path, '{"pro_1":"loc_attacker_attacker"}')],
    [
      'that is a pipe',
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', ['-m', '600', path]);
      },
    ],
    [
      'that is a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'that is a link',
      (path) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
    ],
  ])('M2 a kept token %s is not taken', async (_, spoil) => {
    const first = await start({ project: 'pro_1' });
    await first.close();
    spoil(`${db}.token`);
    const second = await start({ project: 'pro_1' });
    expect(second.token).toMatch(/^loc_[\w-]{20,}$/);
    expect([first.token, 'loc_attacker_attacker']).not.toContain(second.token);
    expect((await second.ask('')).status).toBe(200);
  });

  it('the token is not in the database', async () => {
    const service = await start();
    expect(readFileSync(db, 'latin1') + readFileSync(`${db}-wal`, 'latin1')).not.toContain(service.token);
    expect(readDatabase(db, 'SELECT length(token_hash) AS n FROM project')).toEqual([{ n: 32 }]);
  });

  it('two projects in one database see nothing of each other', async () => {
    const first = await start({ project: 'pro_1', token: 'one' });
    const event = await first.event();
    await first.upload('a.json', '{"a":"b"}');
    await first.close();
    const second = await start({ project: 'pro_2', token: 'two' });
    expect((await second.ask('/source_files')).json).toEqual([]);
    expect((await second.ask('/source_files/fil_1')).status).toBe(404);
    expect((await second.upload('a.json', '{}', event)).status).toBe(422); // SV-09
    const other = await exchange(`${second.url}/api/v1/projects/pro_1`, {
      headers: { authorization: 'Bearer two' },
    });
    expect(other.status).toBe(404);
  });

  it.each<[string, TestOptions]>([
    ['a project id of another shape', { project: 'shop' }],
    ['a code with a blank', { locales: ['e n'] }],
    ['the same language twice', { locales: ['pt-BR', 'pt_br'] }],
    ['an empty code', { locales: ['en', '', 'de'] }],
    ['a token with a blank', { token: 'a b' }],
    ['an empty token', { token: '' }],
  ])('%s is refused with exit code 2', (_, options) => expectRefused('SERVE_OPTION', 2, options));

  it('no refusal says a token', async () => {
    expect((await refusal({ token: 'se cret' })).message).not.toContain('se cret');
  });
});

describe('slow and failing on purpose', () => {
  it.each(['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n', 'BODY'])(
    'SV-13 answers 408 to a request that never ends, and closes: %j',
    async (text) => {
      const service = await start({ project: 'pro_1', limits: { headersMs: 200, requestMs: 400 } });
      const unfinished =
        text === 'BODY'
          ? `POST /api/v1/projects/pro_1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
          : text;
      expect(await raw(service.url, unfinished, { keepOpen: true })).toMatch(
        /^HTTP\/1\.1 408 .*application\/problem\+json/s,
      );
    },
  );

  it('--rate-limit answers 429 with Retry-After in whole seconds', async () => {
    const service = await start({ rateLimit: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => service.ask('')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  });

  it('--fail-rate 1 answers 503 with Retry-After and does nothing', async () => {
    const service = await start({ failRate: 1 });
    const answer = await service.ask('/events', { body: {} });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(service.events()).toEqual([]);
  });

  it('--fail-rate fails the same requests in each run', async () => {
    const run = async (): Promise<number[]> => {
      const service = await start({ failRate: 0.5 });
      const statuses: number[] = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await service.ask('')).status);
      await service.close();
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(first);
  });
});

describe('the log', () => {
  it('SV-27 has method, path, status and time of each request, escaped, and no token', async () => {
    const service = await start({ project: 'pro_1' });
    await service.ask('/locales');
    await exchange(`${service.url}/api/v1/projects/pro_1?token=${service.token}`, {});
    await raw(service.url, `GET /\u0085##[error]x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    await service.upload('a\nGET /forged 200.json', '{}');
    expect(service.lines[0]).toMatch(/^GET \/api\/v1\/projects\/pro_1\/locales 200 \d+ ms$/);
    expect(service.lines.join('\n')).not.toContain(service.token);
    expect(service.lines.join('\n')).not.toContain('##[');
    for (const line of service.lines) expect(line).toMatch(/^[^\u0000-\u001f\u007f-\u009f]+$/);
    expect(service.lines.some((line) => line.includes('forged'))).toBe(false);
  });
});

describe('close', () => {
  it('does not wait for ever for a client that never ends its request', async () => {
    const service = await start({ project: 'pro_1', limits: { closeMs: 200 } });
    const head = `POST /api/v1/projects/pro_1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.token}\r\n`;
    const unfinished = raw(
      service.url,
      `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      { keepOpen: true },
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await service.close();
    expect(await unfinished).toBe('');
    expect(readdirSync(folder)).toEqual(['service.db', 'service.db.token']);
  });

  it('SV-26 does not wait for a request that --latency holds back for longer than it may take', async () => {
    const service = await start({ limits: { closeMs: 200 }, latencyMs: 60_000 });
    const held = service.ask('').then(
      () => 'answered',
      () => 'cut',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    await service.close();
    expect(await held).toBe('cut');
    expect(timers(), 'a timer that is left keeps the process').toBeLessThan(before);
  });

  it('may be called twice, ends idle connections and frees the database', async () => {
    const service = await start();
    await service.ask('');
    await Promise.all([service.close(), service.close()]);
    expect(readdirSync(folder)).toEqual(['service.db', 'service.db.token']);
    await expect(exchange(service.url, {})).rejects.toThrow();
  });
});

describe('L18 a token file beside the database', () => {
  const kept = (): string => `${db}.token`;
  const planted = async (key: Buffer | undefined): Promise<string> => {
    const first = await start({ key });
    await first.close();
    return first.token;
  };

  it('counts if this user has signed it', async () => {
    const token = await planted(KEY);
    expect((await start()).token).toBe(token);
  });

  it('that another user has signed is replaced, and its token opens nothing', async () => {
    const token = await planted(Buffer.alloc(32, 2));
    const service = await start();
    expect(service.token).not.toBe(token);
    expect((await service.ask('', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    expect(readFileSync(kept(), 'utf8')).toContain(service.token);
  });

  it('without a signature, or changed after it, is replaced', async () => {
    for (const change of [(text: string) => text.split('\n', 1).join(), (text: string) => ` ${text}`]) {
      const token = await planted(KEY);
      writeFileSync(kept(), change(readFileSync(kept(), 'utf8')), { mode: 0o600 });
      const service = await start();
      expect(service.token).not.toBe(token);
      await service.close();
    }
  });

  it.runIf(process.geteuid?.() === 0)('of another user is replaced', async () => {
    const token = await planted(KEY);
    chownSync(kept(), 65_534, 65_534);
    expect((await start()).token).not.toBe(token);
  });

  it('is not written for a user who has no place for a secret', async () => {
    await planted(undefined);
    expect(existsSync(kept())).toBe(false);
  });
});

describe('L5 what came with a repository', () => {
  let own: string;
  beforeEach(() => {
    mkdirSync(join(folder, '.locsync'));
    own = join(folder, '.locsync', 'service.db');
  });

  it('a link in .locsync leads to no database elsewhere, and nothing beside its target is touched', async () => {
    const elsewhere = join(folder, 'elsewhere.db');
    makeDatabase(elsewhere, 'CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    writeFileSync(`${elsewhere}-journal`, 'somebody else’s');
    symlinkSync(elsewhere, own);
    const before = readFileSync(elsewhere);
    await expectRefused('SERVE_DB_OPEN', 5, { db: own });
    expect(readFileSync(elsewhere)).toEqual(before);
    expect(readFileSync(`${elsewhere}-journal`, 'utf8')).toBe('somebody else’s');
    expect(readdirSync(folder).sort()).toEqual(['.locsync', 'elsewhere.db', 'elsewhere.db-journal']);
  });

  it('.locsync itself as a link is refused', async () => {
    rmSync(join(folder, '.locsync'), { recursive: true });
    mkdirSync(join(folder, 'target'));
    symlinkSync(join(folder, 'target'), join(folder, '.locsync'));
    await expectRefused('SERVE_DB_OPEN', 5, { db: own });
    expect(readdirSync(join(folder, 'target'))).toEqual([]);
  });

  it.each([
    [
      'another program’s database in WAL mode',
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (x); CREATE TABLE u (x)',
    ],
    [
      'another program’s database with an id',
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA application_id = 7; CREATE TABLE t (x)',
    ],
  ])('a journal beside %s stays', async (_, sql) => {
    makeDatabase(db, sql);
    writeFileSync(`${db}-journal`, Buffer.from('d9d505f920a163d70000000000000000', 'hex'));
    const before = readFileSync(db);
    await expectRefused('SERVE_DB_FOREIGN', 5);
    expect(existsSync(`${db}-journal`)).toBe(true);
    expect(readFileSync(db)).toEqual(before);
  });

  it('a file that is not a journal stays, also beside no database', async () => {
    writeFileSync(`${db}-journal`, 'my diary');
    await expectRefused('SERVE_DB_FOREIGN', 5);
    expect(readFileSync(`${db}-journal`, 'utf8')).toBe('my diary');
    expect(existsSync(db)).toBe(false);
  });

  it.each([
    ['trigger', `CREATE TRIGGER x AFTER INSERT ON event BEGIN UPDATE project SET name = 'taken over'; END`],
    ['view', 'CREATE VIEW x AS SELECT token_hash FROM project'],
    ['table', 'CREATE TABLE x (y)'],
    ['column', 'ALTER TABLE project ADD COLUMN y TEXT'],
    ['index', 'CREATE INDEX x ON project (lower(name))'],
  ])('a database of ours that bears a foreign %s is refused, and nothing of it runs', async (_, sql) => {
    await (await start()).close();
    makeDatabase(db, `PRAGMA locking_mode = EXCLUSIVE; ${sql}`);
    const before = readFileSync(db);
    await expectRefused('SERVE_DB_FOREIGN', 5);
    expect(readFileSync(db)).toEqual(before);
  });
});

describe('L15 connections that ask nothing', () => {
  /** So many connections that send these bytes and no more. */
  async function idle(url: string, count: number, text: string): Promise<void> {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }));
    closing.push(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((done) => {
            socket.on('error', () => done());
            socket.on('close', () => done());
            socket.on('connect', () => (text === '' ? done() : socket.write(text, () => done())));
          }),
      ),
    );
  }
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  it.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost: 127.0'],
    ['a refused request, and stay', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ])('a thousand that send %s keep no one out', async (_, text) => {
    // Their time is not over before the test is.
    const service = await start({ limits: { headersMs: 600_000, requestMs: 600_000 } });
    await idle(service.url, 1000, text);
    for (const path of ['', '/locales', '/source_files']) expect((await service.ask(path)).status).toBe(200);
    // The service still goes away at once, and anyone who asks meanwhile is answered.
    await idle(service.url, 100, text);
    expect((await service.ask('/locales')).status).toBe(200);
  });

  it('a request under way keeps its place', async () => {
    const service = await start({ limits: { connections: 5 }, latencyMs: 400 });
    const asked = Array.from({ length: 3 }, () => service.ask('/locales'));
    await new Promise((done) => setTimeout(done, 100));
    await idle(service.url, 30, '');
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  });
});
